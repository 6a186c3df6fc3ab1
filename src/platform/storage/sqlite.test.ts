import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { insert, readHeights, write } from '../../../test/helpers/blocks-table.ts'
import { addCleanup, createDatabaseUrl, only, openTestDatabase } from '../../../test/helpers/databases.ts'
import { StorageUnavailableError } from './database.ts'
import { openDatabase } from './open.ts'
import type { Sql } from './sql.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

test('concurrent transactions share a commit', { skip: only('sqlite') }, async (t) => {
  const { database } = await openTestDatabase(t)
  let commits = 0
  database.onCommit(() => {
    commits++
  })
  await Promise.all(upTo(64).map((height) => write(database, height)))
  // One, unless the machine is so busy that the group times out first.
  assert.ok(commits >= 1 && commits <= 8, `${commits} commits`)
  assert.equal((await readHeights(database.read)).length, 64)
})

test('group size is limited: more transactions than that share a few commits', {
  skip: only('sqlite'),
}, async (t) => {
  const { database } = await openTestDatabase(t)
  let commits = 0
  database.onCommit(() => {
    commits++
  })
  await Promise.all(upTo(600).map((height) => write(database, height)))
  assert.ok(commits >= 3 && commits < 60, `${commits} commits`)
  assert.equal((await readHeights(database.read)).length, 600)
})

test('a transaction that would wait too long is rejected immediately', {
  skip: only('sqlite'),
}, async (t) => {
  const { database } = await openTestDatabase(t)
  const results = await Promise.allSettled(upTo(10_050).map(() => database.transact(async () => {})))
  const rejected = results.filter(({ status }) => status === 'rejected')
  assert.equal(rejected.length, 50)
  await write(database, 1)
})

test('no promise settles before the commit, not even a rejection', {
  skip: only('sqlite'),
}, async (t) => {
  const { database } = await openTestDatabase(t)
  const settled: string[] = []
  database.onCommit(() => settled.push('committed'))
  const rejected = database.transact(async () => {
    throw new Error('rejected')
  })
  await Promise.all([
    write(database, 1).then(() => settled.push('first')),
    rejected.catch(() => settled.push('rejected')),
    write(database, 2).then(() => settled.push('second')),
  ])
  assert.equal(settled[0], 'committed')
  assert.deepEqual(settled.slice(1).sort(), ['first', 'rejected', 'second'])
  assert.deepEqual(await readHeights(database.read), [1, 2])
})

test('bodies never interleave', { skip: only('sqlite') }, async (t) => {
  const { database } = await openTestDatabase(t)
  const order: string[] = []
  const body = (name: string, height: number) => async (inside: Sql) => {
    order.push(name)
    await inside.queryAll(insert, { height })
    await inside.query.selectFrom('followed_blocks').selectAll().execute()
    order.push(name)
  }
  await Promise.all(['a', 'b', 'c'].map((name, height) => database.transact(body(name, height))))
  assert.deepEqual(order, ['a', 'a', 'b', 'b', 'c', 'c'])
})

test('a later transaction of a group sees earlier writes, and none of a failed transaction', {
  skip: only('sqlite'),
}, async (t) => {
  const { database } = await openTestDatabase(t)
  const failing = database.transact(async (inside) => {
    await inside.queryAll(insert, { height: 2 })
    throw new Error('no')
  })
  const [, , seen] = await Promise.all([
    write(database, 1),
    failing.catch(() => {}),
    database.transact(readHeights),
  ])
  assert.deepEqual(seen, [1])
})

test('only a transaction that awaits something other than the database fails; the others continue', {
  skip: only('sqlite'),
}, async (t) => {
  const { database } = await openTestDatabase(t)
  const straying = database.transact(async (inside) => {
    await inside.queryAll(insert, { height: 1 })
    await nextTurn()
    await inside.queryAll(insert, { height: 2 })
  })
  const never = database.transact(() => new Promise(() => {}))
  const nested = database.transact(() => write(database, 3))
  const results = await Promise.allSettled([write(database, 4), straying, never, nested, write(database, 5)])
  assert.deepEqual(
    results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'kept')),
    ['kept', ...Array(3).fill('Error: a transaction awaited something other than the database'), 'kept'],
  )
  await write(database, 6)
  // The inner of the two nested ones is its own transaction.
  assert.deepEqual(await readHeights(database.read), [3, 4, 5, 6])
})

