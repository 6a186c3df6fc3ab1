import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FailpointName, failpointNames } from '../../src/kernel/failpoint.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertPaymentRejected, startPaying } from '../helpers/paying.ts'
import { startService } from '../helpers/service.ts'

const service = await startPaying(fileScope)
const { createBill, payer, submit, assertAccepted, assertPaid } = service

const ofPayments = failpointNames.filter((failpoint) => failpoint.startsWith('payment.'))

/** Another process on the same database, with that failpoint. */
const failingAt = (failpoint: FailpointName, kind: 'throw' | 'drop') =>
  startService(fileScope, {
    sharedStorage: service.storage,
    listen: true,
    config: { failpoint: { name: failpoint, action: { kind } }, logLevel: 'silent' },
  })

test('an internal error at any step is a retryable 500 internal; the retry succeeds with one payment', async () => {
  for (const failpoint of ofPayments) {
    const failing = await failingAt(failpoint, 'throw')
    const bill = await createBill('LTC')
    const wallet = await payer('LTC')
    const parent = wallet.pay(bill, { outputs: [{ script: wallet.script(), amount: 2_000_000n }] })
    const signed = [parent, wallet.pay(bill, { inputs: wallet.own(parent).slice(-1) })]
    const body = { currency: 'LTC', transactions: signed.map(({ hex }) => hex) }
    const reply = await failing.request(`/payments/json/LTC/${bill.uid}`, {
      method: 'POST',
      token: null,
      body,
    })
    const sentence = assertPaymentRejected(reply, 'internal')
    assert.doesNotMatch(sentence, /failpoint|payment\./)
    await failing.close()
    assertAccepted(await submit(bill, signed), signed)
    await assertPaid(bill, signed)
  }
})

test('the connection is cut instead of a response: the retry succeeds with one payment', async () => {
  for (const failpoint of ['payment.claimed', 'payment.settled'] as const) {
    const failing = await failingAt(failpoint, 'drop')
    const bill = await createBill('DOGE')
    const signed = (await payer('DOGE')).pay(bill)
    const url = `${failing.baseUrl}/payments/json/DOGE/${bill.uid}`
    const body = JSON.stringify({ currency: 'DOGE', transactions: [signed.hex] })
    await assert.rejects(
      fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    )
    await failing.close()
    assertAccepted(await submit(bill, signed), [signed])
    await assertPaid(bill, [signed])
  }
})
