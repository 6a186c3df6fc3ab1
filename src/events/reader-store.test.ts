import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/helpers/databases.ts'
import { isInStream } from '../../test/helpers/event-log.ts'
import { createManualClock } from '../kernel/clock.ts'
import type { Event } from './event.ts'
import { readPage, type Stream } from './log.ts'
import { createEventPruner } from './prune.ts'
import { createEventPruneStore } from './prune-store.ts'
import { createEventReader } from './reader-store.ts'
import { assignPositions, createEventStore } from './store.ts'

const start = Date.parse('2026-01-01T00:00:00.000Z')
const day = 24 * 60 * 60 * 1_000

const createEvent = (uid: string, accountId: number, time = start): Event => ({
  type: 'invoice.created',
  time,
  subject: `invoice/${uid}`,
  sequence: 1,
  accountId,
  data: { uid, status: 'unpaid', hash: null, invoice: { uid }, payment: null },
})

const linked = (id: number, source: number, target: number): Event => ({
  type: 'account.linked',
  time: start,
  subject: `link/${id}`,
  sequence: 1,
  accountId: source,
  otherAccountId: target,
  data: { source, target, id },
})

async function openLog(t: Parameters<typeof openTestDatabase>[0]) {
  const { database } = await openTestDatabase(t)
  const log = createEventReader(database.read)
  return { database, log, write, prune }

  /** Writes and numbers each event in its own transaction. */
  async function write(...events: readonly Event[]): Promise<void> {
    for (const event of events) {
      await database.transact((sql) => createEventStore(sql).append([event]))
      await database.transact(assignPositions)
    }
  }

  function prune(keepMs: number, now: number, neededPositions: readonly (number | null)[] = []) {
    return createEventPruner({
      transact: (work) => database.transact((sql) => work({ eventPruning: createEventPruneStore(sql) })),
      keepMs,
      consumers: neededPositions.map((position) => ({ findFirstNeededPosition: async () => position })),
      clock: createManualClock(now),
    })()
  }
}

test('each stream has the events its reader may see, in order, page by page', async (t) => {
  const { log, write } = await openLog(t)
  await write(
    createEvent('a', 1),
    linked(1, 1, 2),
    createEvent('b', 2),
    linked(2, 2, 1),
    createEvent('c', 1),
    linked(3, 3, 1),
    createEvent('d', 3),
  )
  const all = await log.readAll(0, 100)
  assert.deepEqual(
    all.map(({ position }) => position),
    [1, 2, 3, 4, 5, 6, 7],
  )
  const streams: Stream[] = [
    { kind: 'all' },
    ...['a', 'b', 'z'].map((uid): Stream => ({ kind: 'invoice', uid })),
    ...[1, 2, 3, 4].flatMap((accountId): Stream[] => [
      { kind: 'account', accountId },
      { kind: 'granted', accountId },
    ]),
  ]
  for (const stream of streams) {
    const expected = all.filter((event) => isInStream(stream, event))
    assert.deepEqual(await log.read(stream, 0, 100), expected, JSON.stringify(stream))
    assert.deepEqual(
      await log.read(stream, 2, 2),
      expected.filter(({ position }) => position > 2).slice(0, 2),
    )
  }
})

test('an event reads back as it was written, identically on both databases', async (t) => {
  const { log, write } = await openLog(t)
  await write(linked(7, 1, 2))
  const [event] = await log.readAll(0, 1)
  assert.match(event?.id ?? '', /^evt_/)
  assert.deepEqual(event, {
    id: event?.id,
    type: 'account.linked',
    time: '2026-01-01T00:00:00.000Z',
    subject: 'link/7',
    sequence: 1,
    position: 1,
    accountId: 1,
    otherAccountId: 2,
    data: '{"source":1,"target":2,"id":7}',
  })
})

test('an event without a position is not visible', async (t) => {
  const { database, log } = await openLog(t)
  await database.transact((sql) => createEventStore(sql).append([createEvent('a', 1)]))
  assert.deepEqual(await log.readAll(0, 10), [])
  assert.deepEqual(await log.getBounds(), { lastWritten: 0, lastPruned: 0 })
})

test('events past their retention are pruned, and a cursor among them fails with the oldest usable one', async (t) => {
  const { log, write, prune } = await openLog(t)
  await write(createEvent('a', 1), createEvent('b', 1, start + day), createEvent('c', 1, start + 2 * day))
  await prune(day, start + 2 * day + 1)
  assert.deepEqual(await log.getBounds(), { lastWritten: 3, lastPruned: 2 })
  assert.deepEqual(
    (await log.readAll(0, 10)).map(({ position }) => position),
    [3],
  )
  const account: Stream = { kind: 'account', accountId: 1 }
  await assert.rejects(readPage(log, account, { cursor: 'c1' }, 10), {
    code: 'cursor_expired',
    members: { oldest: 'c2' },
  })
  const { events, next } = await readPage(log, account, { cursor: 'c2' }, 10)
  assert.deepEqual([events.map(({ position }) => position), next], [[3], 3])
})

test('pruning stops before events that a queued consumer still needs', async (t) => {
  const { log, write, prune } = await openLog(t)
  await write(createEvent('a', 1), createEvent('b', 1), createEvent('c', 1))
  await prune(day, start + 9 * day, [3, null, 2])
  assert.deepEqual(await log.getBounds(), { lastWritten: 3, lastPruned: 1 })
})

test('pruning leaves no gap in the log, however the clocks of its writers differ', async (t) => {
  const { log, write, prune } = await openLog(t)
  await write(createEvent('young', 1, start + 5 * day), createEvent('old', 1, start))
  await prune(day, start + 5 * day)
  assert.deepEqual(await log.getBounds(), { lastWritten: 2, lastPruned: 0 })
})

test('thousands of old events are pruned in one call, and positions continue after the log is emptied', async (t) => {
  const { database, log, write, prune } = await openLog(t)
  const many = Array.from({ length: 1_200 }, (_, index) => createEvent(`i${index}`, 1))
  await database.transact((sql) => createEventStore(sql).append(many))
  await database.transact(assignPositions)
  await prune(day, start + 9 * day)
  assert.deepEqual(await log.getBounds(), { lastWritten: 1_200, lastPruned: 1_200 })
  await write(createEvent('next', 1))
  assert.deepEqual(
    (await log.readAll(1_200, 10)).map(({ position }) => position),
    [1_201],
  )
})
