import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addCleanup, openTestDatabase } from '../../../test/helpers/databases.ts'
import { type Database, StorageUnavailableError } from './database.ts'
import { openDatabase } from './open.ts'
import type { Sql } from './sql.ts'
import { defineStatement } from './statement.ts'

const insert = defineStatement<{ height: number; hash: string }, { height: bigint | number }>(
  (query, param) =>
    query
      .insertInto('followed_blocks')
      .values({ coin: 'BTC', height: param('height'), hash: param('hash') })
      .returning('height'),
)
const byHeight = defineStatement<{ height: number }, { hash: string }>((query, param) =>
  query
    .selectFrom('followed_blocks')
    .select('hash')
    .where('coin', '=', 'BTC')
    .where('height', '=', param('height')),
)

const hashes = async (from: Sql): Promise<string[]> =>
  (await from.query.selectFrom('followed_blocks').select('hash').orderBy('hash').execute()).map(
    ({ hash }) => hash,
  )

const write = (database: Database, height: number, hash: string) =>
  database.transact((sql) => sql.queryOne(insert, { height, hash }))

test("a transaction's writes are visible when its promise resolves, and not before", async (t) => {
  const { database } = await openTestDatabase(t)
  await database.transact(async (inside) => {
    await inside.queryAll(insert, { height: 1, hash: 'a' })
    assert.equal((await inside.queryOne(byHeight, { height: 1 }))?.hash, 'a')
    assert.deepEqual(await hashes(database.read), [])
  })
  assert.deepEqual(await hashes(database.read), ['a'])
})

test('a transaction that throws writes nothing and rejects with what it threw', async (t) => {
  const { database } = await openTestDatabase(t)
  const failure = new Error('no')
  const work = database.transact(async (inside) => {
    await inside.queryAll(insert, { height: 1, hash: 'a' })
    throw failure
  })
  await assert.rejects(work, (error) => error === failure)
  assert.deepEqual(await hashes(database.read), [])
})

test('of many concurrent transactions only the one that throws is rolled back', async (t) => {
  const { database } = await openTestDatabase(t)
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, height) =>
      database.transact(async (inside) => {
        await inside.queryAll(insert, { height, hash: String(height).padStart(2, '0') })
        if (height % 5 === 3) throw new Error('not this one')
      }),
    ),
  )
  assert.deepEqual(
    results.map(({ status }) => status === 'rejected'),
    results.map((_, height) => height % 5 === 3),
  )
  assert.equal((await hashes(database.read)).length, 16)
})

test('a transaction cannot commit after a failed statement, even if its body swallows the error', async (t) => {
  const { database } = await openTestDatabase(t)
  await write(database, 1, 'a')
  const swallowing = database.transact(async (inside) => {
    await inside.queryAll(insert, { height: 2, hash: 'b' })
    await inside.queryAll(insert, { height: 1, hash: 'c' }).catch(() => {})
    return 'fine'
  })
  await assert.rejects(swallowing, /UNIQUE constraint failed|duplicate key value/)
  const pending = database.transact(async (inside) => {
    await inside.queryAll(insert, { height: 1, hash: 'c' }).catch(() => {})
    await inside.queryAll(insert, { height: 2, hash: 'b' })
  })
  await assert.rejects(pending, /it can only be rolled back/)
  assert.deepEqual(await hashes(database.read), ['a'])
})

test("a transaction's Sql is unusable after its end", async (t) => {
  const { database } = await openTestDatabase(t)
  const leaked = await database.transact(async (inside) => inside)
  await assert.rejects(leaked.queryAll(insert, { height: 1, hash: 'a' }), /has ended/)
  await assert.rejects(leaked.query.selectFrom('followed_blocks').selectAll().execute(), /has ended/)
  assert.deepEqual(await hashes(database.read), [])
})

test('statements built at run time write within a transaction and count their rows', async (t) => {
  const { database } = await openTestDatabase(t)
  const counts = await database.transact(async ({ query }) => {
    const blocks = [1, 2, 3].map((height) => ({ coin: 'LTC', height, hash: `h${height}` }))
    const inserted = await query.insertInto('followed_blocks').values(blocks).executeTakeFirstOrThrow()
    const updated = await query
      .updateTable('followed_blocks')
      .set({ hash: 'x' })
      .where('height', '>', 1)
      .executeTakeFirst()
    const deleted = await query.deleteFrom('followed_blocks').where('height', '=', 1).executeTakeFirst()
    return [inserted.numInsertedOrUpdatedRows, updated.numUpdatedRows, deleted.numDeletedRows]
  })
  assert.deepEqual(counts, [3n, 2n, 1n])
})

test('Kysely cannot begin its own transaction', async (t) => {
  const { database } = await openTestDatabase(t)
  await assert.rejects(
    database.read.query.transaction().execute(async () => {}),
    /Database.transact/,
  )
})

