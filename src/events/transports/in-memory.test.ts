import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createMemoryLog, type EventFields, failUnexpectedly } from '../../../test/helpers/event-log.ts'
import { until } from '../../../test/helpers/until.ts'
import type { Bounds } from '../log.ts'
import { startTail } from '../tail.ts'
import { createInMemoryEvents } from './in-memory.ts'

const never = 2 ** 30

async function openEvents(t: { after(step: () => unknown): void }, log = createMemoryLog()) {
  const failures: unknown[] = []
  const tail = await startTail(log.reader, { pollMs: never, onError: failUnexpectedly })
  const { subscriptions, stop } = createInMemoryEvents({ reader: log.reader, tail }, (error) =>
    failures.push(error),
  )
  t.after(async () => {
    stop()
    await tail.stop()
  })
  const write = (...events: Omit<EventFields, 'position'>[]) => {
    for (const event of events) log.append(event)
    tail.wake()
  }
  return {
    subscriptions,
    stop,
    write,
    failures,
    position: tail.getPosition,
    caughtUp: () => until(async () => tail.getPosition() === log.getNewest()),
  }
}

test('a subscriber gets every new event of every account, in order', async (t) => {
  const { subscriptions, write } = await openEvents(t)
  write({})
  const received: string[] = []
  await subscriptions.subscribe({}, (event) => void received.push(`${event.cursor} ${event.type}`))
  write({ accountId: 7 }, { type: 'invoice.paid', accountId: 8 })
  await until(async () => received.length === 2)
  assert.deepEqual(received, ['c2 invoice.created', 'c3 invoice.paid'])
})

test('a subscriber to certain types gets only those, with typed data', async (t) => {
  const { subscriptions, write } = await openEvents(t)
  const hashes: (string | null)[] = []
  await subscriptions.subscribe({ types: ['invoice.paid'] }, ({ data }) => void hashes.push(data.hash))
  write(
    { data: '{"hash":null}' },
    { type: 'invoice.paid', data: '{"hash":"ff"}' },
    { type: 'account.linked', data: '{}' },
    { type: 'invoice.paid', data: '{"hash":"00"}' },
  )
  await until(async () => hashes.length === 2)
  assert.deepEqual(hashes, ['ff', '00'])
})

test('a subscriber with a cursor first gets what it missed', async (t) => {
  const { subscriptions, write } = await openEvents(t)
  write({}, {}, {})
  const received: string[] = []
  await subscriptions.subscribe({ after: 'c1' }, ({ cursor }) => void received.push(cursor))
  await until(async () => received.length === 2)
  write({})
  await until(async () => received.length === 3)
  assert.deepEqual(received, ['c2', 'c3', 'c4'])
})

test('an unknown cursor is rejected', async (t) => {
  const { subscriptions } = await openEvents(t)
  await assert.rejects(
    subscriptions.subscribe({ after: 'c9' }, () => {}),
    { code: 'cursor_invalid' },
  )
})

test('events are delivered one at a time, each after the handler’s promise for the previous one has settled', async (t) => {
  const { subscriptions, write, caughtUp } = await openEvents(t)
  const steps: string[] = []
  await subscriptions.subscribe({}, async ({ cursor }) => {
    steps.push(`begin ${cursor}`)
    await new Promise((resolve) => setImmediate(resolve))
    steps.push(`end ${cursor}`)
  })
  write({}, {})
  await caughtUp()
  await until(async () => steps.length === 4)
  assert.deepEqual(steps, ['begin c1', 'end c1', 'begin c2', 'end c2'])
})

test('an error in a handler is logged and skips no event', async (t) => {
  const { subscriptions, write, failures } = await openEvents(t)
  const received: string[] = []
  const handler = ({ cursor }: { cursor: string }) => {
    received.push(cursor)
    throw new Error('mine')
  }
  await subscriptions.subscribe({}, handler)
  await subscriptions.subscribe({}, async (event) => handler(event))
  write({}, {})
  await until(async () => received.length === 4)
  assert.deepEqual(received.toSorted(), ['c1', 'c1', 'c2', 'c2'])
  await until(async () => failures.length === 4)
})

test('an ended subscription gets nothing more, and neither does any once the service stops', async (t) => {
  const { subscriptions, write, stop, caughtUp } = await openEvents(t)
  const end = await subscriptions.subscribe({}, () => assert.fail())
  const received: string[] = []
  await subscriptions.subscribe({}, ({ cursor }) => void received.push(cursor))
  end()
  write({})
  await caughtUp()
  await until(async () => received.length === 1)
  stop()
  write({})
  await caughtUp()
  assert.deepEqual(received, ['c1'])
})

/** A subscription that has missed pruned events and is about to read the bounds of the log, which `interceptBounds` controls. */
async function openLagging(
  t: TestContext,
  interceptBounds: (getBounds: () => Promise<Bounds>) => Promise<Bounds>,
) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const log = createMemoryLog()
  const { getBounds } = log.reader
  let currentGetBounds = getBounds
  const opened = await openEvents(t, {
    ...log,
    reader: { ...log.reader, getBounds: () => currentGetBounds() },
  })
  const { subscriptions, write, failures } = opened
  const received: string[] = []
  const busy = Promise.withResolvers<void>()
  const end = await subscriptions.subscribe({}, ({ cursor }) => {
    received.push(cursor)
    return cursor === 'c1' ? busy.promise : undefined
  })
  write({}, {}, {})
  await turnUntil(() => opened.position() === 3)
  log.prune(2)
  busy.resolve()
  await turnUntil(() => failures.length === 1)
  currentGetBounds = () => interceptBounds(getBounds)
  /** Advances time until the condition holds. */
  const advanceUntil = (condition: () => boolean) =>
    turnUntil(() => {
      t.mock.timers.tick(1_000)
      return condition()
    })
  return { ...opened, received, end, advanceUntil }
}

async function turnUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await turn()
}

test('a database outage while a subscription resumes ends neither the process nor the subscription', async (t) => {
  let remainingFailures = 2
  const { received, failures, advanceUntil } = await openLagging(t, async (getBounds) => {
    if (remainingFailures-- > 0) throw new Error('away')
    return getBounds()
  })
  await advanceUntil(() => received.length === 2)
  assert.deepEqual(received, ['c1', 'c3'])
  assert.ok(failures.some((failure) => String(failure) === 'Error: away'))
})

for (const ending of ['end', 'stop'] as const)
  test(`a subscription that ends while it resumes stays ended: ${ending}`, async (t) => {
    let isReading = false
    const release = Promise.withResolvers<void>()
    const { received, write, position, advanceUntil, ...endings } = await openLagging(
      t,
      async (getBounds) => {
        isReading = true
        await release.promise
        return getBounds()
      },
    )
    await advanceUntil(() => isReading)
    endings[ending]()
    release.resolve()
    write({})
    await advanceUntil(() => position() === 4)
    for (let count = 0; count < 10; count++) await turn()
    assert.deepEqual(received, ['c1'])
  })
