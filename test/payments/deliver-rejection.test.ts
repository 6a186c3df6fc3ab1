import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransact, type Stores } from '../../src/composition/stores.ts'
import { createManualClock } from '../../src/kernel/clock.ts'
import type { Transact } from '../../src/kernel/transact.ts'
import type { PaymentReceipt } from '../../src/payment-requests/dialects/dialect.ts'
import { leaseMs, type Payment } from '../../src/payments/payment.ts'
import { fileScope } from '../helpers/databases.ts'
import {
  answer,
  type DeliveryProcess,
  temporaryRejection as rejection,
  sendFirst,
  startClaimingService,
} from '../helpers/delivery-process.ts'
import { until } from '../helpers/until.ts'

const service = await startClaimingService(fileScope)
const { stores, claim, readPayment, startDeliveryProcess: startProcess } = service
const clock = createManualClock(service.clock.now())

/** A payment that the node rejected when it was first sent. The node then fell silent. */
async function claimRejected(): Promise<Payment> {
  const process = startProcess(clock)
  const payment = await claim()
  const { outcome } = await sendFirst(process, payment)
  process.node.isSilent = true
  await answer(process, rejection)
  await assert.rejects(outcome, { code: 'broadcast_unknown' })
  const { status, reason, reason_detail } = await readPayment(payment)
  assert.deepEqual([status, reason, reason_detail], ['sending', 'first_send_rejected', 'fee_too_low'])
  return payment
}

/** Starts to send a stored payment again. */
function resume(process: DeliveryProcess, { id }: Payment): Promise<PaymentReceipt | null> {
  const outcome = stores.payments
    .find(id)
    .then((payment) => process.resume(payment ?? assert.fail('no payment')))
  outcome.catch(() => {})
  return outcome
}

async function assertReleased(payment: Payment): Promise<void> {
  const { status, reason, reason_detail } = await readPayment(payment)
  assert.deepEqual([status, reason, reason_detail], ['rejected', 'rejected', 'fee_too_low'])
  assert.equal((await stores.invoices.find(payment.invoiceUid))?.status, 'unpaid')
}

/** Ends the payment, so that the next test finds no other. */
async function settle(payment: Payment): Promise<void> {
  const process = startProcess(clock)
  const outcome = resume(process, payment)
  await answer(process, { outcome: 'accepted' })
  await outcome
}

test('a first rejection after which the node falls silent is final once the node rejects the payment again', async () => {
  const payment = await claimRejected()
  const process = startProcess(clock)
  const outcome = resume(process, payment)
  await answer(process, rejection)
  // The required fee isn't known any more.
  await assert.rejects(outcome, { code: 'tx_rejected' })
  await assertReleased(payment)
})

test('a first rejection stays final while the node stays silent, or gets nothing', async () => {
  const payment = await claimRejected()
  for (const isReached of [true, false]) {
    const process = startProcess(clock)
    process.node.isSilent = true
    const outcome = resume(process, payment)
    await answer(process, isReached ? rejection : { outcome: 'unsent', text: '' })
    await assert.rejects(outcome, { code: 'broadcast_unknown' })
    assert.equal((await readPayment(payment)).reason, 'first_send_rejected')
  }
  const process = startProcess(clock)
  const outcome = resume(process, payment)
  await answer(process, rejection)
  await assert.rejects(outcome, { code: 'tx_rejected' })
  await assertReleased(payment)
})

test('a first rejection proves nothing if the node has the transaction: the payment is accepted', async () => {
  const payment = await claimRejected()
  const process = startProcess(clock)
  process.node.mempool.add(payment.txid)
  const outcome = resume(process, payment)
  await answer(process, rejection)
  assert.equal((await outcome)?.txid, payment.txid)
  assert.equal((await readPayment(payment)).status, 'accepted')
})

test('a first rejection is not final any more once the network may have got the transaction', async () => {
  const payment = await claimRejected()
  const process = startProcess(clock)
  const unknown = resume(process, payment)
  await answer(process, { outcome: 'unknown', text: '' })
  await assert.rejects(unknown, { code: 'broadcast_unknown' })
  const rejected = resume(process, payment)
  await answer(process, rejection)
  await assert.rejects(rejected, { code: 'broadcast_unknown' })
  const { status, reason } = await readPayment(payment)
  assert.deepEqual([status, reason], ['sending', 'temporarily_rejected'])
  await settle(payment)
})

test('a first rejection is not final if a process died while it sent the payment again', async () => {
  const payment = await claimRejected()
  const [dead, other] = [startProcess(clock), startProcess(clock)]
  const lost = resume(dead, payment)
  await until(async () => dead.sent.length === 1)
  assert.equal(await resume(other, payment), null)
  clock.advance(leaseMs)
  const rejected = resume(other, payment)
  await answer(other, rejection)
  await assert.rejects(rejected, { code: 'broadcast_unknown' })
  const { status, reason } = await readPayment(payment)
  assert.deepEqual([status, reason], ['sending', 'temporarily_rejected'])
  // It wasn't dead after all.
  await answer(dead, rejection)
  await assert.rejects(lost, { code: 'broadcast_unknown' })
  assert.equal((await readPayment(payment)).status, 'sending')
  await settle(payment)
})

test('a resubmitted payment may have been sent before: its first rejection is not final', async () => {
  const payment = await claim()
  const process = startProcess(clock)
  const outcome = process.deliver(payment, undefined)
  outcome.catch(() => {})
  process.node.isSilent = true
  await answer(process, rejection)
  await assert.rejects(outcome, { code: 'broadcast_unknown' })
  assert.equal((await readPayment(payment)).reason, 'lookup_failed')
  await settle(payment)
})

/** Transactions of a process whose database fails the next `count` times. */
function failNext() {
  const failures = { count: 0 }
  const transactReally = createTransact(service.database)
  const transact: Transact<Stores> = (work) => {
    if (failures.count === 0) return transactReally(work)
    failures.count -= 1
    return Promise.reject(new Error('the lock was not available'))
  }
  return { failures, transact }
}

test('a first rejection is stored even if the database fails once', async () => {
  const { failures, transact } = failNext()
  const process = startProcess(clock, { transact })
  const payment = await claim()
  const { outcome } = await sendFirst(process, payment)
  failures.count = 1
  await answer(process, rejection)
  await assert.rejects(outcome, { code: 'tx_fee_too_low' })
  await assertReleased(payment)
})

test('a first rejection that could not be stored as final is final in the next attempt', async () => {
  const { failures, transact } = failNext()
  const process = startProcess(clock, { transact })
  const payment = await claim()
  const { outcome } = await sendFirst(process, payment)
  failures.count = 2
  await answer(process, rejection)
  await assert.rejects(outcome, /the lock was not available/)
  assert.equal((await readPayment(payment)).reason, 'first_send_rejected')
  const repeated = resume(process, payment)
  await answer(process, rejection)
  await assert.rejects(repeated, { code: 'tx_rejected' })
  await assertReleased(payment)
})

test('a rejection is kept after the lease was renewed, too', async () => {
  const { failures, transact } = failNext()
  const process = startProcess(clock, { transact })
  const payment = await claim()
  const { outcome } = await sendFirst(process, payment)
  clock.advance(leaseMs)
  await process.renewLeases()
  failures.count = 2
  await answer(process, rejection)
  await assert.rejects(outcome, /the lock was not available/)
  assert.equal((await readPayment(payment)).reason, 'first_send_rejected')
  await settle(payment)
})