test('rows have the same types on both databases: number for integers and sums, bigint for inexact ones, ISO text for timestamps, 0 or 1 for booleans', async (t) => {
  const { database } = await openTestDatabase(t)
  const at = '2026-11-21T12:00:00.050Z'
  const row = await database.transact(async ({ query }) => {
    await query.insertInto('rate_snapshots').values({ id: 's', taken_at: at, body: '{}' }).execute()
    await query
      .insertInto('sandbox_treasury')
      .values([
        { coin: 'BTC', txid: 'a', vout: 0, amount: 9007199254740993n, free: 1 },
        { coin: 'BTC', txid: 'b', vout: 1, amount: 9007199254740991n, free: 1 },
      ])
      .execute()
    return query
      .selectFrom(['rate_snapshots', 'sandbox_treasury'])
      .where('vout', '=', 0)
      .select(['taken_at', 'vout', 'amount'])
      .select(sql`(select sum(amount) from sandbox_treasury)`.as('sum'))
      .select(sql`(select sum(vout) from sandbox_treasury)`.as('small_sum'))
      .select(sql`(select max(amount) from sandbox_treasury where vout = 1)`.as('safe'))
      .select(sql`(select count(*) from sandbox_treasury)`.as('count'))
      .select((eb) => eb.exists(eb.selectFrom('rate_snapshots').select('id')).as('exists'))
      .executeTakeFirstOrThrow()
  })
  assert.equal(row.taken_at, at)
  assert.equal(row.vout, 0)
  assert.equal(row.amount, 9007199254740993n)
  assert.equal(row.sum, 18014398509481984n)
  assert.equal(row.small_sum, 1)
  assert.equal(row.safe, 9007199254740991)
  assert.equal(row.count, 2)
  assert.equal(Number(row.exists), 1)
})

test('text is compared byte by byte', async (t) => {
  const { database } = await openTestDatabase(t)
  for (const [height, hash] of ['b', 'B', 'a', '_', 'é', 'Z'].entries()) await write(database, height, hash)
  assert.deepEqual(await hashes(database.read), ['B', 'Z', '_', 'a', 'b', 'é'])
})

test('an id is never reused, even after a rollback or a delete', async (t) => {
  const { database } = await openTestDatabase(t)
  const at = '2026-01-01T00:00:00.000Z'
  const add = (email: string) =>
    database.transact(async ({ query }) => {
      const values = { email, name: '', currency: 'USD', operator: 0, created_at: at }
      return Number(
        (await query.insertInto('accounts').values(values).returning('id').executeTakeFirstOrThrow()).id,
      )
    })
  await add('a')
  const second = await add('b')
  await database.transact(({ query }) => query.deleteFrom('accounts').where('id', '=', second).execute())
  assert.ok((await add('c')) > second)
})

test('a snapshot sees a single point in time, whatever is committed since', async (t) => {
  const { database } = await openTestDatabase(t)
  await write(database, 1, 'a')
  const seen = await database.runInSnapshot(async (inside) => {
    const before = await hashes(inside)
    await write(database, 2, 'b')
    return [before, await hashes(inside)]
  })
  assert.deepEqual(seen, [['a'], ['a']])
  assert.deepEqual(await hashes(database.read), ['a', 'b'])
})

test('writes outside a transaction or in a snapshot fail', async (t) => {
  const { database } = await openTestDatabase(t)
  await assert.rejects(database.runInSnapshot((inside) => inside.queryAll(insert, { height: 1, hash: 'a' })))
  if (database.kind === 'sqlite')
    await assert.rejects(database.read.queryAll(insert, { height: 1, hash: 'a' }))
  assert.deepEqual(await hashes(database.read), [])
})

test('listeners are notified of each commit, and of no rollback', async (t) => {
  const { database } = await openTestDatabase(t)
  let commits = 0
  database.onCommit(() => {
    commits++
  })
  await write(database, 1, 'a')
  await assert.rejects(write(database, 1, 'a'))
  await write(database, 2, 'b')
  assert.equal(commits, 2)
})

test('closing waits for started work; afterwards the database is unavailable', async (t) => {
  const { database, url } = await openTestDatabase(t)
  const writing = Promise.all([write(database, 1, 'a'), write(database, 2, 'b')])
  // On PostgreSQL a transaction begins when it gets a connection.
  await (database.kind === 'sqlite' ? database.close() : writing)
  await writing
  await Promise.all([database.close(), database.close()])
  await assert.rejects(write(database, 3, 'c'), StorageUnavailableError)
  const duplicate = await openDatabase(url)
  addCleanup(t, () => duplicate.close())
  assert.deepEqual(await hashes(duplicate.read), ['a', 'b'])
})
