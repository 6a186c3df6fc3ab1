import assert from 'node:assert/strict'
import { test } from 'node:test'
import { iso } from '../../kernel/clock.ts'
import { dayBeginning, dayBeside, startOfDay } from './days.ts'

const start = (day: string, zone: string): string => iso(startOfDay(day, zone) ?? assert.fail())

test('a day begins at midnight of its zone, also where clocks change', () => {
  assert.equal(start('2026-01-31', 'UTC'), '2026-01-31T00:00:00.000Z')
  assert.equal(start('2026-01-31', 'Europe/Berlin'), '2026-01-30T23:00:00.000Z')
  assert.equal(start('2026-03-29', 'Europe/Berlin'), '2026-03-28T23:00:00.000Z')
  assert.equal(start('2026-03-30', 'Europe/Berlin'), '2026-03-29T22:00:00.000Z')
  assert.equal(start('2026-01-31', 'Asia/Kathmandu'), '2026-01-30T18:15:00.000Z')
  assert.equal(start('2026-01-31', 'America/St_Johns'), '2026-01-31T03:30:00.000Z')
  assert.equal(start('2026-01-31', 'Pacific/Kiritimati'), '2026-01-30T10:00:00.000Z')
})

test('a day whose midnight is left out begins an hour late; one that has two midnights, at the second', () => {
  assert.equal(start('2026-09-06', 'America/Santiago'), '2026-09-06T04:00:00.000Z')
  // Clocks go back at midnight, into the day before.
  assert.equal(start('2026-04-05', 'America/Santiago'), '2026-04-05T04:00:00.000Z')
})

test('what is no day has no beginning', () => {
  for (const text of ['', '2026-02-30', '2026-13-01', '2026-1-1', 'today', '2026-01-31T00:00Z'])
    assert.equal(startOfDay(text, 'UTC'), null, text)
})

test('a moment is a day’s beginning or is not', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/Santiago', 'Asia/Kathmandu']) {
    for (let day = '2026-01-01'; day < '2027-01-01'; day = dayBeside(day, 1)) {
      const at = startOfDay(day, zone) ?? assert.fail()
      assert.equal(dayBeginning(at, zone), day, zone)
      assert.equal(dayBeginning(at + 1, zone), null, zone)
      assert.equal(dayBeginning(at - 1, zone), null, zone)
    }
  }
})

test('the day beside goes over months and years', () => {
  assert.equal(dayBeside('2026-02-28', 1), '2026-03-01')
  assert.equal(dayBeside('2026-01-01', -1), '2025-12-31')
})
