import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertOrdered,
  createEvent,
  createScriptedTransport,
  openOutbox,
  type PublishOutcome,
  start,
} from '../../test/helpers/outbox.ts'
import { until } from '../../test/helpers/until.ts'
import { hour, minute, second } from '../kernel/clock.ts'

test('each event has one row per queued transport, written in the same transaction', async (t) => {
  const { append, rows, transact } = await openOutbox(t, ['a', 'b'])
  await append(createEvent(1, 1), createEvent(2, 1))
  await assert.rejects(
    transact(async ({ events }) => {
      await events.append([createEvent(3, 1)])
      throw new Error('no')
    }),
  )
  const written = (await rows()).map(({ transport, subject }) => `${transport} ${subject}`)
  assert.deepEqual(written.sort(), ['a account/1', 'a account/2', 'b account/1', 'b account/2'])
})

test('without a queued transport the outbox stays empty', async (t) => {
  const { append, rows } = await openOutbox(t, [])
  await append(createEvent(1, 1))
  assert.deepEqual(await rows(), [])
})

test('events are delivered in log order and marked as delivered', async (t) => {
  const { append, rows, run, clock } = await openOutbox(t)
  const events = [
    createEvent(1, 1),
    createEvent(2, 1),
    createEvent(1, 2),
    createEvent(3, 1),
    createEvent(2, 2),
    createEvent(1, 3),
  ]
  await append(...events)
  const { transport, delivered } = createScriptedTransport('a')
  await run(transport)
  await until(() => delivered.length === 6)
  assert.deepEqual(
    delivered,
    events.map(({ subject, sequence }) => `${subject}#${sequence}`),
  )
  await until(async () => (await rows()).every(({ state }) => state === 'delivered'))
  assert.ok((await rows()).every(({ lease_until }) => lease_until === null))
  assert.equal((await rows())[0]?.delivered_at, new Date(clock.now()).toISOString())
})

test('a rejected event blocks only its own subject, and its retry delays double up to a minute', async (t) => {
  const { append, rows, run, clock, outbox } = await openOutbox(t)
  const { transport, attempted, delivered } = createScriptedTransport('a', (each) =>
    each === 'account/1#1' ? 'refuse' : 'take',
  )
  await append(createEvent(1, 1), createEvent(1, 2), createEvent(2, 1), createEvent(2, 2))
  const { wake } = await run(transport)
  await until(() => delivered.length === 2)
  await append(createEvent(1, 3), createEvent(3, 1))
  wake()
  await until(() => delivered.length === 3)
  assert.deepEqual(delivered, ['account/2#1', 'account/2#2', 'account/3#1'])

  const attempts = () => attempted.filter((each) => each === 'account/1#1').length
  for (const [failures, wait] of [1, 2, 4, 8, 16, 32, 60, 60].map((s, i) => [i + 1, s * second] as const)) {
    await until(async () => (await rows()).some((row) => Number(row.attempts) === failures))
    assert.equal(attempts(), failures)
    clock.advance(wait - 1)
    wake()
    await until(async () => !(await outbox.isDue('a', clock.now())))
    assert.equal(attempts(), failures)
    clock.advance(1)
    wake()
    await until(() => attempts() === failures + 1)
  }
  const [pending] = await outbox.listBacklogs(['a'], clock.now())
  assert.partialDeepStrictEqual(pending, {
    transport: 'a',
    pending: 3,
    failing: 1,
    last_error: 'account/1#1 is refused',
  })
  assert.ok((pending?.oldest_seconds ?? 0) >= 183)
})

test('once a rejected event is accepted, the events behind it follow in order', async (t) => {
  const { append, rows, run, clock } = await openOutbox(t)
  let response: PublishOutcome = 'refuse'
  const { transport, delivered } = createScriptedTransport('a', (each) =>
    each === 'account/1#1' ? response : 'take',
  )
  await append(createEvent(1, 1), createEvent(1, 2))
  const { wake } = await run(transport)
  await until(async () => (await rows()).some(({ state }) => state === 'failing'))
  await append(createEvent(1, 3))
  wake()
  await until(async () => (await rows()).filter(({ state }) => state === 'behind').length === 2)
  response = 'take'
  clock.advance(1 * second)
  wake()
  await until(() => delivered.length === 3)
  assert.deepEqual(delivered, ['account/1#1', 'account/1#2', 'account/1#3'])
})

