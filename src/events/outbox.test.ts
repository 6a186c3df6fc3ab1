import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { NumberedEvent } from './envelope.ts'
import { computeRetryDelayMs, type OutboxCandidate, pickSendable, splitIntoWaves } from './outbox.ts'

const createEvent = (subject: string, sequence: number, position: number): NumberedEvent => ({
  id: `evt_${subject}_${sequence}`,
  type: 'invoice.created',
  time: '2026-01-01T00:00:00.000Z',
  subject,
  sequence,
  position,
  accountId: 1,
  otherAccountId: null,
  data: '{}',
})

const candidate = (
  subject: string,
  sequence: number,
  {
    first = 1,
    isQueued = true,
    position = sequence,
  }: { first?: number; isQueued?: boolean; position?: number } = {},
): OutboxCandidate => ({
  event: createEvent(subject, sequence, position),
  first: { sequence: first, isQueued },
})

const getNames = (claimed: readonly { event: NumberedEvent }[]) =>
  claimed.map(({ event: { subject, sequence } }) => `${subject}${sequence}`)

test('the first event of each subject and the consecutive events after it are eligible, in log order', () => {
  const { claimed, behind } = pickSendable([
    candidate('a', 3, { first: 2, position: 30 }),
    candidate('a', 2, { first: 2, position: 10 }),
    candidate('b', 1, { position: 20 }),
    candidate('a', 5, { first: 2, position: 40 }),
  ])
  assert.deepEqual(getNames(claimed), ['a2', 'b1', 'a3'])
  assert.deepEqual(behind, [])
})

test('events behind a failing one are blocked; events behind one leased by another process are skipped', () => {
  const { claimed, behind } = pickSendable([
    candidate('a', 2, { isQueued: false }),
    candidate('a', 3, { isQueued: false }),
    candidate('b', 2),
    candidate('c', 1),
  ])
  assert.deepEqual(getNames(claimed), ['c1'])
  assert.deepEqual(behind, ['evt_a_2', 'evt_a_3'])
})

test('a batch is split into waves with no subject twice, without losing events or their order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 }), (subjects) => {
      const batch = subjects.map((subject, index) => ({
        event: createEvent(subject, index, index),
        attempts: 0,
      }))
      const waves = [...splitIntoWaves(batch)]
      assert.deepEqual(waves.flat(), batch)
      for (const wave of waves) {
        assert.ok(wave.length > 0)
        assert.equal(new Set(wave.map((each) => each.event.subject)).size, wave.length)
      }
    }),
  )
})

test('retry delays double from a second to a minute, with up to 20% jitter', () => {
  const maxDelays = Array.from({ length: 9 }, (_, failures) => computeRetryDelayMs(failures + 1, 0))
  assert.deepEqual(maxDelays, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
  assert.equal(computeRetryDelayMs(1, 1), 800)
  assert.equal(computeRetryDelayMs(2_000, 1), 48_000)
})
