import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServiceChainChanges } from '../helpers/chain-changes.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import { createExceptionHelpers, customerAddress } from '../payment-exceptions/exceptions.ts'

const service = await startPaying(fileScope)
const { createInvoice, cancel, send, sendTo, listExceptions, only, resolve, readInvoice } =
  createExceptionHelpers(service)
const { database, stores } = service
const changes = createServiceChainChanges(service)

test('a payment that the merchant accepts while the search reads its double spend reverses the invoice', async () => {
  const { uid, exceptionId, payment } = await receiveLate()
  assert.equal((await resolve(exceptionId, { resolution: 'accept' })).status, 200)
  await changes.reverse(payment, await findTip(), 'ab'.repeat(32))
  assert.equal((await readInvoice(uid)).status, 'reversed')
  assert.equal((await service.listEvents(uid)).at(-1), 'invoice.reversed')
})

test('a payment that the mempool replaces while its block is read is no longer replaced', async () => {
  const { payment } = await receiveLate()
  await changes.recordReplaced(payment)
  assert.equal((await stores.payments.find(payment.id))?.isReplaced, true)
  const tip = await findTip()
  await changes.recordBlock(payment, tip)
  const { isReplaced, block } = (await stores.payments.find(payment.id)) ?? assert.fail()
  assert.deepEqual([isReplaced, block], [false, { height: tip.height, hash: tip.hash }])
})

test('a payment does not continue with money that the merchant has refunded: the invoice is reversed', async () => {
  const { uid, address, amount } = await createInvoice()
  await createInvoice()
  await send('LTC', address, amount)
  await until(async () => (await readInvoice(uid)).status === 'paid')
  await send('LTC', address, amount)
  await until(async () => (await listExceptions(uid)).length === 1)
  const [first = assert.fail(), second = assert.fail()] = await readPayments(uid)
  const refund = await sendTo('LTC', [{ address: customerAddress(), amount: Number(amount) }])
  const resolution = { resolution: 'refunded', txid: refund.txid }
  assert.equal((await resolve((await only(uid)).id, resolution)).status, 200)
  const output = await database.read.query
    .selectFrom('payment_outputs')
    .where('payment_id', '=', second.id)
    .select(['txid', 'vout', 'script'])
    .executeTakeFirstOrThrow()
  const tip = await findTip()
  await changes.replace(first, tip, {
    txid: second.txid,
    inputs: [],
    outputs: [{ ...output, amount: first.amount }],
  })
  assert.equal((await readInvoice(uid)).status, 'reversed')
  const { status, doubleSpent } = (await stores.payments.find(first.id)) ?? assert.fail()
  assert.deepEqual([status, doubleSpent?.hash], ['accepted', tip.hash])
})

/** A payment to a cancelled invoice, in the mempool. */
async function receiveLate() {
  const { uid, address, amount } = await createInvoice()
  // Another open invoice keeps the service looking for payments.
  await createInvoice()
  await cancel(uid)
  await send('LTC', address, amount)
  await until(async () => (await listExceptions(uid)).length === 1)
  const [payment = assert.fail()] = await readPayments(uid)
  return { uid, exceptionId: (await only(uid)).id, payment }
}

/** Oldest first. */
async function readPayments(uid: string) {
  const rows = await database.read.query
    .selectFrom('payments')
    .where('invoice_uid', '=', uid)
    .orderBy('id')
    .select('id')
    .execute()
  return Promise.all(rows.map(async ({ id }) => (await stores.payments.find(id)) ?? assert.fail()))
}

async function findTip() {
  const [tip = assert.fail()] = await stores.followedBlocks.findRecent('LTC', 1)
  return tip
}
