import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour, minute, second } from '../../../kernel/clock.ts'
import { createAxisFormatter, createDateFormatter, formatPercent, formatShortDuration } from './formats.ts'

test('a duration shows its two largest units', () => {
  assert.equal(formatShortDuration('en', 0), '0 sec')
  assert.equal(formatShortDuration('en', 400), '0 sec')
  assert.equal(formatShortDuration('en', 45 * second), '45 sec')
  assert.equal(formatShortDuration('en', 2 * minute), '2 min')
  assert.equal(formatShortDuration('en', 3 * minute + 20 * second), '3 min 20 sec')
  assert.equal(formatShortDuration('en', 2 * hour + 5 * minute + 7 * second), '2 hr 5 min')
  assert.equal(formatShortDuration('en', 40 * day + hour), '40 days 1 hr')
  assert.equal(formatShortDuration('de', 59_999), '1 Min.')
})

test('shares are percentages with one decimal if needed', () => {
  assert.deepEqual(
    [formatPercent('en', 1_000), formatPercent('en', 333), formatPercent('de', 1)],
    ['100%', '33.3%', '0,1\u00a0%'],
  )
})

test('a day is formatted in its own time zone, with the digits of the page’s language', () => {
  const at = Date.parse('2026-03-29T18:15:00Z')
  assert.equal(createDateFormatter('en', 'short', 'Asia/Kathmandu')(at), 'Mar 30')
  assert.equal(createDateFormatter('de', 'long', 'UTC')(at), 'So., 29. März')
  assert.match(createDateFormatter('ar', 'time', 'Asia/Kathmandu')(at), /00:00/)
})

test('axis labels are short, and keep currency and number in order in right-to-left text', () => {
  assert.equal(createAxisFormatter('en', 'USD')(1_500), '$1.5K')
  assert.match(createAxisFormatter('ar', 'USD')(20), /\u2066US\$\u2069/)
})
