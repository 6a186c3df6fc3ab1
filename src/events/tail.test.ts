import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createMemoryLog, failUnexpectedly, isInStream } from '../../test/helpers/event-log.ts'
import { until } from '../../test/helpers/until.ts'
import type { NumberedEvent } from './envelope.ts'
import type { Stream } from './log.ts'
import { startTail } from './tail.ts'

const never = 2 ** 30
const quiet = { pollMs: never, onError: failUnexpectedly }

test('the tail reports events after its start, and none from before', async (t) => {
  const log = createMemoryLog()
  log.append()
  const tail = await startTail(log.reader, quiet)
  t.after(tail.stop)
  const received: number[] = []
  tail.subscribeAll(({ event }) => received.push(event.position))
  log.append()
  log.append()
  tail.wake()
  await until(async () => tail.getPosition() === 3)
  assert.deepEqual(received, [2, 3])
})

test('a listener gets the events of its stream, or all of them', async (t) => {
  const subjects = fc.constantFrom('invoice/a', 'invoice/b', 'link/1', 'account/1', 'account/2')
  const event = fc.record({
    subject: subjects,
    accountId: fc.integer({ min: 1, max: 3 }),
    otherAccountId: fc.option(fc.integer({ min: 4, max: 5 })),
  })
  const streams: Stream[] = [
    { kind: 'all' },
    { kind: 'invoice', uid: 'a' },
    { kind: 'invoice', uid: 'b' },
    ...[1, 2, 3, 4, 5].flatMap((accountId): Stream[] => [
      { kind: 'account', accountId },
      { kind: 'granted', accountId },
    ]),
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(event), async (published) => {
      const log = createMemoryLog()
      const tail = await startTail(log.reader, quiet)
      const received = streams.map((stream) => {
        const events: NumberedEvent[] = []
        tail.subscribe(stream, (message) => events.push(message.event))
        return events
      })
      const written = published.map((each) => log.append(each))
      tail.wake()
      await until(async () => tail.getPosition() === log.getNewest())
      await tail.stop()
      for (const [index, stream] of streams.entries()) {
        assert.deepEqual(
          received[index],
          written.filter((each) => isInStream(stream, each)),
        )
      }
    }),
    { numRuns: 30 },
  )
  t.diagnostic(`${streams.length} streams`)
})

test('a throwing listener affects neither the other listeners nor its own next event', async (t) => {
  const log = createMemoryLog()
  const failures: unknown[] = []
  const tail = await startTail(log.reader, { pollMs: never, onError: (error) => failures.push(error) })
  t.after(tail.stop)
  const received: number[] = []
  tail.subscribeAll(() => {
    throw new Error('mine')
  })
  tail.subscribe({ kind: 'account', accountId: 1 }, ({ event }) => received.push(event.position))
  log.append()
  log.append()
  tail.wake()
  await until(async () => tail.getPosition() === 2)
  assert.deepEqual(received, [1, 2])
  assert.equal(failures.length, 2)
})

test('a removed listener gets nothing more', async (t) => {
  const log = createMemoryLog()
  const tail = await startTail(log.reader, quiet)
  t.after(tail.stop)
  const unsubscribe = tail.subscribeAll(() => assert.fail())
  unsubscribe()
  log.append()
  tail.wake()
  await until(async () => tail.getPosition() === 1)
})

test('an unavailable database is logged once and loses no event', async (t) => {
  const log = createMemoryLog()
  let isDown = false
  const failures: unknown[] = []
  const read: typeof log.reader.read = async (...args) => {
    if (isDown) throw new Error('away')
    return log.reader.read(...args)
  }
  const tail = await startTail(
    { ...log.reader, read },
    { pollMs: 1, onError: (error) => failures.push(error) },
  )
  t.after(tail.stop)
  const received: number[] = []
  tail.subscribeAll(({ event }) => received.push(event.position))
  isDown = true
  log.append()
  await until(async () => failures.length > 0)
  await new Promise((resolve) => setTimeout(resolve, 20))
  isDown = false
  await until(async () => received.length > 0)
  assert.deepEqual(received, [1])
  assert.equal(failures.length, 1)
})
