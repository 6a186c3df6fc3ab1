import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { minute } from '../../src/kernel/clock.ts'
import { toBaseUnits } from '../../src/kernel/money.ts'
import { createClaimReleaser } from '../../src/payments/release.ts'
import { createAddressPayer, type ExceptionData, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { listPayments } from '../helpers/list-payments.ts'
import { assertPaymentRejected, startPaying } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'
import { createExceptionHelpers, customerAddress } from '../payment-exceptions/exceptions.ts'

const clock = createShiftedClock()
const service = await startPaying(fileScope, { clock, settings: { NODE_TIMEOUT_SECONDS: '1' } })
const { rpc } = service
const { createInvoice, send, readInvoice, waitFor, listExceptions } = createAddressPayer(service)
const { listExceptions: listItems, resolve } = createExceptionHelpers(service)

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

interface Conflict {
  readonly submitted: Signed
  readonly sent: Signed
}

/** Puts a transaction into the mempool in place of one that spends the same coins. */
async function sendInstead(signed: Signed, other: Signed): Promise<void> {
  // The service may rebroadcast the other one first.
  await until(async () => {
    await rpc('LTC', 'sandbox_evict', other.txid).catch(() => {})
    return rpc('LTC', 'sendrawtransaction', signed.hex).then(
      () => true,
      () => false,
    )
  })
}

/** Mines the submitted transaction in place of the other one. */
async function mineSubmitted({ submitted, sent }: Conflict): Promise<void> {
  await sendInstead(submitted, sent)
  await service.mine('LTC')
  await rpc('LTC', 'sandbox_fail', 'none', 0)
}

/** The other transaction has paid the invoice, so the submitted one, which is in the mempool now, is a surplus. */
async function createSurplus(percent: bigint) {
  const conflict = await submitAndSend(percent)
  await waitFor(conflict.uid, ({ status }) => status === 'paid')
  await sendInstead(conflict.submitted, conflict.sent)
  await rpc('LTC', 'sandbox_fail', 'none', 0)
  return { ...conflict, ...(await waitForSurplus(conflict.uid, 'open')) }
}

async function waitForSurplus(uid: string, status: string) {
  const find = async () =>
    (await listItems(uid)).find((each) => each.kind === 'surplus' && each.status === status)
  await until(async () => (await find()) !== undefined)
  return (await find()) ?? assert.fail()
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

for (const { percent, exceptions } of [
  { percent: 100n, exceptions: ['surplus'] },
  { percent: 150n, exceptions: ['excess', 'surplus'] },
])
  test(`a surplus that a block contains pays the invoice in place of the transaction that had paid ${percent} % of it`, async () => {
    const { uid, submitted } = await createSurplus(percent)
    await service.mine('LTC')
    const { status, payment } = await waitFor(uid, (invoice) => invoice.payment.txid === submitted.txid)
    assert.deepEqual(
      [status, payment.via, payment.parts.length, payment.excess],
      ['paid', 'protocol', 1, null],
    )
    await waitFor(uid, (invoice) => invoice.payment.confirmed_at !== null)
    const events = await service.listEvents(uid)
    assert.ok(!events.includes('invoice.reversed'), events.join())
    assert.equal(events.filter((type) => type === 'payment.confirmed').length, 1)
    assert.deepEqual(
      (await listItems(uid)).map(({ kind, status }) => [kind, status]),
      exceptions.map((kind) => [kind, 'void']),
    )
  })

test('a payment does not continue with an output that already counts as another payment', async () => {
  const { uid, submitted } = await createSurplus(100n)
  await service.mine('LTC')
  await waitFor(uid, (invoice) => invoice.payment.txid === submitted.txid)
  const payments = await listPayments(service, uid)
  const found = payments.find(({ via }) => via === 'network') ?? assert.fail()
  const block = payments.find(({ via }) => via === 'protocol')?.block ?? assert.fail()
  const outputs = await service.database.read.query
    .selectFrom('payment_outputs')
    .where('txid', '=', submitted.txid)
    .select(['txid', 'vout', 'script', 'amount'])
    .execute()
  const replacement = {
    txid: submitted.txid,
    inputs: [],
    outputs: outputs.map((output) => ({ ...output, amount: toBaseUnits(BigInt(output.amount)) })),
  }
  const replaced = await createTransact(service.database)((stores) =>
    stores.payments.replace(found, replacement, { block, confirmedAt: null }),
  )
  assert.equal(replaced, null)
})

test('a refunded surplus that a block contains in place of the payment that had paid the invoice does not pay it', async () => {
  const { uid, id, amount } = await createSurplus(150n)
  const txid = await send('LTC', customerAddress(), toUnits(amount))
  const reply = await resolve(id, { resolution: 'refunded', txid })
  assert.equal(reply.status, 200, reply.text)
  await service.mine('LTC')
  await waitFor(uid, ({ status }) => status === 'reversed')
})

test('a surplus that is back in the mempool changes nothing while the payment that it replaces there pays the invoice', async () => {
  const { uid, submitted, sent } = await createSurplus(150n)
  await sendInstead(sent, submitted)
  await waitForSurplus(uid, 'void')
  await sendInstead(submitted, sent)
  await waitForSurplus(uid, 'open')
  const { status, payment } = await readInvoice(uid)
  assert.deepEqual([status, payment.txid], ['paid', sent.txid])
})

test('an abandoned submission that a block contains in place of the payment that had paid the invoice pays it', async () => {
  const conflict = await submitAndSend(150n)
  const { uid, submitted } = conflict
  await waitFor(uid, ({ status }) => status === 'paid')
  await mineSubmitted(conflict)
  const { status, payment } = await waitFor(uid, (invoice) => invoice.payment.txid === submitted.txid)
  assert.deepEqual([status, payment.parts.length, payment.excess], ['paid', 1, null])
  const events = await service.listEvents(uid)
  assert.ok(!events.includes('invoice.reversed'), events.join())
  assert.equal(events.filter((type) => type === 'payment.confirmed').length, 1)
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
