import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Clock, createManualClock, hour, minute, second } from '../../src/kernel/clock.ts'
import { leaseMs, type Payment } from '../../src/payments/payment.ts'
import { fileScope } from '../helpers/databases.ts'
import {
  answer,
  type DeliveryProcess,
  temporaryRejection as rejection,
  sendFirst,
  startClaimingService,
  startFirstDelivery,
} from '../helpers/delivery-process.ts'
import { until } from '../helpers/until.ts'

const service = await startClaimingService(fileScope)
const { stores, claim, startDeliveryProcess: startProcess } = service

async function readStatus({ id }: Payment): Promise<string | undefined> {
  return (await stores.payments.find(id))?.status
}

/** So that a process which wrongly sends something fails the test, instead of waiting for an answer. */
async function waitUntilSentOrEnded({ sent }: DeliveryProcess, outcome: Promise<unknown>): Promise<void> {
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  outcome.then(end, end)
  await until(async () => hasEnded || sent.length > 0)
}

test('a process that is sending a payment for longer than a lease keeps it: a rejection is final', async () => {
  const clock = createManualClock(service.clock.now())
  const [sending, other] = [startProcess(clock), startProcess(clock)]
  const payment = await claim()
  const { outcome } = await sendFirst(sending, payment)
  for (let passedMs = 0; passedMs < minute; passedMs += 2 * second) {
    clock.advance(2 * second)
    await sending.renewLeases()
    assert.equal(await other.recover(), 0)
    assert.equal(await other.resume(payment), null)
  }
  await answer(sending, rejection)
  await assert.rejects(outcome, { code: 'tx_fee_too_low' })
  assert.equal(await readStatus(payment), 'rejected')
  assert.deepEqual(other.sent, [])
})

test('a payment whose process has died is taken over once its lease has ended, and not before', async () => {
  const clock = createManualClock(service.clock.now())
  const [dead, other] = [startProcess(clock), startProcess(clock)]
  const payment = await claim()
  const { outcome } = await sendFirst(dead, payment)
  clock.set(payment.leaseUntil - 1)
  assert.equal(await other.recover(), 0)
  assert.equal(await other.resume(payment), null)
  clock.advance(1)
  const recovery = other.recover()
  await until(async () => other.sent.length === 1)
  // It wasn't dead after all. It can't know whether the network has accepted the other broadcast.
  await dead.renewLeases()
  await answer(dead, rejection)
  await assert.rejects(outcome, { code: 'broadcast_unknown' })
  await answer(other, { outcome: 'accepted' })
  assert.equal(await recovery, 1)
  assert.equal(await readStatus(payment), 'accepted')
})

test('a payment whose outcome is unknown can be sent again at once, by one process', async () => {
  const clock = createManualClock(service.clock.now())
  const [first, second, third] = [startProcess(clock), startProcess(clock), startProcess(clock)]
  const payment = await claim()
  const { outcome } = await sendFirst(first, payment)
  await answer(first, { outcome: 'unknown', text: '' })
  await assert.rejects(outcome, { code: 'broadcast_unknown' })
  const unknown = (await stores.payments.find(payment.id)) ?? assert.fail()
  assert.equal(await third.recover(), 0)
  const repeat = second.resume(unknown)
  await until(async () => second.sent.length === 1)
  assert.equal(await third.resume(unknown), null)
  await answer(second, { outcome: 'accepted' })
  assert.equal((await repeat)?.txid, payment.txid)
})

test('a payment that is being sent again is not taken over: a permanent rejection is final', async () => {
  const clock = createManualClock(service.clock.now())
  const [first, second, third] = [startProcess(clock), startProcess(clock), startProcess(clock)]
  const payment = await claim()
  const { outcome } = await sendFirst(first, payment)
  await answer(first, { outcome: 'unknown', text: '' })
  await assert.rejects(outcome, { code: 'broadcast_unknown' })
  const repeat = second.resume((await stores.payments.find(payment.id)) ?? assert.fail())
  repeat.catch(() => {})
  await until(async () => second.sent.length === 1)
  const takeover = third.resume((await stores.payments.find(payment.id)) ?? assert.fail())
  await waitUntilSentOrEnded(third, takeover)
  assert.deepEqual(third.sent, [])
  await answer(second, { outcome: 'rejected', rejection: { reason: 'inputs_spent', text: '' } })
  await assert.rejects(repeat, { code: 'tx_inputs_spent' })
  assert.equal(await readStatus(payment), 'rejected')
})

test('a rejection that arrives while the lease is being renewed is final', async () => {
  const clock = createManualClock(service.clock.now())
  const sending = startProcess(clock)
  const payment = await claim()
  const { outcome } = await sendFirst(sending, payment)
  clock.set(payment.leaseUntil)
  const renewal = sending.renewLeases()
  await answer(sending, rejection)
  await assert.rejects(outcome, { code: 'tx_fee_too_low' })
  await renewal
  assert.equal(await readStatus(payment), 'rejected')
})

test('a process that is sending a payment renews its lease after the clock was set back', async () => {
  const clock = createManualClock(service.clock.now())
  const [sending, other] = [startProcess(clock), startProcess(clock)]
  const payment = await claim()
  const { outcome } = await sendFirst(sending, payment)
  clock.advance(-hour)
  await sending.renewLeases()
  assert.equal(await other.recover(), 0)
  clock.advance(leaseMs)
  const recovery = other.recover()
  await until(async () => other.sent.length === 1)
  await answer(other, { outcome: 'accepted' })
  assert.equal(await recovery, 1)
  await answer(sending, { outcome: 'accepted' })
  assert.equal((await outcome)?.txid, payment.txid)
})

/** A process that has claimed a payment and stalls before it sends it. `end`: ends the stall. */
function deliverLate(clock: Clock, payment: Payment) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const process = startProcess(clock, { checkFailpoint: () => promise })
  const { outcome } = startFirstDelivery(process, payment)
  return { process, outcome, end }
}

test('a process that stalled until another one took over the payment sends nothing', async () => {
  const clock = createManualClock(service.clock.now())
  const other = startProcess(clock)
  const payment = await claim()
  const { process, outcome, end } = deliverLate(clock, payment)
  clock.advance(leaseMs)
  const recovery = other.recover()
  await answer(other, { outcome: 'accepted' })
  assert.equal(await recovery, 1)
  end()
  await waitUntilSentOrEnded(process, outcome)
  assert.deepEqual(process.sent, [])
  assert.equal(await outcome, null)
  assert.equal(await readStatus(payment), 'accepted')
})

test('a process that stalled for longer than its lease renews it before it sends the payment', async () => {
  const clock = createManualClock(service.clock.now())
  const other = startProcess(clock)
  const payment = await claim()
  const { process, outcome, end } = deliverLate(clock, payment)
  clock.advance(leaseMs)
  end()
  await until(async () => process.sent.length === 1)
  assert.equal(await other.resume(payment), null)
  await answer(process, rejection)
  await assert.rejects(outcome, { code: 'tx_fee_too_low' })
  assert.equal(await readStatus(payment), 'rejected')
})
