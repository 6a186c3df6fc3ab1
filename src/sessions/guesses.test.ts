import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/helpers/databases.ts'
import { minute, stoppedClock } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import { transactOn } from '../stores.ts'
import { guesses, guessOf } from './guesses.ts'

const start = Date.parse('2026-03-02T12:00:00.000Z')
const isBlocked = (error: unknown): boolean => error instanceof Refused && error.code === 'too_many_guesses'

test('a right password at an address that has guessed wrongly a hundred times makes nobody wait', async (t) => {
  const { database } = await openTestDatabase(t)
  const clock = stoppedClock(start)
  const { take, giveBack } = guesses(transactOn(database), clock)
  const address = [guessOf('address', '203.0.113.7')]
  for (let wrong = 0; wrong < 100; wrong++) await take(address)
  await assert.rejects(take(address), isBlocked)

  clock.advance(1 * minute)
  for (let right = 0; right < 3; right++) {
    await take(address)
    await giveBack(address)
  }
  // What was wrong before still counts.
  await take(address)
  await assert.rejects(take(address), isBlocked)
  clock.advance(1 * minute)
  await assert.rejects(take(address), isBlocked)
})
