import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createMemoryLog, failUnexpectedly, isInStream } from '../../test/helpers/event-log.ts'
import { until } from '../../test/helpers/until.ts'
import { followEvents } from './follow.ts'
import type { EventReader, Stream } from './log.ts'
import { startTail, type Tail } from './tail.ts'

const never = 2 ** 30
const stream: Stream = { kind: 'account', accountId: 1 }

/** A reader whose results the scheduler delays. */
const delayReader = (reader: EventReader, scheduler: fc.Scheduler): EventReader => ({
  getBounds: scheduler.scheduleFunction(reader.getBounds),
  isLost: reader.isLost,
  read: scheduler.scheduleFunction(reader.read),
  readAll: scheduler.scheduleFunction(reader.readAll),
})

/** Lets the tail announce new events some time after they become readable. */
function createLateAnnouncer(log: ReturnType<typeof createMemoryLog>, tail: Tail, scheduler: fc.Scheduler) {
  return async (): Promise<void> => {
    await scheduler.schedule(Promise.resolve())
    tail.wake()
    // No timer is involved, only the scheduler.
    for (let turn = 0; turn < 100 && tail.getPosition() < log.getNewest(); turn++) await null
    assert.equal(tail.getPosition(), log.getNewest())
  }
}

test('a follower gets every event after its position once and in order, however replay and live events interleave', async () => {
  const accounts = fc.array(fc.integer({ min: 1, max: 2 }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      accounts,
      accounts,
      fc.nat(),
      fc.boolean(),
      async (scheduler, before, addedLater, startPosition, slow) => {
        const log = createMemoryLog()
        for (const accountId of before) log.append({ accountId })
        const from = startPosition % (before.length + 1)
        const tail = await startTail(log.reader, { pollMs: never, onError: failUnexpectedly })
        const announce = createLateAnnouncer(log, tail, scheduler)
        const received: number[] = []
        const unsubscribe = followEvents({ reader: delayReader(log.reader, scheduler), tail }, stream, from, {
          deliver({ event }) {
            received.push(event.position)
            return slow ? scheduler.schedule(Promise.resolve()) : undefined
          },
          onError: failUnexpectedly,
        })
        const writing = (async () => {
          for (const accountId of addedLater) {
            log.append({ accountId })
            await announce()
          }
        })()
        await scheduler.waitFor(writing)
        await scheduler.waitIdle()
        unsubscribe()
        await tail.stop()
        const all = await log.reader.readAll(from, 100)
        assert.deepEqual(
          received,
          all.filter((event) => isInStream(stream, event)).map(({ position }) => position),
        )
      },
    ),
    { numRuns: 200 },
  )
})

async function openLog(t: { after(step: () => unknown): void }, count: number) {
  const log = createMemoryLog()
  for (let each = 0; each < count; each++) log.append()
  const tail = await startTail(log.reader, { pollMs: never, onError: failUnexpectedly })
  t.after(tail.stop)
  return { log, tail, source: { reader: log.reader, tail } }
}

test('a replay longer than a page is complete', async (t) => {
  const { source } = await openLog(t, 1_000)
  const received: number[] = []
  const deliver = ({ event }: { event: { position: number } }) => void received.push(event.position)
  t.after(followEvents(source, stream, 100, { deliver, onError: failUnexpectedly }))
  await until(async () => received.length === 900)
  assert.deepEqual([received[0], received.at(-1)], [101, 1_000])
})

test('nothing is buffered for a busy follower: it reads from the log', async (t) => {
  const { log, tail, source } = await openLog(t, 0)
  const received: number[] = []
  let release = () => {}
  const deliver = ({ event }: { event: { position: number } }) => {
    received.push(event.position)
    return event.position === 1 ? new Promise<void>((resolve) => (release = resolve)) : undefined
  }
  t.after(followEvents(source, stream, 0, { deliver, onError: failUnexpectedly }))
  for (let each = 0; each < 700; each++) log.append()
  tail.wake()
  await until(async () => tail.getPosition() === 700)
  assert.deepEqual(received, [1])
  release()
  await until(async () => received.length === 700)
  assert.deepEqual(
    received,
    [...Array(700).keys()].map((index) => index + 1),
  )
})

test('a follower of large events reads few bytes at a time, so that thousands of slow followers fit in memory', async (t) => {
  const log = createMemoryLog()
  const data = JSON.stringify({ text: 'x'.repeat(70_000) })
  for (let each = 0; each < 300; each++) log.append({ data })
  const tail = await startTail(log.reader, { pollMs: never, onError: failUnexpectedly })
  t.after(tail.stop)
  const bytesRead: number[] = []
  const reader: EventReader = {
    ...log.reader,
    async read(...query) {
      const events = await log.reader.read(...query)
      bytesRead.push(events.reduce((sum, event) => sum + event.data.length, 0))
      return events
    },
  }
  const received: number[] = []
  const deliver = async ({ event }: { event: { position: number } }) => void received.push(event.position)
  t.after(followEvents({ reader, tail }, stream, 0, { deliver, onError: failUnexpectedly }))
  await until(async () => received.length === 300)
  assert.ok(Math.max(...bytesRead) < 3 * data.length, `${Math.max(...bytesRead)} bytes`)
})

test('a stopped follower gets nothing more, even during a replay', async (t) => {
  const { source } = await openLog(t, 10)
  const received: number[] = []
  const unsubscribe = followEvents(source, stream, 0, {
    deliver({ event }) {
      received.push(event.position)
      if (event.position === 4) unsubscribe()
      return undefined
    },
    onError: failUnexpectedly,
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.deepEqual(received, [1, 2, 3, 4])
})

test('a follower that lost access gets none of the events already read', async (t) => {
  const { source } = await openLog(t, 10)
  let reads = 0
  const mayRead = async () => {
    reads++
    return false
  }
  followEvents(source, stream, 0, { deliver: () => assert.fail(), mayRead, onError: failUnexpectedly })
  await until(async () => reads > 0)
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(reads, 1)
})

test('a failed read ends the follower and is reported once', async (t) => {
  const { source } = await openLog(t, 10)
  const failures: unknown[] = []
  const reader = { ...source.reader, read: () => Promise.reject(new Error('away')) }
  followEvents({ ...source, reader }, stream, 0, {
    deliver: () => assert.fail(),
    onError: (error) => failures.push(error),
  })
  await until(async () => failures.length > 0)
  assert.equal(failures.length, 1)
})

test('events that are pruned before they are read are reported as missed', async (t) => {
  const { log, source } = await openLog(t, 10)
  const failures: unknown[] = []
  log.prune(5)
  followEvents(source, stream, 2, { deliver: () => assert.fail(), onError: (error) => failures.push(error) })
  await until(async () => failures.length > 0)
  const [failure] = failures
  assert.ok(failure instanceof Error)
  assert.partialDeepStrictEqual({ ...failure }, { code: 'cursor_expired', members: { oldest: 'c5' } })
})
