import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute } from '../kernel/clock.ts'
import { createBackgroundWork, maxTasks, maxVisitorTasks } from './background-work.ts'

/** Background work that runs until `finish`, as with a hanging mail server. */
function open() {
  const clock = createManualClock(Date.parse('2026-03-02T12:00:00.000Z'))
  const drops: number[] = []
  const failures: unknown[] = []
  const parts = {
    clock,
    onError: (error: unknown) => void failures.push(error),
    onDropped: (count: number) => void drops.push(count),
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  const started = { owners: 0, strangers: 0 }
  const hang = (kind: keyof typeof started) => () => {
    started[kind]++
    return promise
  }
  return { ...createBackgroundWork(parts), clock, drops, failures, started, hang, finish: resolve }
}

test('registrations use at most half of the email slots, however many are pending', async () => {
  const { runInBackground, runForVisitor, waitUntilSettled, started, hang, finish } = open()
  for (let each = 0; each < 2 * maxTasks; each++) runForVisitor(hang('strangers'))
  for (let each = 0; each < 2 * maxTasks; each++) runInBackground(hang('owners'))
  assert.deepEqual(started, {
    strangers: maxVisitorTasks,
    owners: maxTasks - maxVisitorTasks,
  })
  finish()
  await waitUntilSettled()
  runForVisitor(hang('strangers'))
  assert.equal(started.strangers, maxVisitorTasks + 1)
})

test('dropped emails are counted and logged once a minute, not as errors', async () => {
  const { runForVisitor, waitUntilSettled, clock, drops, failures, hang, finish } = open()
  for (let each = 0; each < maxVisitorTasks + 5; each++) runForVisitor(hang('strangers'))
  assert.deepEqual(drops, [1])
  clock.advance(1 * minute)
  runForVisitor(hang('strangers'))
  assert.deepEqual(drops, [1, 5])
  assert.deepEqual(failures, [])
  finish()
  await waitUntilSettled()
})

test('emails that were dropped last are logged with the next task a minute later, or at the end', async () => {
  const { runInBackground, runForVisitor, waitUntilSettled, clock, drops, hang, finish } = open()
  for (let each = 0; each < maxVisitorTasks + 5; each++) runForVisitor(hang('strangers'))
  clock.advance(1 * minute)
  runInBackground(hang('owners'))
  assert.deepEqual(drops, [1, 4])
  runForVisitor(hang('strangers'))
  assert.deepEqual(drops, [1, 4])
  finish()
  await waitUntilSettled()
  assert.deepEqual(drops, [1, 4, 1])
})

test('failed work frees its slot and is logged', async () => {
  const { runForVisitor, waitUntilSettled, failures, started, hang, finish } = open()
  const broken = new Error('broken')
  for (let each = 0; each < maxVisitorTasks; each++) runForVisitor(() => Promise.reject(broken))
  await waitUntilSettled()
  assert.equal(failures.length, maxVisitorTasks)
  runForVisitor(hang('strangers'))
  assert.equal(started.strangers, 1)
  finish()
  await waitUntilSettled()
})
