import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertPaymentRejected, startPaying } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import { openReceiver } from '../webhooks/receiver.ts'

const clock = createShiftedClock()
const service = await startPaying(fileScope, {
  clock,
  listen: true,
  settings: { NODE_TIMEOUT_SECONDS: '1', GREENFIELD: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' },
})
const { payer, submit, mine, rpc } = service
const store = `/api/v1/stores/${service.merchant.id}`

test('a payment that appears after the invoice expired is received late, and settled at its required confirmations', async (t) => {
  const receiver = await openReceiver(t)
  const added = await service.request(`${store}/webhooks`, { method: 'POST', body: { url: receiver.url } })
  assert.equal(added.status, 200, added.text)
  const created = await service.request(`${store}/invoices`, {
    method: 'POST',
    body: {
      amount: '12.5',
      currency: 'USD',
      checkout: { speedPolicy: 'LowMediumSpeed', expirationMinutes: 23 * 60 },
    },
  })
  const uid = String(created.json.id)
  const events = () => receiver.received.map(({ body }) => JSON.parse(body))
  const listStatuses = async () => {
    const { json } = await service.request(`${store}/invoices/${uid}`)
    return [json.status, json.additionalStatus]
  }

  // The node's response is lost, and the block is mined after the invoice has ended.
  const bill = { uid, coin: 'BCH', template: await service.paymentRequest(uid, 'BCH') }
  const signed = (await payer('BCH')).pay(bill)
  await rpc('BCH', 'sandbox_fail', 'timeout', 1)
  assertPaymentRejected(await submit(bill, signed), 'broadcast_unknown')
  await rpc('BCH', 'sandbox_fail', 'down', 1)
  clock.advance(24 * hour)
  await until(async () => (await listStatuses())[0] === 'Expired')
  await rpc('BCH', 'sandbox_fail', 'none', 0)
  await rpc('BCH', 'sendrawtransaction', signed.hex)
  await mine('BCH')
  await until(async () => events().length === 4)
  assert.deepEqual(await listStatuses(), ['Processing', 'PaidLate'])
  await mine('BCH')
  await until(async () => events().length === 6)
  assert.deepEqual(await listStatuses(), ['Settled', 'PaidLate'])

  assert.deepEqual(
    events().map(({ type }) => type),
    [
      'InvoiceCreated',
      'InvoiceExpired',
      'InvoiceReceivedPayment',
      'InvoicePaidAfterExpiration',
      'InvoicePaymentSettled',
      'InvoiceSettled',
    ],
  )
  const [, expired, received, , paymentSettled, settled] = events()
  assert.equal(expired.partiallyPaid, false)
  assert.partialDeepStrictEqual(settled, { overPaid: false, manuallyMarked: false })
  for (const event of [received, paymentSettled])
    assert.partialDeepStrictEqual(event, {
      afterExpiration: true,
      paymentMethodId: 'BCH-CHAIN',
      payment: { id: `${signed.txid}-0`, fee: '0' },
    })
})
