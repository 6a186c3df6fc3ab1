import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCoins, toBaseUnits } from '../../src/kernel/money.ts'
import { createAddressPayer, type ExceptionData, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'
import {
  createExceptionHelpers,
  customerAddress,
  type ExceptionItem,
} from '../payment-exceptions/exceptions.ts'

const service = await startPaying(fileScope)
const { createInvoice, readAddress, prepare, send, readInvoice, waitFor, listExceptions } =
  createAddressPayer(service)
const { list, resolve } = createExceptionHelpers(service)

const listItems = async (uid: string): Promise<readonly ExceptionItem[]> =>
  (await list()).filter((exception) => exception.uid === uid && exception.kind === 'excess')

async function listOpen(uid: string) {
  return (await listItems(uid)).flatMap(({ status, txid, amount }) =>
    status === 'open' ? [{ txid, amount }] : [],
  )
}

const format = (amount: bigint): string => formatCoins(toBaseUnits(amount))

/** A paid invoice: one part of 60 % that can be replaced, and one of 80 %, which completes it. */
async function overpay() {
  const { uid, address, amount: text } = await createInvoice('BTC')
  // Another invoice is waiting for this coin, so the mempool is read.
  await createInvoice('BTC')
  const amount = toUnits(text)
  const part = await prepare('BTC', address, (amount * 60n) / 100n, { sequence: 0 })
  await service.rpc('BTC', 'sendrawtransaction', part.signed.hex)
  await waitFor(uid, ({ received }) => received !== null)
  const last = await send('BTC', address, (amount * 80n) / 100n)
  await waitFor(uid, ({ status }) => status === 'paid')
  const excess = (amount * 60n) / 100n + (amount * 80n) / 100n - amount
  await until(async () => (await listOpen(uid)).length === 1)
  assert.deepEqual(await listOpen(uid), [{ txid: last, amount: format(excess) }])
  return { uid, address, amount, part, last, excess }
}

async function replace(uid: string, hex: string, txid: string) {
  await service.rpc('BTC', 'sendrawtransaction', hex)
  return waitFor(
    uid,
    ({ received }) => received?.payments.some((payment) => payment.txid === txid && payment.counted) === true,
  )
}

test('a fee bump of another part leaves the exception as it is', async () => {
  const { uid, part, last, excess } = await overpay()
  const bumped = part.sign({ feeRate: 800_000n })
  await replace(uid, bumped.hex, bumped.txid)
  assert.deepEqual(await listOpen(uid), [{ txid: last, amount: format(excess) }])
  await service.mine('BTC')
  assert.equal((await listItems(uid)).length, 1)
})

test('if another part is replaced by more or by less, one exception has the new difference', async () => {
  for (const percent of [50n, 70n]) {
    const { uid, part, last, amount } = await overpay()
    const bumped = part.sign({ feeRate: 800_000n }, (amount * percent) / 100n)
    const { payment } = await replace(uid, bumped.hex, bumped.txid)
    const excess = (amount * percent) / 100n + (amount * 80n) / 100n - amount
    assert.deepEqual(await listOpen(uid), [{ txid: last, amount: format(excess) }])
    assert.equal(payment.excess, format(excess))
    const statuses = (await listExceptions(uid)).map(
      (exception) => (exception as ExceptionData & { status?: string }).status,
    )
    assert.deepEqual(statuses, [undefined, undefined])
  }
})

test('if a part alone pays more than the amount, it completes it, and the excess is its own', async () => {
  const { uid, part, amount } = await overpay()
  const bumped = part.sign({ feeRate: 800_000n }, (amount * 150n) / 100n)
  const { payment, status } = await replace(uid, bumped.hex, bumped.txid)
  const excess = (amount * 150n) / 100n + (amount * 80n) / 100n - amount
  assert.deepEqual([status, payment.txid, payment.excess], ['paid', bumped.txid, format(excess)])
  assert.deepEqual(await listOpen(uid), [{ txid: bumped.txid, amount: format(excess) }])
})

test('if a block double-spends the excess, its exception is void, and the next payment has none', async () => {
  const { uid, address, amount: text } = await createInvoice('LTC')
  const amount = toUnits(text)
  const txid = await send('LTC', address, (amount * 160n) / 100n, { sequence: 0 })
  await waitFor(uid, ({ status }) => status === 'paid')
  await until(async () => (await listOpen(uid)).length === 1)
  await service.rpc('LTC', 'sandbox_replace', txid)
  await service.mine('LTC')
  await waitFor(uid, ({ status }) => status === 'reversed')
  assert.deepEqual(
    (await listItems(uid)).map(({ status }) => status),
    ['void'],
  )
  assert.equal((await readInvoice(uid)).payment.excess, null)
  await send('LTC', address, amount)
  const { payment } = await waitFor(uid, ({ status }) => status === 'paid')
  assert.equal(payment.excess, null)
  assert.deepEqual(await listOpen(uid), [])
})

test('if a block double-spends a part and the others pay exactly, the excess is gone', async () => {
  const { uid, address, amount: text } = await createInvoice('LTC')
  const amount = toUnits(text)
  const part = await send('LTC', address, (amount * 60n) / 100n, { sequence: 0 })
  await waitFor(uid, ({ received }) => received !== null)
  const last = await send('LTC', address, amount)
  await waitFor(uid, ({ status }) => status === 'paid')
  await until(async () => (await listOpen(uid)).length === 1)
  await service.rpc('LTC', 'sandbox_replace', part)
  await service.mine('LTC')
  const { payment, status } = await waitFor(
    uid,
    ({ received }) => received?.payments.some(({ txid, counted }) => txid === part && !counted) === true,
  )
  assert.deepEqual([status, payment.txid, payment.excess], ['paid', last, null])
  assert.deepEqual(
    (await listItems(uid)).map((exception) => exception.status),
    ['void'],
  )
})

test('if a part that was double-spent is restored, its excess is back', async () => {
  const { uid, address, amount: text } = await createInvoice('LTC')
  const amount = toUnits(text)
  const part = await send('LTC', address, amount / 5n, { sequence: 0 })
  await waitFor(uid, ({ received }) => received !== null)
  const last = await send('LTC', address, (amount * 11n) / 10n)
  await waitFor(uid, ({ status }) => status === 'paid')
  const conflicting = await service.rpc('LTC', 'sandbox_replace', part)
  await service.mine('LTC')
  const withoutPart = (amount * 11n) / 10n - amount
  await waitFor(uid, ({ payment }) => payment.excess === format(withoutPart))
  assert.deepEqual(await listOpen(uid), [{ txid: last, amount: format(withoutPart) }])
  await service.rpc('LTC', 'sandbox_reorganise', 1)
  await service.rpc('LTC', 'sandbox_evict', conflicting)
  const { payment, status } = await waitFor(uid, (invoice) => invoice.payment.parts.length === 2)
  const excess = withoutPart + amount / 5n
  assert.deepEqual([status, payment.txid, payment.excess], ['paid', last, format(excess)])
  assert.deepEqual(await listOpen(uid), [{ txid: last, amount: format(excess) }])
})

test('an excess that was refunded does not come back with a fee bump, and only what was added is left', async () => {
  const { uid, address, amount: text } = await createInvoice('BTC')
  await createInvoice('BTC')
  const amount = toUnits(text)
  const { signed, sign } = await prepare('BTC', address, (amount * 150n) / 100n, { sequence: 0 })
  await service.rpc('BTC', 'sendrawtransaction', signed.hex)
  await waitFor(uid, ({ status }) => status === 'paid')
  await until(async () => (await listOpen(uid)).length === 1)
  const [exception = assert.fail()] = await listItems(uid)
  const refund = await send('BTC', customerAddress('BTC'), toUnits(exception.amount))
  const reply = await resolve(exception.id, { resolution: 'refunded', txid: refund })
  assert.equal(reply.status, 200, reply.text)
  const bumped = sign({ feeRate: 800_000n })
  await replace(uid, bumped.hex, bumped.txid)
  assert.deepEqual(await listOpen(uid), [])
  const raised = sign({ feeRate: 2_000_000n }, (amount * 160n) / 100n)
  await replace(uid, raised.hex, raised.txid)
  const added = (amount * 160n) / 100n - (amount * 150n) / 100n
  assert.deepEqual(await listOpen(uid), [{ txid: raised.txid, amount: format(added) }])
})

test('an excess that was refunded in one coin is not due again when a payment in another coin completes the amount', async () => {
  const { uid, address, amount: btc } = await createInvoice('BTC')
  await createInvoice('BTC')
  const { address: ltcAddress, amount: ltc } = await readAddress(uid, 'LTC')
  const part = await prepare('BTC', address, (toUnits(btc) * 60n) / 100n, { sequence: 0 })
  await service.rpc('BTC', 'sendrawtransaction', part.signed.hex)
  await waitFor(uid, ({ received }) => received !== null)
  const last = await send('LTC', ltcAddress, (toUnits(ltc) * 80n) / 100n)
  await waitFor(uid, ({ status }) => status === 'paid')
  await until(async () => (await listOpen(uid))[0]?.txid === last)
  const [exception = assert.fail()] = await listItems(uid)
  const refund = await send('LTC', customerAddress('LTC'), toUnits(exception.amount))
  const reply = await resolve(exception.id, { resolution: 'refunded', txid: refund })
  assert.equal(reply.status, 200, reply.text)
  const bumped = part.sign({ feeRate: 800_000n }, (toUnits(btc) * 150n) / 100n)
  await replace(uid, bumped.hex, bumped.txid)
  const [open = assert.fail(), ...others] = await listOpen(uid)
  assert.deepEqual([open.txid, others], [bumped.txid, []])
  // 150 % and 80 %, of which 40 % of the amount was refunded.
  const difference = toUnits(open.amount) - (toUnits(btc) * 90n) / 100n
  assert.ok(difference >= -2n && difference <= 2n, open.amount)
})

test('a payment to a fixed address whose amount was raised to be unique has no excess', async () => {
  const { token, email } = await service.anotherMerchant('fixed', ['DOGE'])
  await service.accounts.setDestination(email, 'LTC', { address: testWallet('LTC', 'fixed').address() })
  const bills = []
  for (let count = 0; count < 2; count++) {
    const { uid } = (await service.createInvoice({ any_wallet: true }, { token })).invoice
    bills.push({ uid, coin: 'LTC', template: await service.paymentRequest(uid, 'LTC') })
  }
  const [first = assert.fail(), second = assert.fail()] = bills
  const raised = (second.template.outputs[0]?.amount ?? 0) - (first.template.outputs[0]?.amount ?? 0)
  assert.equal(raised, 1)
  const reply = await service.submit(second, (await service.payer('LTC')).pay(second))
  assert.equal(reply.status, 200, reply.text)
  const { status, payment } = await readInvoice(second.uid)
  assert.deepEqual([status, payment.excess], ['paid', null])
  assert.deepEqual(await listExceptions(second.uid), [])
})
