import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour, minute, toIsoString } from '../kernel/clock.ts'
import { getFormats } from '../platform/web/language.ts'
import { addDays, findDateStartingAt, getStartOfDay, listHours, listLastDays, type Span } from './days.ts'

const at = (text: string): number => Date.parse(text)
const begins = (now: string, zone: string, count: number): string[] =>
  listLastDays(at(now), zone, count).map(({ from }) => toIsoString(from))
const hours = ({ from, to }: Span): number => (to - from) / hour

test('a UTC day runs from midnight to midnight, and today is a whole day', () => {
  assert.deepEqual(listLastDays(at('2026-03-02T12:34:56.789Z'), 'UTC', 2), [
    { from: at('2026-03-01T00:00Z'), to: at('2026-03-02T00:00Z') },
    { from: at('2026-03-02T00:00Z'), to: at('2026-03-03T00:00Z') },
  ])
})

test('the first and the last millisecond of a day belong to it', () => {
  for (const now of ['2026-03-01T23:00:00.000Z', '2026-03-02T22:59:59.999Z'])
    assert.deepEqual(begins(now, 'Europe/Berlin', 1), ['2026-03-01T23:00:00.000Z'], now)
  assert.deepEqual(begins('2026-03-02T23:00:00.000Z', 'Europe/Berlin', 1), ['2026-03-02T23:00:00.000Z'])
})

test('days are shorter or longer when clocks change', () => {
  const spring = listLastDays(at('2026-03-30T12:00Z'), 'Europe/Berlin', 3)
  assert.deepEqual(spring.map(hours), [24, 23, 24])
  const autumn = listLastDays(at('2026-10-26T12:00Z'), 'Europe/Berlin', 3)
  assert.deepEqual(autumn.map(hours), [24, 25, 24])
  // Lord Howe Island shifts by half an hour.
  assert.deepEqual(listLastDays(at('2026-04-05T12:00Z'), 'Australia/Lord_Howe', 1).map(hours), [24.5])
})

test('a day without a midnight begins at one o’clock', () => {
  // In Santiago clocks jump from 24:00 to 01:00.
  assert.deepEqual(begins('2026-09-06T12:00Z', 'America/Santiago', 1), ['2026-09-06T04:00:00.000Z'])
  assert.deepEqual(listLastDays(at('2026-09-06T12:00Z'), 'America/Santiago', 1).map(hours), [23])
  // And back at midnight, into the same day.
  assert.deepEqual(listLastDays(at('2026-04-05T01:00Z'), 'America/Santiago', 1).map(hours), [25])
})

test('time zones can be off by fractions of an hour, and by almost a day', () => {
  assert.deepEqual(begins('2026-03-02T18:14:59.999Z', 'Asia/Kathmandu', 1), ['2026-03-01T18:15:00.000Z'])
  assert.deepEqual(begins('2026-03-02T18:15:00.000Z', 'Asia/Kathmandu', 1), ['2026-03-02T18:15:00.000Z'])
  assert.deepEqual(begins('2026-03-02T12:00Z', 'Pacific/Apia', 1), ['2026-03-02T11:00:00.000Z'])
  assert.deepEqual(begins('2026-03-02T12:00Z', 'Pacific/Pago_Pago', 1), ['2026-03-02T11:00:00.000Z'])
  assert.deepEqual(begins('2026-03-02T10:00Z', 'Pacific/Kiritimati', 1), ['2026-03-02T10:00:00.000Z'])
})

test('a date that a time zone skipped is not a day', () => {
  // Samoa skipped 30 December 2011.
  assert.deepEqual(begins('2012-01-01T00:00Z', 'Pacific/Apia', 3), [
    '2011-12-29T10:00:00.000Z',
    '2011-12-30T10:00:00.000Z',
    '2011-12-31T10:00:00.000Z',
  ])
})

