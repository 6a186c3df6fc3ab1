import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CoinCode } from '../../src/coins/index.ts'
import { createTransact } from '../../src/composition/stores.ts'
import { createPaymentCounter } from '../../src/payments/count.ts'
import { createPaymentRestorer } from '../../src/payments/restore.ts'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { listPayments } from '../helpers/list-payments.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'

const service = await startPaying(fileScope)
const { createInvoice, send, readInvoice, waitFor, listExceptions } = createAddressPayer(service)
const { rpc, submit, database, clock } = service

/** A found transaction that pays this percentage of the amount. The mempool drops it, and another one that spends the same coins is submitted. */
async function sendAndSubmit(coin: CoinCode, percent: bigint, feeRates: readonly [bigint, bigint]) {
  const { uid, address, amount } = await createInvoice(coin)
  const wallet = await service.payer(coin)
  const options = { inputs: wallet.utxos, sequence: 0 }
  const units = Number((toUnits(amount) * percent) / 100n)
  const sent = wallet.sign({ ...options, feeRate: feeRates[0], outputs: [{ address, amount: units }] })
  await rpc(coin, 'sendrawtransaction', sent.hex)
  await waitFor(uid, ({ received }) => received !== null)
  const bill = { uid, coin, template: await service.paymentRequest(uid, coin) }
  const submitted = wallet.pay(bill, { ...options, feeRate: feeRates[1] })
  // The service may rebroadcast the found one first.
  await until(async () => {
    await rpc(coin, 'sandbox_evict', sent.txid).catch(() => {})
    return (await submit(bill, submitted)).status === 200
  })
  return { uid, coin, address, amount: toUnits(amount), sent, submitted }
}

/** The transaction ids of its `payment.replaced` events. */
async function listReplacements(uid: string): Promise<unknown[]> {
  const events = await database.read.query
    .selectFrom('events')
    .where('subject', '=', `invoice/${uid}`)
    .where('type', '=', 'payment.replaced')
    .orderBy('sequence')
    .select('data')
    .execute()
  return events.map(({ data }) => (JSON.parse(data) as { hash: unknown }).hash)
}

interface Conflict {
  readonly uid: string
  readonly coin: CoinCode
  readonly sent: Signed
  readonly submitted: Signed
}

/** Mines the found transaction in place of the submitted one. */
async function mineSent({ uid, coin, sent, submitted }: Conflict) {
  // The service may rebroadcast the submitted one first.
  await until(async () => {
    await rpc(coin, 'sandbox_evict', submitted.txid).catch(() => {})
    return rpc(coin, 'sendrawtransaction', sent.hex).then(
      () => true,
      () => false,
    )
  })
  await service.mine(coin)
  const isMined = (txid: string, confirmations: number) => txid === sent.txid && confirmations > 0
  return waitFor(
    uid,
    ({ received }) => received?.payments.some((each) => isMined(each.txid, each.confirmations)) === true,
  )
}

test('a found part that a block contains does not count in addition to the submitted payment that had replaced it', async () => {
  const conflict = await sendAndSubmit('BTC', 50n, [200_000n, 800_000n])
  const { status, received } = await mineSent(conflict)
  assert.equal(status, 'unpaid')
  assert.deepEqual(
    received?.payments.filter(({ counted }) => counted).map(({ txid }) => txid),
    [conflict.sent.txid],
  )
  assert.ok(!(await service.listEvents(conflict.uid)).includes('invoice.paid'))
})

test('a found part that is back in the mempool does not count in addition to the submitted payment that had replaced it', async () => {
  const { uid, sent } = await sendAndSubmit('BTC', 50n, [200_000n, 800_000n])
  const [found = assert.fail()] = await listPayments(service, uid)
  assert.deepEqual([found.txid, found.isReplaced], [sent.txid, true])
  const view = { baseUrl: service.config.baseUrl, getTipHeight: () => null }
  const paymentCounter = createPaymentCounter({ view, clock })
  const restorer = createPaymentRestorer({ view, clock, paymentCounter })
  const readRevision = async () => (await service.stores.invoices.find(uid))?.revision
  const revision = await readRevision()
  await createTransact(database)((stores) => restorer.restoreInMempool(stores, found))
  assert.equal((await readInvoice(uid)).status, 'unpaid')
  assert.equal(await readRevision(), revision, 'the invoice was not locked')
})

test('a found payment that a block contains pays the invoice in place of the submitted one that had replaced it', async () => {
  const conflict = await sendAndSubmit('DOGE', 150n, [200_000n, 8_000_000n])
  const { uid, sent } = conflict
  assert.equal((await readInvoice(uid)).status, 'paid')
  const { status, payment } = await mineSent(conflict)
  assert.deepEqual([status, payment.txid, payment.parts.length], ['paid', sent.txid, 1])
  assert.ok(!(await service.listEvents(uid)).includes('invoice.reversed'))
  assert.deepEqual(await listReplacements(uid), [sent.txid])
  assert.deepEqual(
    (await listExceptions(uid)).map(({ kind, txid }) => [kind, txid]),
    [['excess', sent.txid]],
  )
})

test('a found part that begins to count in a block, in place of the submitted payment that had replaced it, adds up with the rest', async () => {
  const conflict = await sendAndSubmit('DOGE', 50n, [200_000n, 8_000_000n])
  const { uid, coin, address, amount, sent } = conflict
  assert.equal((await readInvoice(uid)).status, 'paid')
  const { status, received } = await mineSent(conflict)
  assert.equal(status, 'reversed')
  assert.deepEqual(
    received?.payments.filter(({ counted }) => counted).map(({ txid }) => txid),
    [sent.txid],
  )
  assert.deepEqual(await listExceptions(uid), [])
  await send(coin, address, amount)
  await waitFor(uid, (invoice) => invoice.status === 'paid')
})

test('a payment that another block double-spends is not restored because of what was read before', async () => {
  const { uid, address, amount } = await createInvoice('BTC')
  await send('BTC', address, toUnits(amount))
  await waitFor(uid, ({ status }) => status === 'paid')
  const [{ id, ...version } = assert.fail()] = await listPayments(service, uid)
  await createTransact(database)(async ({ payments }) => {
    const doubleSpend = (hash: string) =>
      payments.markDoubleSpent({ id, ...version }, { height: 1, hash: hash.repeat(64) }, hash.repeat(64))
    await doubleSpend('a')
    const read = (await payments.find(id)) ?? assert.fail()
    await doubleSpend('b')
    assert.equal(await payments.restore(read, { isMined: false }), false)
    assert.equal(await payments.restore(read, { isMined: true }), true)
  })
})
