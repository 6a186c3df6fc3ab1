import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour, minute, second } from '../../kernel/clock.ts'
import { summarisePaymentTimes } from './payment-times.ts'

const createTimes = (...each: readonly number[]) =>
  summarisePaymentTimes(each.map((ms) => ({ createdAt: 1_000, paidAt: 1_000 + ms })))

test('the median is the middle value, or the mean of the two middle values', () => {
  assert.equal(createTimes(5 * second, minute, hour).medianMs, minute)
  assert.equal(createTimes(hour, 2 * minute, 4 * minute, second).medianMs, 3 * minute)
  assert.equal(createTimes().medianMs, null)
})

test('each payment time is counted in exactly one bucket', () => {
  const { buckets, count } = createTimes(0, 30 * second, 30 * second + 1, minute, 20 * minute, hour, hour + 1)
  assert.deepEqual(
    buckets.map((each) => [each.overMs, each.withinMs, each.count]),
    [
      [0, 30 * second, 2],
      [30 * second, minute, 2],
      [minute, 2 * minute, 0],
      [2 * minute, 5 * minute, 0],
      [5 * minute, 15 * minute, 0],
      [15 * minute, hour, 2],
      [hour, null, 1],
    ],
  )
  assert.equal(count, 7)
})

test('a payment time is never negative, even if a clock was set back', () => {
  assert.equal(createTimes(-5 * second).medianMs, 0)
})
