import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { minute } from '../../src/kernel/clock.ts'
import { createClaimReleaser } from '../../src/payments/release.ts'
import { createAddressPayer, type ExceptionData, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertPaymentRejected, startPaying } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import type { Signed } from '../helpers/wallet.ts'
import { createExceptionHelpers } from '../payment-exceptions/exceptions.ts'

const clock = createShiftedClock()
const service = await startPaying(fileScope, { clock, settings: { NODE_TIMEOUT_SECONDS: '1' } })
const { rpc } = service
const { createInvoice, send, waitFor, listExceptions } = createAddressPayer(service)
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

test('once a block contains a submitted payment, a transaction that spends the same coins does not count in addition', async () => {
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

test('if one transaction in a block replaces a submitted and a found part, and pays as much, nothing changes and no excess is reported', async () => {
  const { uid, address, amount } = await createInvoice('BTC')
  const wallet = await service.payer('BTC', ['1', '1'])
  const [first = assert.fail(), second = assert.fail()] = wallet.utxos
  const options = { sequence: 0, feeRate: 200_000n }
  const part = Number((toUnits(amount) * 40n) / 100n)
  const found = wallet.sign({ ...options, inputs: [first], outputs: [{ address, amount: part }] })
  await rpc('BTC', 'sendrawtransaction', found.hex)
  await waitFor(uid, ({ received }) => received?.payments[0]?.counted === true)
  const bill = { uid, coin: 'BTC', template: await service.paymentRequest(uid, 'BTC') }
  const submitted = wallet.pay(bill, { ...options, inputs: [second] })
  service.assertAccepted(await service.submit(bill, submitted), [submitted])
  const one = wallet.sign({
    ...options,
    feeRate: 800_000n,
    inputs: wallet.utxos,
    outputs: [{ address, amount: Number(toUnits(amount)) }],
  })
  await rpc('BTC', 'sendrawtransaction', one.hex)
  await service.mine('BTC')
  const { status, payment } = await waitFor(uid, (invoice) => invoice.payment.txid === one.txid)
  assert.deepEqual([status, payment.parts.length, payment.excess], ['paid', 1, null])
  const events = await service.listEvents(uid)
  assert.ok(!events.includes('payment.exception') && !events.includes('invoice.reversed'), events.join())
})

test('when a submitted payment arrives after all and pays an expired invoice, an event says that the exception of its part is void', async () => {
  const { uid, address, amount } = await createInvoice('LTC', { expires_in: 600 })
  const bill = { uid, coin: 'LTC', template: await service.paymentRequest(uid, 'LTC') }
  const submitted = (await service.payer('LTC')).pay(bill)
  await rpc('LTC', 'sandbox_fail', 'timeout', 1_000)
  assertPaymentRejected(await service.submit(bill, submitted), 'broadcast_unknown')
  const part = await send('LTC', address, toUnits(amount) / 5n)
  await waitFor(uid, ({ received }) => received !== null)
  await releaseClaim(uid)
  clock.advance(12 * minute)
  await waitFor(uid, ({ status }) => status === 'expired')
  await rpc('LTC', 'sendrawtransaction', submitted.hex)
  await service.mine('LTC')
  await rpc('LTC', 'sandbox_fail', 'none', 0)
  await waitFor(uid, ({ status }) => status === 'paid')
  const events = (await listExceptions(uid)) as (ExceptionData & { status?: string })[]
  assert.deepEqual(
    events.map(({ kind, txid, status }) => [kind, txid, status]),
    [
      ['partial', part, undefined],
      ['partial', part, 'void'],
      ['excess', submitted.txid, undefined],
    ],
  )
})

async function releaseClaim(uid: string): Promise<void> {
  const release = createClaimReleaser(createTransact(service.database), { clock, actor: 'the test' })
  const claim = (await service.stores.payments.findOpenClaims()).find((each) => each.invoiceUid === uid)
  assert.equal(await release(claim ?? assert.fail('no claim')), true)
}