test('however many events fail, new ones are delivered', async (t) => {
  const { append, rows, run } = await openOutbox(t)
  const { transport, delivered } = createScriptedTransport('a', (each) =>
    each === 'account/1000#1' ? 'take' : 'refuse',
  )
  await append(...Array.from({ length: 250 }, (_, index) => createEvent(index + 1, 1)))
  await run(transport)
  await until(async () => (await rows()).filter(({ state }) => state === 'failing').length === 250)
  await append(createEvent(1000, 1))
  await until(() => delivered.length === 1)
})

test("all events are delivered in order even if a clock that was set back gave them earlier times than their subject's first event", async (t) => {
  const { append, run } = await openOutbox(t)
  const subjects = Array.from({ length: 250 }, (_, index) => index + 1)
  await append(...subjects.map((account) => ({ ...createEvent(account, 1), time: start + hour })))
  await append(...subjects.map((account) => createEvent(account, 2)))
  const { transport, delivered } = createScriptedTransport('a')
  await run(transport)
  await until(() => delivered.length === 500)
  assertOrdered(delivered)
})

test('while a transport is unavailable nothing is sent, and no attempt is counted', async (t) => {
  const { append, rows, run, clock, outbox } = await openOutbox(t)
  const { transport, attempted, delivered, setObstacle } = createScriptedTransport('a')
  setObstacle('the broker is down')
  await append(createEvent(1, 1))
  await run(transport)
  await until(
    async () => (await outbox.listBacklogs([], clock.now()))[0]?.last_error === 'the broker is down',
  )
  clock.advance(1 * minute)
  const [pending] = await outbox.listBacklogs(['a'], clock.now())
  assert.deepEqual(pending, {
    transport: 'a',
    pending: 1,
    failing: 0,
    oldest_seconds: 60,
    last_error: 'the broker is down',
  })
  assert.deepEqual(attempted, [])

  setObstacle(null)
  await until(() => delivered.length === 1)
  await until(async () => (await rows()).every(({ state }) => state === 'delivered'))
  assert.equal(Number((await rows())[0]?.attempts), 0)
  const none = { transport: 'a', pending: 0, failing: 0, oldest_seconds: null, last_error: null }
  assert.deepEqual(await outbox.listBacklogs(['a'], clock.now()), [none])
})

test('events that could not be sent are released immediately', async (t) => {
  const { append, rows, run } = await openOutbox(t)
  let response: PublishOutcome = 'cannot'
  const { transport, attempted, delivered } = createScriptedTransport('a', () => response)
  await append(createEvent(1, 1), createEvent(1, 2))
  const { wake } = await run(transport)
  await until(() => attempted.length === 1)
  await until(async () => (await rows()).every(({ lease_until }) => lease_until === null))
  assert.deepEqual(
    (await rows()).map(({ state, attempts }) => [state, Number(attempts)]),
    [
      ['queued', 0],
      ['queued', 0],
    ],
  )
  response = 'take'
  wake()
  await until(() => delivered.length === 2)
})

test('one transport never delays another', async (t) => {
  const { append, run } = await openOutbox(t, ['a', 'b'])
  const { promise: hangs, resolve } = Promise.withResolvers<PublishOutcome>()
  const stuck = createScriptedTransport('a', () => hangs)
  const free = createScriptedTransport('b')
  await run(stuck.transport)
  await run(free.transport)
  await append(createEvent(1, 1), createEvent(1, 2))
  await until(() => free.delivered.length === 2)
  assert.deepEqual(stuck.delivered, [])
  resolve('take')
  await until(() => stuck.delivered.length === 2)
})
