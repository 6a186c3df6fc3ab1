import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql as raw } from 'kysely'
import { openTestDatabase } from '../../test/helpers/databases.ts'
import { toIsoString } from '../kernel/clock.ts'
import { generateEventId } from '../kernel/ids.ts'
import { openDatabase } from '../platform/storage/open.ts'
import type { Event } from './event.ts'
import { assignMissingPositions, assignPositions, createEventStore } from './store.ts'

const start = Date.parse('2026-01-01T00:00:00.000Z')

const createEvent = (subject: string, sequence: number): Event => ({
  type: 'invoice.created',
  time: start + sequence,
  subject: `invoice/${subject}`,
  sequence,
  accountId: 1,
  data: { uid: subject, status: 'unpaid', hash: null, invoice: {}, payment: null },
})

async function openLog(t: Parameters<typeof openTestDatabase>[0]) {
  const { database, url } = await openTestDatabase(t)
  return { database, url, append, number, listRows }

  function append(...events: readonly Event[]): Promise<void> {
    return database.transact((sql) => createEventStore(sql).append(events))
  }

  function number(): Promise<void> {
    return database.transact(assignPositions)
  }

  /** `subject sequence` in order of position, and the positions. */
  async function listRows() {
    const all = await database.read.query
      .selectFrom('events')
      .select(['subject', 'sequence', 'position'])
      .orderBy('position')
      .execute()
    return {
      names: all.map(({ subject, sequence }) => `${subject.slice(8)}${sequence}`),
      positions: all.map(({ position }) => (position === null ? null : Number(position))),
    }
  }
}

test('events have no position until they are numbered, then 1, 2, 3 … without a gap', async (t) => {
  const { append, number, listRows } = await openLog(t)
  await append(createEvent('a', 1), createEvent('b', 1))
  assert.deepEqual((await listRows()).positions, [null, null])
  await number()
  await append(createEvent('a', 2))
  await number()
  await number()
  assert.deepEqual(await listRows(), { names: ['a1', 'b1', 'a2'], positions: [1, 2, 3] })
})

test('however late they are numbered, events of one subject keep the order of their sequence', async (t) => {
  const { append, number, listRows } = await openLog(t)
  await append(createEvent('b', 3), createEvent('a', 2), createEvent('b', 1))
  await append(createEvent('a', 1), createEvent('b', 2))
  await number()
  const { names, positions } = await listRows()
  assert.deepEqual(
    names.filter((name) => name.startsWith('a')),
    ['a1', 'a2'],
  )
  assert.deepEqual(
    names.filter((name) => name.startsWith('b')),
    ['b1', 'b2', 'b3'],
  )
  assert.deepEqual(positions, [1, 2, 3, 4, 5])
})

test('a sequence is unique within its subject', async (t) => {
  const { append, listRows } = await openLog(t)
  await append(createEvent('a', 1))
  await assert.rejects(append(createEvent('a', 2), createEvent('a', 1)))
  assert.deepEqual((await listRows()).names, ['a1'])
})

test('a rollback leaves neither an event nor a gap', async (t) => {
  const { database, append, number, listRows } = await openLog(t)
  await append(createEvent('a', 1))
  await number()
  const undone = database.transact(async (sql) => {
    await createEventStore(sql).append([createEvent('b', 1)])
    await assignPositions(sql)
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  await append(createEvent('c', 1))
  await number()
  assert.deepEqual(await listRows(), { names: ['a1', 'c1'], positions: [1, 2] })
})

test('several processes number events concurrently: each once, without a gap', async (t) => {
  const { database, url, number, listRows } = await openLog(t)
  const other = await openDatabase(url)
  try {
    const subjects = Array.from({ length: 30 }, (_, index) => `s${index}-`)
    const work = subjects.map(async (subject, index) => {
      const own = index % 2 === 0 ? database : other
      for (let sequence = 1; sequence <= 3; sequence++) {
        await own.transact((sql) => createEventStore(sql).append([createEvent(subject, sequence)]))
        await own.transact(assignPositions)
      }
    })
    await Promise.all(work)
    await number()
  } finally {
    await other.close()
  }
  const { names, positions } = await listRows()
  assert.deepEqual(
    positions,
    Array.from({ length: 90 }, (_, index) => index + 1),
  )
  for (let subject = 0; subject < 30; subject++) {
    const own = names.filter((name) => name.startsWith(`s${subject}-`))
    assert.deepEqual(own, [`s${subject}-1`, `s${subject}-2`, `s${subject}-3`])
  }
})

test('a large backlog is numbered in batches small enough to finish in time', async (t) => {
  const { database, append, number, listRows } = await openLog(t)
  await append(...Array.from({ length: 40 }, (_, index) => createEvent(`early${index}-`, 1)))
  await number()
  // PostgreSQL keeps its plan for a small table until it analyses the table again.
  if (database.kind === 'postgres') await database.transact(({ query }) => raw`analyze events`.execute(query))
  const waiting = Array.from({ length: 20_000 }, (_, index) => ({
    id: generateEventId(start - index, 0),
    type: 'invoice.created',
    time: toIsoString(start),
    subject: `invoice/s${index % 10_000}-`,
    sequence: index < 10_000 ? 1 : 2,
    account_id: 1,
    data: '{}',
  }))
  for (let from = 0; from < waiting.length; from += 1_000)
    await database.transact(({ query }) =>
      query
        .insertInto('events')
        .values(waiting.slice(from, from + 1_000))
        .execute(),
    )
  const readPositions = async () => (await listRows()).positions.filter((position) => position !== null)
  await number()
  assert.equal((await readPositions()).length, 10_040)
  await number()
  assert.deepEqual(
    await readPositions(),
    Array.from({ length: 20_040 }, (_, index) => index + 1),
  )
  const { names } = await listRows()
  const placeOf = new Map(names.map((name, index) => [name, index]))
  for (let subject = 0; subject < 10_000; subject++)
    assert.ok((placeOf.get(`s${subject}-1`) ?? 0) < (placeOf.get(`s${subject}-2`) ?? 0))
})

test('without events to number, nothing is committed', async (t) => {
  const { database, append, listRows } = await openLog(t)
  let commits = 0
  database.onCommit(() => commits++)
  await assignMissingPositions(database)
  assert.equal(commits, 0)
  await append(createEvent('a', 1))
  await assignMissingPositions(database)
  await assignMissingPositions(database)
  assert.equal(commits, 2)
  assert.deepEqual((await listRows()).positions, [1])
})
