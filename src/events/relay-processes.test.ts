import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  assertOrdered,
  createEvent,
  createScriptedTransport,
  openOutbox,
  type PublishOutcome,
  start,
} from '../../test/helpers/outbox.ts'
import { until } from '../../test/helpers/until.ts'
import { hour, second } from '../kernel/clock.ts'

test('several processes on one database share the work and deliver each event once', async (t) => {
  const { append, rows, run } = await openOutbox(t)
  const all: string[] = []
  const slowly = async (each: string): Promise<PublishOutcome> => {
    await new Promise((resolve) => setTimeout(resolve, 10))
    all.push(each)
    return 'take'
  }
  const one = createScriptedTransport('a', slowly)
  const other = createScriptedTransport('a', slowly)
  const events = Array.from({ length: 600 }, (_, index) =>
    createEvent(index % 200, 1 + Math.floor(index / 200)),
  )
  await append(...events)
  await Promise.all([run(one.transport), run(other.transport)])
  await until(async () => (await rows()).every(({ state }) => state === 'delivered'))
  assert.equal(all.length, 600)
  assert.equal(new Set(all).size, 600)
  assert.ok(one.delivered.length > 0 && other.delivered.length > 0, 'both processes took part')
  assertOrdered(all)
})

test('events leased by a process that died are taken over within ten seconds of the lease’s expiry', async (t) => {
  const { append, run, clock, transact } = await openOutbox(t)
  await append(createEvent(1, 1), createEvent(1, 2))
  const lease = { now: clock.now(), until: clock.now() + 9 * second, limit: 1 }
  await transact(({ outbox }) => outbox.claimQueued('a', lease))
  const { transport, attempted, delivered } = createScriptedTransport('a')
  const { wake } = await run(transport)
  clock.advance(9 * second - 1)
  await append(createEvent(2, 1))
  wake()
  await until(() => delivered.length === 1)
  assert.deepEqual(
    attempted,
    ['account/2#1'],
    'the second event of a subject is not delivered before the first',
  )
  clock.advance(1)
  wake()
  await until(() => delivered.length === 3)
  assert.deepEqual(delivered, ['account/2#1', 'account/1#1', 'account/1#2'])
})

test('a lease and a pause from before the clock was set back have ended', async (t) => {
  const { append, run, clock, transact } = await openOutbox(t)
  await append(createEvent(1, 1), createEvent(2, 1))
  const lease = { now: clock.now(), until: clock.now() + 9 * second, limit: 2 }
  const { claimed } = await transact(({ outbox }) => outbox.claimQueued('a', lease))
  const failed = claimed.slice(1).map((each) => ({ ...each, error: 'no', nextAt: clock.now() + second }))
  await transact(({ outbox }) => outbox.settle('a', { delivered: [], failed, released: [] }, clock.now()))
  clock.advance(-hour)
  const { transport, delivered } = createScriptedTransport('a')
  await run(transport)
  await until(() => delivered.length === 2)
})

test('a late failure report doesn’t change what another process has delivered', async (t) => {
  const { append, rows, clock, transact } = await openOutbox(t)
  await append(createEvent(1, 1), createEvent(1, 2))
  const claim = () =>
    transact(({ outbox }) =>
      outbox.claimQueued('a', { now: clock.now(), until: clock.now() + 9 * second, limit: 1 }),
    )
  const late = await claim()
  clock.advance(9 * second)
  const { claimed } = await claim()
  assert.deepEqual(claimed, late.claimed)
  const now = clock.now()
  await transact(({ outbox }) => outbox.settle('a', { delivered: claimed, failed: [], released: [] }, now))
  const failed = late.claimed.map((each) => ({ ...each, error: 'late', nextAt: now }))
  await transact(({ outbox }) => outbox.settle('a', { delivered: [], failed, released: [] }, now))
  assert.deepEqual(
    (await rows()).map(({ state }) => state),
    ['delivered', 'queued'],
  )
})

test('undelivered rows block pruning of their events; delivered rows are pruned with them', async (t) => {
  const { append, rows, run, clock, outbox, transact, storage } = await openOutbox(t)
  const { transport, delivered } = createScriptedTransport('a', (each) =>
    each === 'account/2#1' ? 'refuse' : 'take',
  )
  await append(createEvent(1, 1), createEvent(2, 1), createEvent(3, 1))
  assert.equal(await outbox.findOldestUndelivered(['a']), 1)
  assert.equal(await outbox.findOldestUndelivered([]), null)
  await run(transport)
  await until(() => delivered.length === 2)
  await until(async () => (await rows()).some(({ state }) => state === 'failing'))
  assert.equal(await outbox.findOldestUndelivered(['a']), 2)

  const { position = null } =
    (await storage.database.read.query
      .selectFrom('events')
      .select('position')
      .orderBy('position')
      .executeTakeFirst()) ?? {}
  await storage.database.transact(({ query }) =>
    query.deleteFrom('events').where('position', '=', position).execute(),
  )
  assert.equal(await transact((stores) => stores.outbox.prune(start, 10)), 0, 'the row is too new')
  assert.equal(await transact((stores) => stores.outbox.prune(clock.now() + 1, 10)), 1)
  assert.deepEqual(
    (await rows()).map(({ subject }) => subject),
    ['account/2', 'account/3'],
  )
})

test('however a transport responds, every event is delivered eventually, and each subject’s events in order', async (t) => {
  const { append, rows, run, clock } = await openOutbox(t)
  let nextAnswer: () => PublishOutcome = () => 'take'
  const delivered: string[] = []
  const getOutcome = (each: string): PublishOutcome => {
    const result = nextAnswer()
    if (result === 'take' && !delivered.includes(each)) delivered.push(each)
    return result
  }
  const one = await run(createScriptedTransport('a', getOutcome).transport)
  const other = await run(createScriptedTransport('a', getOutcome).transport)
  const wakeAll = () => {
    one.wake()
    other.wake()
  }
  const responses = fc.infiniteStream(fc.constantFrom<PublishOutcome>('take', 'take', 'refuse', 'cannot'))
  const subjects = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 30 })
  const counts = new Map<number, number>()
  let written = 0
  await fc.assert(
    fc.asyncProperty(subjects, responses, async (accounts, responses) => {
      nextAnswer = () => responses.next().value ?? 'take'
      for (const account of accounts) {
        const sequence = (counts.get(account) ?? 0) + 1
        counts.set(account, sequence)
        await append(createEvent(account, sequence))
        wakeAll()
      }
      written += accounts.length
      await until(async () => {
        const waiting = (await rows()).filter(({ state }) => state !== 'delivered')
        // A failed event is retried when its delay is over.
        if (waiting.every(({ lease_until }) => lease_until === null)) clock.advance(10 * second)
        wakeAll()
        return waiting.length === 0
      })
      assert.equal(delivered.length, written)
      assertOrdered(delivered)
    }),
    { numRuns: 15 },
  )
})
