import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GivenEvent, memoryLog, unexpected } from '../../../test/helpers/event-log.ts'
import { until } from '../../../test/helpers/until.ts'
import { openTail } from '../tail.ts'
import { inMemoryEvents } from './in-memory.ts'

const never = 2 ** 30

async function openEvents(t: { after(step: () => unknown): void }) {
  const log = memoryLog()
  const failures: unknown[] = []
  const tail = await openTail(log.reader, { pollMs: never, failed: unexpected })
  const { subscriptions, stop } = inMemoryEvents({ reader: log.reader, tail }, (error) =>
    failures.push(error),
  )
  t.after(async () => {
    stop()
    await tail.stop()
  })
  const write = (...events: Omit<GivenEvent, 'position'>[]) => {
    for (const event of events) log.append(event)
    tail.wake()
  }
  return {
    subscriptions,
    stop,
    write,
    failures,
    told: () => until(async () => tail.position() === log.newest()),
  }
}

test('a subscriber hears every event from now on, whosever it is, in order', async (t) => {
  const { subscriptions, write } = await openEvents(t)
  write({})
  const heard: string[] = []
  await subscriptions.subscribe({}, (event) => void heard.push(`${event.cursor} ${event.type}`))
  write({ accountId: 7 }, { type: 'invoice.paid', accountId: 8 })
  await until(async () => heard.length === 2)
  assert.deepEqual(heard, ['c2 invoice.created', 'c3 invoice.paid'])
})

test('who names types hears those alone, and their data is typed', async (t) => {
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

test('who keeps a cursor hears first what was missed', async (t) => {
  const { subscriptions, write } = await openEvents(t)
  write({}, {}, {})
  const heard: string[] = []
  await subscriptions.subscribe({ after: 'c1' }, ({ cursor }) => void heard.push(cursor))
  await until(async () => heard.length === 2)
  write({})
  await until(async () => heard.length === 3)
  assert.deepEqual(heard, ['c2', 'c3', 'c4'])
})

test('a cursor that is none of ours is refused', async (t) => {
  const { subscriptions } = await openEvents(t)
  await assert.rejects(
    subscriptions.subscribe({ after: 'c9' }, () => {}),
    { code: 'cursor_invalid' },
  )
})

test('events come one at a time: the next when the promise for the last is done', async (t) => {
  const { subscriptions, write, told } = await openEvents(t)
  const steps: string[] = []
  await subscriptions.subscribe({}, async ({ cursor }) => {
    steps.push(`begin ${cursor}`)
    await new Promise((resolve) => setImmediate(resolve))
    steps.push(`end ${cursor}`)
  })
  write({}, {})
  await told()
  await until(async () => steps.length === 4)
  assert.deepEqual(steps, ['begin c1', 'end c1', 'begin c2', 'end c2'])
})

test('what a handler throws is noted, and costs it no other event', async (t) => {
  const { subscriptions, write, failures } = await openEvents(t)
  const heard: string[] = []
  const handler = ({ cursor }: { cursor: string }) => {
    heard.push(cursor)
    throw new Error('mine')
  }
  await subscriptions.subscribe({}, handler)
  await subscriptions.subscribe({}, async (event) => handler(event))
  write({}, {})
  await until(async () => heard.length === 4)
  assert.deepEqual(heard.toSorted(), ['c1', 'c1', 'c2', 'c2'])
  await until(async () => failures.length === 4)
})

test('who has ended its subscription hears nothing more, and so does everybody once the service stops', async (t) => {
  const { subscriptions, write, stop, told } = await openEvents(t)
  const end = await subscriptions.subscribe({}, () => assert.fail())
  const heard: string[] = []
  await subscriptions.subscribe({}, ({ cursor }) => void heard.push(cursor))
  end()
  write({})
  await told()
  await until(async () => heard.length === 1)
  stop()
  write({})
  await told()
  assert.deepEqual(heard, ['c1'])
})
