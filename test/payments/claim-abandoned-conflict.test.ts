import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { createPaymentCounter } from '../../src/payments/count.ts'
import { createPaymentLeases } from '../../src/payments/leases.ts'
import { createClaimReleaser } from '../../src/payments/release.ts'
import { createSettlement } from '../../src/payments/settle.ts'
import { fileScope } from '../helpers/databases.ts'
import { listPayments } from '../helpers/list-payments.ts'
import { assertPaymentRejected, type Bill, startPaying } from '../helpers/paying.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'

const service = await startPaying(fileScope, { settings: { NODE_TIMEOUT_SECONDS: '1' } })
/** Another process on the same database that pauses between claim and broadcast. */
const slow = await startService(fileScope, {
  sharedStorage: service.storage,
  config: { failpoint: { name: 'payment.claimed', action: { kind: 'sleep', ms: 3_000 } } },
})
const { createBill, submit, mine, readStatus, listEvents, assertPaid, assertAccepted, database, clock } =
  service
const transact = createTransact(database)
const view = { baseUrl: service.config.baseUrl, getTipHeight: () => null }
const settling = createSettlement(transact, {
  view,
  clock,
  isConfirmed: () => false,
  paymentCounter: createPaymentCounter({ view, clock }),
})
const leases = createPaymentLeases(transact, clock)
const releaseByHand = createClaimReleaser(transact, { clock, actor: 'the test' })

const stopFailing = (coin: string) => service.rpc(coin, 'sandbox_fail', 'none', 0)
/** The reconciler's broadcasts are lost too. */
const dropBroadcasts = (coin: string) => service.rpc(coin, 'sandbox_fail', 'timeout', 1_000)

/** An unanswered claim that was released manually; the network has none of it. */
async function setAside(coin: string) {
  const bill = await createBill(coin)
  const wallet = await service.payer(coin, coin === 'DOGE' ? ['200', '200'] : ['1', '1'])
  const first = wallet.pay(bill)
  await claimWithoutResponse(bill, first)
  assert.equal(await releaseByHand(await readOpenClaim(bill)), true)
  const { reason } = await database.read.query
    .selectFrom('payments')
    .where('invoice_uid', '=', bill.uid)
    .select('reason')
    .executeTakeFirstOrThrow()
  assert.equal(reason, 'released')
  await stopFailing(coin)
  return { bill, wallet, first }
}

async function claimWithoutResponse(bill: Bill, signed: Signed): Promise<void> {
  await dropBroadcasts(bill.coin)
  assertPaymentRejected(await submit(bill, signed), 'broadcast_unknown')
}

async function readClaim({ uid }: Bill) {
  const payments = await listPayments(service, uid)
  return payments.find(({ status }) => status === 'sending') ?? assert.fail('no claim is pending')
}

async function readOpenClaim({ uid }: Bill) {
  const claims = await service.stores.payments.findOpenClaims()
  return claims.find(({ invoiceUid }) => invoiceUid === uid) ?? assert.fail('no claim is open')
}

async function listStates({ uid }: Bill): Promise<Record<string, string>> {
  const rows = await database.read.query
    .selectFrom('payments')
    .where('invoice_uid', '=', uid)
    .orderBy('id')
    .select(['txid', 'status'])
    .execute()
  return Object.fromEntries(rows.map(({ txid, status }) => [txid, status]))
}

async function mineTransaction({ coin, uid }: Bill, { hex }: Signed): Promise<void> {
  await service.rpc(coin, 'sendrawtransaction', hex)
  await mine(coin)
  await until(async () => (await readStatus(uid)) === 'paid')
}

describe('a transaction whose claim was abandoned is mined while another claim is pending', {
  concurrency: true,
}, () => {
  test('it pays the invoice, and the other payment is abandoned; a retry of the other one says so', async () => {
    const { bill, wallet, first } = await setAside('BTC')
    const second = wallet.pay(bill, { randomNonces: true, fee: first.fee + 1_000n })
    await claimWithoutResponse(bill, second)
    await mineTransaction(bill, first)
    await assertPaid(bill, [first])
    assert.deepEqual(await listStates(bill), { [first.txid]: 'accepted', [second.txid]: 'set_aside' })
    assertPaymentRejected(await submit(bill, second), 'invoice_paid')
    assertAccepted(await submit(bill, first), [first])
    assert.deepEqual((await listEvents(bill.uid)).slice(0, 3), [
      'invoice.created',
      'payment.accepted',
      'invoice.paid',
    ])
  })

  test('if the other one is mined too, it is payment.surplus, and its submission doesn’t succeed', async () => {
    const { bill, wallet, first } = await setAside('LTC')
    const second = wallet.pay(bill, { inputs: wallet.utxos.slice(1) })
    await claimWithoutResponse(bill, second)
    await mineTransaction(bill, first)
    await mineTransaction(bill, second)
    await until(async () => (await listEvents(bill.uid)).includes('payment.surplus'))
    assert.deepEqual(await listStates(bill), { [first.txid]: 'accepted', [second.txid]: 'surplus' })
    await assertPaid(bill, [first])
    assertPaymentRejected(await submit(bill, second), 'invoice_paid')
  })

  for (const [coin, end] of [
    ['BCH', 'refused'],
    ['DASH', 'unanswered'],
    ['DOGE', 'claimed by another process'],
    ['BSV', 'accepted'],
  ] as const)
    test(`an invoice whose other payment is ${end} afterwards stays paid, once`, async () => {
      const { bill, wallet, first } = await setAside(coin)
      const second = wallet.pay(bill, { inputs: wallet.utxos.slice(1) })
      await claimWithoutResponse(bill, second)
      const payment = await readClaim(bill)
      await mineTransaction(bill, first)
      if (end === 'refused') assert.equal(await settling.release(payment, { code: 'rejected' }), false)
      if (end === 'unanswered') await settling.scheduleRetry(payment, { code: 'no_answer' })
      if (end === 'claimed by another process') assert.equal(await leases.take(payment), null)
      if (end === 'accepted') assert.equal(await settling.accept(payment, null), false)
      assert.equal(await settling.abandon(payment, { code: 'timed_out' }), false)
      const other = end === 'accepted' ? 'surplus' : 'set_aside'
      assert.deepEqual(await listStates(bill), { [first.txid]: 'accepted', [second.txid]: other })
      await assertPaid(bill, [first])
      await service.assertSound()
    })
})

test('an abandoned transaction that is submitted again and cannot be sent has an unknown outcome, and stays watched', async () => {
  const { bill, first } = await setAside('LTC')
  const body = { currency: 'LTC', transactions: [first.hex] }
  const response = slow.request(`/payments/json/LTC/${bill.uid}`, { method: 'POST', token: null, body })
  await until(async () => (await listPayments(service, bill.uid)).length === 1)
  await service.rpc('LTC', 'sandbox_fail', 'down', 0)
  assertPaymentRejected(await response, 'broadcast_unknown')
  assert.equal(await readStatus(bill.uid), 'unpaid')
  const claim = await readOpenClaim(bill)
  assert.equal(await releaseByHand(claim), true)
  await service.rpc('LTC', 'sendrawtransaction', first.hex)
  await mine('LTC')
  await stopFailing('LTC')
  await until(async () => (await readStatus(bill.uid)) === 'paid')
  await assertPaid(bill, [first])
  assertAccepted(await submit(bill, first), [first])
})
