import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/helpers/databases.ts'
import { createTransact } from '../composition/stores.ts'
import { ApiError } from '../kernel/api-error.ts'
import { createManualClock, minute } from '../kernel/clock.ts'
import {
  type AttemptCount,
  addAttempt,
  createAttemptKey,
  createAttemptLimits,
  createRecipientKey,
} from './attempt-limits.ts'

const start = Date.parse('2026-03-02T12:00:00.000Z')
const isBlocked = (error: unknown): boolean => error instanceof ApiError && error.code === 'too_many_guesses'

test('a correct password from an address with a hundred wrong guesses delays nobody', async (t) => {
  const { database } = await openTestDatabase(t)
  const clock = createManualClock(start)
  const { consume, undoAttempts } = createAttemptLimits(createTransact(database), clock)
  const address = [createAttemptKey('address', '203.0.113.7')]
  for (let wrong = 0; wrong < 100; wrong++) await consume(address)
  await assert.rejects(consume(address), isBlocked)

  clock.advance(1 * minute)
  for (let right = 0; right < 3; right++) {
    await consume(address)
    await undoAttempts(address)
  }
  // Earlier wrong guesses still count.
  await consume(address)
  await assert.rejects(consume(address), isBlocked)
  clock.advance(1 * minute)
  await assert.rejects(consume(address), isBlocked)
})

test("a network's block ends with its window, and the next window allows a thousand wrong passwords again", () => {
  let attempts: AttemptCount = { count: 0, since: start, blockedUntil: start }
  for (const begin of [start, start + 15 * minute]) {
    for (let wrong = 0; wrong < 1_000; wrong++)
      attempts =
        addAttempt('network', attempts, begin) ?? assert.fail(`blocked after ${wrong} wrong passwords`)
    assert.equal(attempts.blockedUntil, begin + 15 * minute)
    assert.equal(addAttempt('network', attempts, attempts.blockedUntil - 1), null)
  }
})

test('concurrent requests are all counted, even if their clocks differ', () => {
  // The row was created by a request that read a later time but got the lock first.
  const first = { count: 1, since: 1_000, blockedUntil: 1_000 }
  for (const kind of ['link', 'password', 'address'] as const)
    assert.deepEqual(addAttempt(kind, first, 997), { ...first, count: 2 })
})

test('addresses that differ only in a tag are one recipient', () => {
  const createKey = (email: string) => createRecipientKey('invitation_email', email)
  for (const email of ['a+1@example.com', 'a+1+2@example.com', 'a+@example.com'])
    assert.deepEqual(createKey(email), createKey('a@example.com'), email)
  for (const email of ['b@example.com', 'a@b+example.com', 'a@example.org'])
    assert.notDeepEqual(createKey(email), createKey('a@example.com'), email)
})
