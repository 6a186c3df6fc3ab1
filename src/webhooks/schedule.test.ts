import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hour, minute, second } from '../kernel/clock.ts'
import { computeNextAttempt, parseRetryAfter, retryDelays } from './schedule.ts'
import type { AttemptOutcome } from './webhook.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const respond = (retryAfter: string | null): AttemptOutcome => ({
  kind: 'response',
  status: 503,
  responseBody: '',
  ms: 1,
  retryAfter,
})

test('ten attempts over 75 hours: 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h after one another', () => {
  assert.deepEqual(
    retryDelays.map((ms) => ms / second),
    [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
  )
  for (const [index, wait] of retryDelays.entries())
    assert.equal(computeNextAttempt(index + 1, respond(null), { now, random: 0.5 }), now + wait)
  assert.equal(computeNextAttempt(retryDelays.length + 1, respond(null), { now, random: 0.5 }), null)
})

test('a delay differs from the schedule by at most a tenth, and with equal jitter delays never decrease', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: retryDelays.length }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, random) => {
        const wait = retryDelays[attempts - 1] ?? assert.fail()
        const next = (computeNextAttempt(attempts, respond(null), { now, random }) ?? assert.fail()) - now
        assert.ok(next >= Math.floor(wait * 0.9) && next <= Math.ceil(wait * 1.1))
        const later = computeNextAttempt(attempts + 1, respond(null), { now, random })
        if (later !== null) assert.ok(later - now >= next)
      },
    ),
  )
})

test('Retry-After is a minimum, capped at one hour', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: retryDelays.length }), fc.nat(1_000_000), (attempts, seconds) => {
      const plain = (computeNextAttempt(attempts, respond(null), { now, random: 0.5 }) ?? assert.fail()) - now
      const requestedMs =
        (computeNextAttempt(attempts, respond(String(seconds)), { now, random: 0.5 }) ?? assert.fail()) - now
      assert.equal(requestedMs, Math.max(plain, Math.min(seconds * second, hour)))
    }),
  )
})

test('Retry-After is seconds or a date; a past date or anything else is ignored', () => {
  const cases = [
    ['120', 2 * minute],
    [' 120 ', 2 * minute],
    ['0', 0],
    ['Sat, 21 Nov 2026 12:02:00 GMT', 2 * minute],
    ['Saturday, 21-Nov-26 12:02:00 GMT', 2 * minute],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['-5', 0],
    ['1.5', 0],
    ['9999999999999', 0],
    ['soon GMT', 0],
    ['', 0],
    [null, 0],
  ] as const
  for (const [header, expected] of cases) assert.equal(parseRetryAfter(header, now), expected, String(header))
})