test('a long transaction yields to the event loop between its statements, and no other one begins before it ends', {
  skip: only('sqlite'),
}, async (t) => {
  const { database } = await openTestDatabase(t)
  let turns = 0
  const count = () => {
    turns++
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  let others: Promise<unknown> | undefined
  await database.transact(async (inside) => {
    turns = 0
    for (let height = 0; turns < 5; height++) {
      await inside.queryAll(insert, { height })
      if (turns > 1) others ??= write(database, -1)
    }
    assert.ok(!(await readHeights(inside)).includes(-1))
    await Promise.all(upTo(5_000).map((height) => inside.queryAll(insert, { height: -2 - height })))
  })
  clearImmediate(timer)
  await others
  const all = await readHeights(database.read)
  assert.ok(all.length > 5_001 && all.includes(-1))
})

test('a long transaction that awaits something other than the database fails', {
  skip: only('sqlite'),
}, async (t) => {
  const { database } = await openTestDatabase(t)
  let turns = 0
  const work = database.transact(async (inside) => {
    setImmediate(() => turns++)
    for (let height = 0; turns === 0; height++) await inside.queryAll(insert, { height })
    await nextTurn()
  })
  await assert.rejects(work, /awaited something other/)
  assert.deepEqual(await readHeights(database.read), [])
})

test('a full disk fails the whole group with unavailable, and the next one works when there is space', {
  skip: only('sqlite'),
}, async (t) => {
  const { database } = await openTestDatabase(t)
  await write(database, 1)
  const pages = (limit: string) =>
    database.transact(({ query }) => sql.raw(`pragma max_page_count${limit}`).execute(query))
  await pages(' = 1')
  const big = ({ query }: Sql) =>
    query
      .insertInto('rate_snapshots')
      .values({ id: 's', taken_at: '', body: 'x'.repeat(1_000_000) })
      .execute()
  const results = await Promise.allSettled([write(database, 2), database.transact(big), write(database, 3)])
  assert.deepEqual(
    results
      .slice(0, 2)
      .map((result) => result.status === 'rejected' && result.reason instanceof StorageUnavailableError),
    [true, true],
  )
  await pages(' = 1000000')
  await write(database, 4)
  assert.ok(!(await readHeights(database.read)).includes(2))
  assert.ok((await readHeights(database.read)).includes(4))
})

test('a transaction that commits from within fails the whole group, and nothing is half written', {
  skip: only('sqlite'),
}, async (t) => {
  const { database } = await openTestDatabase(t)
  const ending = ({ query }: Sql) => sql`rollback`.execute(query)
  const results = await Promise.allSettled([
    write(database, 1),
    database.transact(ending),
    write(database, 2),
  ])
  assert.ok(
    results
      .slice(0, 2)
      .every((result) => result.status === 'rejected' && result.reason instanceof StorageUnavailableError),
  )
  assert.deepEqual(await readHeights(database.read), [2])
})

test('file and directory are created if missing, accessible by the owner only', {
  skip: only('sqlite'),
}, async (t) => {
  const url = (await createDatabaseUrl(t)).replace('test.db', 'new/folder/test.db')
  const database = await openDatabase(url)
  addCleanup(t, () => database.close())
  await database.migrate()
  await write(database, 1)
  const file = url.replace('sqlite:', '')
  for (const name of [file, `${file}-wal`, `${file}-shm`]) assert.equal((await stat(name)).mode & 0o077, 0)
  assert.equal((await stat(file.replace('/test.db', ''))).mode & 0o077, 0)
})
