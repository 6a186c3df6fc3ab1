import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { wholeFile } from '../helpers/databases.ts'
import { assertPaymentRejected, startPaying } from '../helpers/paying.ts'
import type { Signed } from '../helpers/wallet.ts'
import { createExceptionHelpers } from '../payment-exceptions/exceptions.ts'

const service = await startPaying(wholeFile, { settings: { NODE_TIMEOUT_SECONDS: '1' } })
const { rpc } = service
const { createInvoice, waitFor, listExceptions } = createAddressPayer(service)
const { listExceptions: listItems } = createExceptionHelpers(service)

/** A submitted transaction with an unknown outcome, and another that spends the same coins and pays this percentage of the amount. */
async function submitAndSend(percent: bigint) {
  const { uid, address, amount } = await createInvoice('LTC')
  const bill = { uid, coin: 'LTC', template: await service.paymentRequest(uid, 'LTC') }
  const wallet = await service.payer('LTC')
  const submitted = wallet.pay(bill)
  await rpc('LTC', 'sandbox_fail', 'timeout', 1_000)
  assertPaymentRejected(await service.submit(bill, submitted), 'broadcast_unknown')
  const units = Number((toUnits(amount) * percent) / 100n)
  const sent = wallet.sign({
    inputs: wallet.utxos,
    outputs: [{ address, amount: units }],
    feeRate: 800_000n,
  })
  await rpc('LTC', 'sendrawtransaction', sent.hex)
  await waitFor(uid, ({ received }) => received?.payments[0]?.txid === sent.txid)
  return { uid, submitted, sent }
}

/** Mines the submitted transaction in place of the other one. */
async function mineSubmitted({ submitted, sent }: { readonly submitted: Signed; readonly sent: Signed }) {
  await rpc('LTC', 'sandbox_evict', sent.txid)
  await rpc('LTC', 'sendrawtransaction', submitted.hex)
  await service.mine('LTC')
  await rpc('LTC', 'sandbox_fail', 'none', 0)
}

test('once a block contains a submitted payment, a transaction that spends the same coins does not count beside it', async () => {
  const payments = await submitAndSend(50n)
  const { uid, submitted } = payments
  await mineSubmitted(payments)
  const { payment, received } = await waitFor(uid, ({ status }) => status === 'paid')
  assert.deepEqual([payment.txid, payment.excess, payment.parts.length], [submitted.txid, null, 1])
  assert.equal(received?.payments.find(({ txid }) => txid === payments.sent.txid)?.counted, false)
  assert.deepEqual(await listExceptions(uid), [])
})

test('a payment that continues as a submitted one takes over its output, and the exception of the submitted one is void', async () => {
  const payments = await submitAndSend(100n)
  const { uid, submitted } = payments
  await waitFor(uid, ({ status }) => status === 'paid')
  await mineSubmitted(payments)
  const { status, payment } = await waitFor(uid, (invoice) => invoice.payment.txid === submitted.txid)
  assert.deepEqual([status, payment.parts.length, payment.excess], ['paid', 1, null])
  const rows = await service.database.read.query
    .selectFrom('payments')
    .where('invoice_uid', '=', uid)
    .orderBy('status')
    .select(['via', 'status', 'reason'])
    .execute()
  assert.deepEqual(rows, [
    { via: 'network', status: 'accepted', reason: 'replaced' },
    { via: 'protocol', status: 'rejected', reason: 'continued_by_other' },
  ])
  assert.deepEqual(
    (await listItems(uid)).map((exception) => [exception.kind, exception.status]),
    [['surplus', 'void']],
  )
  assert.equal((await listExceptions(uid)).length, 2)
})
