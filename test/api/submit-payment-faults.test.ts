import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FailpointName, failpointNames } from '../../src/kernel/failpoint.ts'
import { wholeFile } from '../helpers/databases.ts'
import { assertPaymentRefused, startPaying } from '../helpers/paying.ts'
import { startService } from '../helpers/service.ts'

const service = await startPaying(wholeFile)
const { bill, payer, submit, assertAccepted, assertPaid } = service

const ofPayments = failpointNames.filter((place) => place.startsWith('payment.'))

/** Another process on the same database, with that failpoint. */
const failingAt = (place: FailpointName, kind: 'throw' | 'drop') =>
  startService(wholeFile, {
    beside: service.storage,
    listen: true,
    config: { failpoint: { name: place, action: { kind } }, logLevel: 'silent' },
  })

test('an internal error at any step is 500 internal, retryable; the retry succeeds, once', async () => {
  for (const place of ofPayments) {
    const failing = await failingAt(place, 'throw')
    const due = await bill('LTC')
    const wallet = await payer('LTC')
    const parent = wallet.pay(due, { outputs: [{ script: wallet.script(), amount: 2_000_000n }] })
    const signed = [parent, wallet.pay(due, { inputs: wallet.own(parent).slice(-1) })]
    const body = { currency: 'LTC', transactions: signed.map(({ hex }) => hex) }
    const reply = await failing.request(`/payments/json/LTC/${due.uid}`, {
      method: 'POST',
      token: null,
      body,
    })
    const sentence = assertPaymentRefused(reply, 'internal')
    assert.doesNotMatch(sentence, /failpoint|payment\./)
    await failing.close()
    assertAccepted(await submit(due, signed), signed)
    await assertPaid(due, signed)
  }
})

test('the connection is cut instead of a response: the retry succeeds, once', async () => {
  for (const place of ['payment.claimed', 'payment.settled'] as const) {
    const failing = await failingAt(place, 'drop')
    const due = await bill('DOGE')
    const signed = (await payer('DOGE')).pay(due)
    const url = `${failing.baseUrl}/payments/json/DOGE/${due.uid}`
    const body = JSON.stringify({ currency: 'DOGE', transactions: [signed.hex] })
    await assert.rejects(
      fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    )
    await failing.close()
    assertAccepted(await submit(due, signed), [signed])
    await assertPaid(due, [signed])
  }
})
