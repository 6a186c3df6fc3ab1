import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import { checkConformance } from '../../src/conformance/conform.ts'
import { createProbeClient } from '../../src/conformance/probe-client.ts'
import { startService } from '../helpers/service.ts'

const parts = { send: createProbeClient(new AbortController().signal), now: () => Date.now() }

test('strict wallets accept an invoice in six coins', async (t) => {
  const service = await startService(t, { listen: true })
  const { invoice, payment_options } = await service.createInvoice()
  for (const { uri } of [invoice, ...payment_options]) {
    const { ok, findings, notes } = await checkConformance(uri, parts)
    assert.deepEqual(findings, [])
    assert.equal(ok, true)
    assert.deepEqual(
      notes.map(({ dialect }) => dialect),
      ['invoice', 'json-payment-protocol-1'],
    )
  }
})

for (const code of coins.keys())
  test(`strict wallets accept an invoice in ${code} alone`, async (t) => {
    const service = await startService(t, { listen: true, destinations: [code] })
    const { uid } = (await service.createInvoice()).invoice
    for (const path of ['r', 'i']) {
      const { findings, notes } = await checkConformance(`${service.baseUrl}/${path}/${uid}`, parts)
      assert.deepEqual(findings, [])
      assert.deepEqual(notes[0], { dialect: 'invoice', note: `offered in ${code}` })
    }
  })
