import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { type Clock, createManualClock, day, hour, minute, second } from '../../src/kernel/clock.ts'
import type { BroadcastResult, Network } from '../../src/networks/network.ts'
import type { PaymentChain, PaymentChains } from '../../src/payments/chain.ts'
import { createPaymentCounter } from '../../src/payments/count.ts'
import { createPaymentDelivery } from '../../src/payments/deliver.ts'
import { emptyFeeBasis } from '../../src/payments/fee.ts'
import { createPaymentLeases } from '../../src/payments/leases.ts'
import { leaseMs, type Payment } from '../../src/payments/payment.ts'
import { createPaymentRecovery } from '../../src/payments/recover.ts'
import { createSettlement } from '../../src/payments/settle.ts'
import { fileScope } from '../helpers/databases.ts'
import { listPayments } from '../helpers/list-payments.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'

/** Its clock stands still, so it takes over no payment. It claims, and sends nothing. */
const service = await startPaying(fileScope, {
  clock: createManualClock(Date.now()),
  config: { failpoint: { name: 'payment.claimed', action: { kind: 'throw' } }, logLevel: 'silent' },
})
const { database, stores } = service
const transact = createTransact(database)

/** A payment that has claimed its invoice and was not sent yet. */
async function claim(): Promise<Payment> {
  const bill = await service.createBill('DOGE')
  await service.submit(bill, (await service.payer('DOGE')).pay(bill))
  await database.transact(({ query }) =>
    query.updateTable('payments').set({ reason: null }).where('invoice_uid', '=', bill.uid).execute(),
  )
  const [payment = assert.fail('no claim')] = await listPayments(service, bill.uid)
  return payment
}

/** Another process on the same database, whose node answers when and what the test decides. `sent`: the broadcasts that it has got. */
function startProcess(clock: Clock) {
  const sent: ((result: BroadcastResult) => void)[] = []
  const network = {
    broadcast: () => new Promise<BroadcastResult>((resolve) => sent.push(resolve)),
    findInMempool: async () => [null],
  } satisfies Partial<Network>
  const chain = {
    network: network as Partial<Network> as Network,
    catchUp: async () => {},
    findMined: async () => null,
  } satisfies Partial<PaymentChain>
  const view = { baseUrl: service.config.baseUrl, getTipHeight: () => null }
  const paymentCounter = createPaymentCounter({ view, clock })
  const settlement = createSettlement(transact, { view, clock, isConfirmed: () => false, paymentCounter })
  const leases = createPaymentLeases(transact, clock)
  const delivery = createPaymentDelivery({
    chains: {
      find: () => chain as Partial<PaymentChain> as PaymentChain,
    } as Partial<PaymentChains> as PaymentChains,
    settlement,
    leases,
    checkFailpoint: async () => {},
  })
  const recover = createPaymentRecovery({
    reader: stores.payments,
    resume: delivery.resume,
    settlement,
    clock,
    maxClaimMs: day,
  })
  return { ...delivery, recover, sent, renewLeases: leases.renew }
}

/** Resolves once the payment was sent for the first time, to the delivery's outcome. */
async function send({ deliver, sent }: ReturnType<typeof startProcess>, payment: Payment) {
  const { txid } = payment
  const unmined = new Map([[txid, { ...emptyFeeBasis, txid, parents: [] }]])
  const outcome = deliver(payment, { feeRate: 0n, unmined, isTested: false })
  outcome.catch(() => {})
  await until(async () => sent.length === 1)
  return { outcome }
}

const answer = (process: ReturnType<typeof startProcess>, result: BroadcastResult) =>
  (process.sent.pop() ?? assert.fail('nothing was sent'))(result)

/** A rejection that isn't final once the transaction may have been sent before. */
const rejection = { outcome: 'rejected', rejection: { reason: 'fee_too_low', text: '' } } as const

async function readStatus({ id }: Payment): Promise<string | undefined> {
  return (await stores.payments.find(id))?.status
}

test('a process that is sending a payment for longer than a lease keeps it: a rejection is final', async () => {
  const clock = createManualClock(service.clock.now())
  const [sending, other] = [startProcess(clock), startProcess(clock)]
  const payment = await claim()
  const { outcome } = await send(sending, payment)
  for (let passedMs = 0; passedMs < minute; passedMs += 2 * second) {
    clock.advance(2 * second)
    await sending.renewLeases()
    assert.equal(await other.recover(), 0)
    assert.equal(await other.resume(payment), null)
  }
  answer(sending, rejection)
  await assert.rejects(outcome, { code: 'tx_fee_too_low' })
  assert.equal(await readStatus(payment), 'rejected')
  assert.deepEqual(other.sent, [])
})

test('a payment whose process has died is taken over once its lease has ended, and not before', async () => {
  const clock = createManualClock(service.clock.now())
  const [dead, other] = [startProcess(clock), startProcess(clock)]
  const payment = await claim()
  const { outcome } = await send(dead, payment)
  clock.set(payment.leaseUntil - 1)
  assert.equal(await other.recover(), 0)
  assert.equal(await other.resume(payment), null)
  clock.advance(1)
  const recovery = other.recover()
  await until(async () => other.sent.length === 1)
  // It wasn't dead after all. It can't know whether the network has accepted the other broadcast.
  await dead.renewLeases()
  answer(dead, rejection)
  await assert.rejects(outcome, { code: 'broadcast_unknown' })
  answer(other, { outcome: 'accepted' })
  assert.equal(await recovery, 1)
  assert.equal(await readStatus(payment), 'accepted')
})

test('a payment whose outcome is unknown can be sent again at once, by one process', async () => {
  const clock = createManualClock(service.clock.now())
  const [first, second, third] = [startProcess(clock), startProcess(clock), startProcess(clock)]
  const payment = await claim()
  const { outcome } = await send(first, payment)
  answer(first, { outcome: 'unknown', text: '' })
  await assert.rejects(outcome, { code: 'broadcast_unknown' })
  const unknown = (await stores.payments.find(payment.id)) ?? assert.fail()
  assert.equal(await third.recover(), 0)
  const repeat = second.resume(unknown)
  await until(async () => second.sent.length === 1)
  assert.equal(await third.resume(unknown), null)
  answer(second, { outcome: 'accepted' })
  assert.equal((await repeat)?.txid, payment.txid)
})

test('a rejection that arrives while the lease is being renewed is final', async () => {
  const clock = createManualClock(service.clock.now())
  const sending = startProcess(clock)
  const payment = await claim()
  const { outcome } = await send(sending, payment)
  clock.set(payment.leaseUntil)
  const renewal = sending.renewLeases()
  answer(sending, rejection)
  await assert.rejects(outcome, { code: 'tx_fee_too_low' })
  await renewal
  assert.equal(await readStatus(payment), 'rejected')
})

test('a process that is sending a payment renews its lease after the clock was set back', async () => {
  const clock = createManualClock(service.clock.now())
  const [sending, other] = [startProcess(clock), startProcess(clock)]
  const payment = await claim()
  const { outcome } = await send(sending, payment)
  clock.advance(-hour)
  await sending.renewLeases()
  assert.equal(await other.recover(), 0)
  clock.advance(leaseMs)
  const recovery = other.recover()
  await until(async () => other.sent.length === 1)
  answer(other, { outcome: 'accepted' })
  assert.equal(await recovery, 1)
  answer(sending, { outcome: 'accepted' })
  assert.equal((await outcome)?.txid, payment.txid)
})
