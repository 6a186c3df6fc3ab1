import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { createPaymentCounter } from '../../src/payments/count.ts'
import { createSettlement } from '../../src/payments/settle.ts'
import { fileScope } from '../helpers/databases.ts'
import { listPayments } from '../helpers/list-payments.ts'
import { startPaying, testOnEveryCoin } from '../helpers/paying.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const service = await startPaying(fileScope)
/** Another process on the same database, which claims and does nothing more. */
const claimingProcess = await startService(fileScope, {
  sharedStorage: service.storage,
  listen: true,
  config: { failpoint: { name: 'payment.claimed', action: { kind: 'drop' } }, logLevel: 'silent' },
})
const { rpc, mine, waitUntilFollowed, readStatus, listEvents, submit, database, clock } = service
const view = { baseUrl: service.config.baseUrl, getTipHeight: () => null }
const settling = createSettlement(createTransact(database), {
  view,
  clock,
  isConfirmed: () => false,
  paymentCounter: createPaymentCounter({ view, clock }),
})

const readPayment = async (uid: string) => Object((await service.getInvoice(uid)).invoice.payment)

async function readBlock(uid: string) {
  const [payment = assert.fail()] = await listPayments(service, uid)
  return payment.block
}

/** Mined before it was submitted, and not settled yet: the payment as the settling process has it in memory. */
async function createUnsettled(coin: string) {
  const payer = await service.payer(coin)
  const bill = await service.createBill(coin)
  const signed = payer.pay(bill)
  await rpc(coin, 'sendrawtransaction', signed.hex)
  await mine(coin)
  await waitUntilFollowed(coin)
  const url = `${claimingProcess.baseUrl}/payments/json/${coin}/${bill.uid}`
  const body = JSON.stringify({ currency: coin, transactions: [signed.hex] })
  const headers = { 'content-type': 'application/json' }
  await assert.rejects(fetch(url, { method: 'POST', headers, body }))
  const [payment = assert.fail()] = await listPayments(service, bill.uid)
  assert.ok(payment.block)
  return { bill, signed, payment }
}

testOnEveryCoin(
  'a payment’s block is replaced by one with a double spend before settlement: the invoice is reversed',
  async (coin) => {
    const { bill, signed, payment } = await createUnsettled(coin)
    await rpc(coin, 'sandbox_reorganise', 1, [signed.txid])
    await waitUntilFollowed(coin)
    assert.equal(await settling.accept(payment, payment.block), true)
    await until(async () => (await readStatus(bill.uid)) === 'reversed')
    assert.equal((await readPayment(bill.uid)).confirmations, 0)
    assert.equal((await listEvents(bill.uid)).filter((type) => type === 'invoice.reversed').length, 1)
  },
)

test('a payment’s block is replaced by another that also contains it before settlement: its confirmations are counted from there', async () => {
  const { bill, payment } = await createUnsettled('LTC')
  await rpc('LTC', 'sandbox_reorganise', 1)
  await mine('LTC')
  await waitUntilFollowed('LTC')
  assert.equal(await settling.accept(payment, payment.block), true)
  await until(async () => (await readPayment(bill.uid)).confirmations > 0)
  const block = await readBlock(bill.uid)
  assert.equal(await rpc('LTC', 'getblockhash', block?.height), block?.hash)
})

testOnEveryCoin('a payment in a missed block is found in it, and confirmed once', async (coin) => {
  const payer = await service.payer(coin)
  const bill = await service.createBill(coin)
  const signed = payer.pay(bill)
  service.assertAccepted(await submit(bill, signed), [signed])
  await mine(coin)
  await waitUntilFollowed(coin)
  await until(async () => (await readPayment(bill.uid)).confirmations === 1)
  const written = await readBlock(bill.uid)
  const before = await listEvents(bill.uid)
  assert.ok(written)
  // As if the block was written before the claim.
  await database.transact(({ query }) =>
    query
      .updateTable('payments')
      .where('invoice_uid', '=', bill.uid)
      .set({ block_height: null, block_hash: null })
      .execute(),
  )
  await until(async () => (await readBlock(bill.uid)) !== null)
  assert.deepEqual(await readBlock(bill.uid), written)
  assert.deepEqual(await listEvents(bill.uid), before)
})
