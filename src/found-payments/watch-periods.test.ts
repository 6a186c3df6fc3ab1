import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, second } from '../kernel/clock.ts'
import { createWatchPeriods } from './watch-periods.ts'

test('a period begins with the first complete read of a mempool, and ends a minute after the last', () => {
  const clock = createManualClock(1_000)
  let monotonicMs = 0
  const { recordRead, findStart } = createWatchPeriods(clock, () => monotonicMs)
  const pass = (ms: number) => {
    clock.advance(ms)
    monotonicMs += ms
  }
  assert.equal(findStart('LTC'), null)
  recordRead('LTC')
  pass(60 * second)
  recordRead('LTC')
  assert.equal(findStart('LTC'), 1_000)
  assert.equal(findStart('BTC'), null)
  pass(61 * second)
  assert.equal(findStart('LTC'), null)
  recordRead('LTC')
  assert.equal(findStart('LTC'), 122_000)
  clock.advance(3_600 * second)
  assert.equal(findStart('LTC'), 122_000)
})