test('in every time zone the last thirty days are contiguous and of plausible length', () => {
  for (const zone of Intl.supportedValuesOf('timeZone'))
    for (const now of ['2026-03-31T11:59:59.999Z', '2026-11-05T00:00:00.000Z']) {
      const days = listLastDays(at(now), zone, 30)
      assert.equal(days.length, 30)
      for (const [index, day] of days.entries()) {
        assert.ok(hours(day) >= 22 && hours(day) <= 26, `${zone} ${toIsoString(day.from)}`)
        if (index > 0) assert.equal(day.from, days[index - 1]?.to)
      }
      const today = days.at(-1)
      assert.ok(today && today.from <= at(now) && at(now) < today.to, zone)
    }
})

test('a day has an hour less or more when clocks change, and days stay contiguous', () => {
  for (const [now, zone, expected] of [
    ['2026-03-02T12:00Z', 'UTC', 24],
    ['2026-03-29T12:00Z', 'Europe/Berlin', 23],
    ['2026-10-25T12:00Z', 'Europe/Berlin', 25],
    ['2026-04-05T12:00Z', 'Australia/Lord_Howe', 25],
  ] as const) {
    const [day] = listLastDays(at(now), zone, 1)
    if (!day) assert.fail()
    const found = listHours(day)
    assert.equal(found.length, expected, zone)
    assert.equal(found[0]?.from, day.from)
    assert.equal(found.at(-1)?.to, day.to)
    for (const [index, { from }] of found.entries()) assert.equal(from, day.from + index * 60 * minute)
  }
})

const start = (day: string, zone: string): string => toIsoString(getStartOfDay(day, zone) ?? assert.fail())

test('a day begins at midnight in its time zone, even when clocks change', () => {
  assert.equal(start('2026-01-31', 'UTC'), '2026-01-31T00:00:00.000Z')
  assert.equal(start('2026-01-31', 'Europe/Berlin'), '2026-01-30T23:00:00.000Z')
  assert.equal(start('2026-03-29', 'Europe/Berlin'), '2026-03-28T23:00:00.000Z')
  assert.equal(start('2026-03-30', 'Europe/Berlin'), '2026-03-29T22:00:00.000Z')
  assert.equal(start('2026-01-31', 'Asia/Kathmandu'), '2026-01-30T18:15:00.000Z')
  assert.equal(start('2026-01-31', 'America/St_Johns'), '2026-01-31T03:30:00.000Z')
  assert.equal(start('2026-01-31', 'Pacific/Kiritimati'), '2026-01-30T10:00:00.000Z')
})

test('a day without a midnight begins an hour late; a day with two midnights begins at the second', () => {
  assert.equal(start('2026-09-06', 'America/Santiago'), '2026-09-06T04:00:00.000Z')
  // Clocks go back at midnight, into the previous day.
  assert.equal(start('2026-04-05', 'America/Santiago'), '2026-04-05T04:00:00.000Z')
})

test('an invalid day has no beginning', () => {
  for (const text of ['', '2026-02-30', '2026-13-01', '2026-1-1', 'today', '2026-01-31T00:00Z'])
    assert.equal(getStartOfDay(text, 'UTC'), null, text)
})

test('a timestamp is recognised as the beginning of a day', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/Santiago', 'Asia/Kathmandu']) {
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      const at = getStartOfDay(day, zone) ?? assert.fail()
      assert.equal(findDateStartingAt(at, zone), day, zone)
      assert.equal(findDateStartingAt(at + 1, zone), null, zone)
      assert.equal(findDateStartingAt(at - 1, zone), null, zone)
    }
  }
})

test('the next and previous day cross months and years', () => {
  assert.equal(addDays('2026-02-28', 1), '2026-03-01')
  assert.equal(addDays('2026-01-01', -1), '2025-12-31')
})

test('differently cased names of a time zone share formatters', (t) => {
  const formatters = t.mock.method(Intl, 'DateTimeFormat')
  for (const zone of ['Indian/Cocos', 'indian/cocos', 'INDIAN/COCOS']) {
    assert.equal(start('2026-01-31', zone), '2026-01-30T17:30:00.000Z')
    assert.match(getFormats('en').formatDateTimeIn(0, zone), /06:30/)
  }
  const ofZone = formatters.mock.calls.filter(({ arguments: [, options] }) => options?.timeZone !== 'UTC')
  // One for dates, unless it already existed, and one for times.
  assert.ok(ofZone.length <= 2, `${ofZone.length} formatters`)
})
