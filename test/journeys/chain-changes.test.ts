import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { listPayments } from '../helpers/list-payments.ts'
import { type Bill, startPaying, testOnEveryCoin } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'

const service = await startPaying(fileScope, { settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
/** Nobody listens there: deliveries are written all the same. */
const webhookUrl = 'http://127.0.0.1:9/hook'
const { rpc, mine, waitUntilFollowed, readStatus, listEvents, submit, listMempool } = service

/** An invoice of 12.5 USD, paid in that coin; the transaction is in the mempool, or has that many confirmations. */
async function createPaidBill(coin: string, blocks = 0, body = {}): Promise<{ bill: Bill; signed: Signed }> {
  const payer = await service.payer(coin)
  const bill = await service.createBill(coin, body)
  const signed = payer.pay(bill)
  service.assertAccepted(await submit(bill, signed), [signed])
  if (blocks > 0) await mine(coin, blocks)
  await waitUntilFollowed(coin)
  return { bill, signed }
}

const waitForStatus = (uid: string, status: string) => until(async () => (await readStatus(uid)) === status)
const waitForEvents = (uid: string, type: string, times = 1) =>
  until(async () => (await listEvents(uid)).filter((each) => each === type).length === times)

const readPayment = async (uid: string) => Object((await service.getInvoice(uid)).invoice.payment)

const confirmationEvents = (coin: string) =>
  ['BTC', 'LTC', 'DOGE'].includes(coin) ? ['payment.confirmed'] : []
/** With 0 required confirmations a payment is confirmed when it is accepted. */
const settledEvents = (coin: string) => [
  'invoice.created',
  'payment.accepted',
  'invoice.paid',
  ...(confirmationEvents(coin).length === 0 ? ['payment.confirmed'] : []),
]

testOnEveryCoin(
  'an accepted payment that is double-spent in a block reverses the invoice, with one event',
  async (coin) => {
    const { bill, signed } = await createPaidBill(coin, 1)
    const before = await readPayment(bill.uid)
    await rpc(coin, 'sandbox_reorganise', 1, [signed.txid])
    await waitForStatus(bill.uid, 'reversed')
    await mine(coin, 2)
    await waitUntilFollowed(coin)
    assert.deepEqual(await listEvents(bill.uid), [
      ...settledEvents(coin),
      ...confirmationEvents(coin),
      'invoice.reversed',
    ])
    const { invoice, payment_options } = await service.getInvoice(bill.uid)
    assert.deepEqual(payment_options, [])
    assert.equal(invoice.paid_at, before.accepted_at)
    assert.partialDeepStrictEqual(invoice.payment, { txid: signed.txid, confirmations: 0 })
    const repeat = await submit(bill, signed)
    assert.equal(repeat.status, 400)
    assert.equal(repeat.json.code, 'invoice_reversed')
  },
)

for (const depth of [1, 3, 6])
  test(`a reorganisation of ${depth} blocks that drops the payment for good reverses it; any other leaves it paid`, async () => {
    const lost = await createPaidBill('LTC')
    const kept = await createPaidBill('LTC')
    await mine('LTC', depth)
    await waitUntilFollowed('LTC')
    await rpc('LTC', 'sandbox_reorganise', depth, [lost.signed.txid])
    await waitForStatus(lost.bill.uid, 'reversed')
    await mine('LTC')
    await until(async () => (await readPayment(kept.bill.uid)).confirmations > 0)
    assert.equal(await readStatus(kept.bill.uid), 'paid')
    const events = await listEvents(kept.bill.uid)
    assert.equal(events.filter((type) => type === 'invoice.paid').length, 1)
    assert.ok(!events.includes('invoice.reversed'))
  })

testOnEveryCoin('a payment missing from the mempool is sent again, without an event', async (coin) => {
  const { bill, signed } = await createPaidBill(coin)
  await rpc(coin, 'sandbox_evict', signed.txid)
  await until(async () => (await listMempool(coin)).includes(signed.txid))
  await mine(coin)
  await until(async () => (await readPayment(bill.uid)).confirmations === 1)
  assert.deepEqual(await listEvents(bill.uid), [...settledEvents(coin), ...confirmationEvents(coin)])
})

testOnEveryCoin(
  'a payment that was replaced in the mempool stays paid until the other transaction is mined, and is then reversed',
  async (coin) => {
    const { bill, signed } = await createPaidBill(coin)
    await rpc(coin, 'sandbox_replace', signed.txid)
    const { length } = await service.storage.database.read.query
      .selectFrom('followed_blocks')
      .select('hash')
      .execute()
    assert.ok(length > 0)
    // One or two polls of the mempool: another transaction there is not final yet.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    assert.equal(await readStatus(bill.uid), 'paid')
    await mine(coin)
    await waitForStatus(bill.uid, 'reversed')
    assert.deepEqual(await listEvents(bill.uid), [...settledEvents(coin), 'invoice.reversed'])
  },
)

testOnEveryCoin(
  'a replacement transaction that pays the same outputs continues the payment: new txid, still paid',
  async (coin) => {
    const { bill, signed } = await createPaidBill(coin)
    const replacement = String(await rpc(coin, 'sandbox_replace', signed.txid, true))
    assert.notEqual(replacement, signed.txid)
    await mine(coin)
    await waitForEvents(bill.uid, 'payment.replaced')
    assert.deepEqual(await listEvents(bill.uid), [
      ...settledEvents(coin),
      'payment.replaced',
      ...confirmationEvents(coin),
    ])
    assert.equal(await readStatus(bill.uid), 'paid')
    assert.partialDeepStrictEqual(await readPayment(bill.uid), {
      txid: replacement,
      txids: [replacement],
      confirmations: 1,
      replaceable: false,
    })
    const [payment = assert.fail()] = await listPayments(service, bill.uid)
    assert.equal(payment.txid, replacement)
    // The wallet that submitted the first one gets the same response as before.
    service.assertAccepted(await submit(bill, signed), [signed])
    const list = await service.request(`/invoices?q=${replacement}`)
    assert.partialDeepStrictEqual(list.json, { invoices: [{ invoice: { uid: bill.uid } }] })
  },
)

test('when the replacement disappears with its block, the first transaction is sent again and mined', async () => {
  const { bill, signed } = await createPaidBill('LTC')
  const replacement = String(await rpc('LTC', 'sandbox_replace', signed.txid, true))
  await mine('LTC')
  await waitForEvents(bill.uid, 'payment.replaced')
  await rpc('LTC', 'sandbox_reorganise', 1)
  await rpc('LTC', 'sandbox_evict', replacement)
  await until(async () => (await listMempool('LTC')).includes(signed.txid))
  await mine('LTC')
  await waitForEvents(bill.uid, 'payment.replaced', 2)
  assert.equal(await readStatus(bill.uid), 'paid')
  assert.partialDeepStrictEqual(await readPayment(bill.uid), { txid: signed.txid, confirmations: 1 })
})

testOnEveryCoin(
  'an invoice whose payment returns to the chain is paid again, with one event, which reaches the webhook_url too',
  async (coin) => {
    const { bill, signed } = await createPaidBill(coin, 1, { webhook_url: webhookUrl })
    await rpc(coin, 'sandbox_reorganise', 1, [signed.txid])
    await waitForStatus(bill.uid, 'reversed')
    const height = Number(await rpc(coin, 'getblockcount'))
    const blockTxids = await blockTransactions(coin, height - 1)
    // The block with the double spend is replaced too, and the double spend with it.
    await rpc(coin, 'sandbox_reorganise', 2)
    for (const txid of blockTxids) await rpc(coin, 'sandbox_evict', txid).catch(() => {})
    await waitForStatus(bill.uid, 'paid')
    await mine(coin)
    await until(async () => (await readPayment(bill.uid)).confirmations === 1)
    const events = await listEvents(bill.uid)
    assert.deepEqual(
      events.filter((type) => type.startsWith('invoice.')),
      ['invoice.created', 'invoice.paid', 'invoice.reversed', 'invoice.restored'],
    )
    assert.equal((await readPayment(bill.uid)).txid, signed.txid)
    await until(async () => (await listDeliveries(bill.uid)).length === 3)
    assert.deepEqual(await listDeliveries(bill.uid), ['invoice.paid', 'invoice.reversed', 'invoice.restored'])
    service.assertAccepted(await submit(bill, signed), [signed])
  },
)

test('the events of a reversal and a restoration carry the invoice’s status and payment at that moment', async () => {
  const types = await service.database.read.query
    .selectFrom('events')
    .where('type', 'in', ['invoice.reversed', 'invoice.restored'])
    .select(['type', 'data'])
    .execute()
  assert.ok(types.length >= 12)
  for (const { type, data } of types) {
    const { status, invoice, payment, hash } = JSON.parse(data)
    assert.equal(status, type === 'invoice.reversed' ? 'reversed' : 'paid')
    assert.equal(invoice.status, status)
    assert.equal(payment.txid, hash)
  }
})

/** Types of the events that are delivered to the invoice's webhook_url, in order. */
async function listDeliveries(uid: string): Promise<string[]> {
  const rows = await service.database.read.query
    .selectFrom('webhook_deliveries')
    .innerJoin('events', 'events.id', 'webhook_deliveries.event_id')
    .where('events.subject', '=', `invoice/${uid}`)
    .where('webhook_deliveries.url', '=', webhookUrl)
    .orderBy('events.sequence')
    .select('events.type')
    .execute()
  return rows.map(({ type }) => type)
}

async function blockTransactions(coin: string, height: number): Promise<string[]> {
  const hash = await rpc(coin, 'getblockhash', height)
  const { tx } = Object(await rpc(coin, 'getblock', hash))
  return tx.slice(1)
}
