import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { addCleanup, createDatabaseUrl, only, openTestDatabase } from '../../../test/helpers/databases.ts'
import { withIndexMigration } from '../../../test/helpers/index-migration.ts'
import { until } from '../../../test/helpers/until.ts'
import type { Database } from './database.ts'
import { transactionBytes } from './migrations/0037-transaction-bytes.ts'
import { migrations } from './migrations/index.ts'
import { openDatabase } from './open.ts'

test('migrations run in order of their names, and migrating again changes nothing', async (t) => {
  const { database } = await openTestDatabase(t)
  const recorded = () => database.read.query.selectFrom('migrations').selectAll().orderBy('name').execute()
  const before = await recorded()
  assert.deepEqual(
    before.map(({ name }) => name),
    migrations.map(({ name }) => name).sort(),
  )
  await database.migrate()
  assert.deepEqual(await recorded(), before)
})

test('a database from a newer version is rejected with an error that names the unknown migration', async (t) => {
  const { database } = await openTestDatabase(t)
  await database.transact(({ query }) =>
    query
      .insertInto('migrations')
      .values({ name: '9999-later', applied_at: '2026-01-01T00:00:00.000Z' })
      .execute(),
  )
  await assert.rejects(
    database.migrate(),
    /^StorageError: The database was migrated by a newer version \(it has 9999-later\): [^\n]*$/,
  )
})

const newest = migrations.at(-1)?.name.slice(0, 4) ?? ''
const record = ({ transact }: Database, name: string) =>
  transact(({ query }) =>
    query.insertInto('migrations').values({ name, applied_at: '2026-01-01T00:00:00.000Z' }).execute(),
  )

test('a newer migration that is compatible with this version doesn’t affect it', async (t) => {
  const { database } = await openTestDatabase(t)
  await record(database, `9000-columns-after-${newest}`)
  await record(database, '9001-table-after-0001')
  assert.equal(await database.isReady(), true)
  await database.migrate()
  await record(database, '9002-contract-after-9000')
  assert.equal(await database.isReady(), false)
  await assert.rejects(
    database.migrate(),
    /^StorageError: The database was migrated by a newer version \(it has 9002-contract-after-9000\)/,
  )
})

test('an index migration builds its indexes and is recorded once they exist', async (t) => {
  const { database } = await openTestDatabase(t)
  await database.migrate(withIndexMigration)
  const names = await indexNames(database)
  assert.deepEqual(
    names.filter((name) => name.startsWith('invoices_by_memo')),
    ['invoices_by_memo', 'invoices_by_memo_uid'],
  )
  await database.migrate(withIndexMigration)
  assert.deepEqual(await indexNames(database), names)
})

test('indexes of a table that others write to are built while they hold their transactions open', {
  skip: only('postgres'),
}, async (t) => {
  const { database } = await openTestDatabase(t)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const writing = database.transact(async ({ query }) => {
    await query.updateTable('invoices').set({ memo: 'x' }).execute()
    start()
    await released
  })
  await started
  const migrating = database.migrate(withIndexMigration)
  // The build waits for the writer, and another writer doesn't wait for the build.
  const building = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'create index %'`
  await until(async () => (await building.execute(database.read.query)).rows.length > 0)
  await database.transact(({ query }) => query.updateTable('invoices').set({ memo: 'y' }).execute())
  release()
  await Promise.all([writing, migrating])
  assert.equal((await indexNames(database)).includes('invoices_by_memo'), true)
})

test('an index whose build was interrupted is built again', { skip: only('postgres') }, async (t) => {
  const { database } = await openTestDatabase(t)
  await database.transact(async ({ query }) => {
    await sql`create index invoices_by_memo on invoices (uid)`.execute(query)
    await sql`update pg_index set indisvalid = false where indexrelid = 'invoices_by_memo'::regclass`.execute(
      query,
    )
  })
  await database.migrate(withIndexMigration)
  const { rows } = await sql<{ text: string }>`select pg_get_indexdef('invoices_by_memo'::regclass) as text
    from pg_index where indexrelid = 'invoices_by_memo'::regclass and indisvalid`.execute(database.read.query)
  assert.match(rows[0]?.text ?? '', /\(account_id, memo\)/)
})

test('a schema change that cannot lock its table lets requests through, and is applied once the table is free', {
  skip: only('postgres'),
}, async (t) => {
  const { database } = await openTestDatabase(t)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const dump = database.runInSnapshot(async ({ query }) => {
    await query.selectFrom('invoices').select('uid').execute()
    start()
    await released
  })
  await started
  const column = {
    name: '9000-column',
    statements: () => ['alter table invoices add column more integer not null default 1'],
  }
  const migrating = database.migrate([...migrations, column])
  for (let second = 0; second < 3; second++) {
    await sleep(1_000)
    await database.read.query.selectFrom('invoices').select('uid').execute()
  }
  release()
  await Promise.all([dump, migrating])
  await sql`select more from invoices`.execute(database.read.query)
})

async function indexNames({ kind, read }: Database): Promise<string[]> {
  const { rows } = await (kind === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_schema where type = 'index' order by name`
    : sql<{ name: string }>`select indexname as name from pg_indexes order by 1`
  ).execute(read.query)
  return rows.map(({ name }) => name)
}

test('a failed migration leaves nothing behind and can be retried', async (t) => {
  const database = await openDatabase(await createDatabaseUrl(t))
  addCleanup(t, () => database.close())
  // A table is in the way halfway through the first migration.
  await database.transact(({ query }) => sql`create table payments (id integer)`.execute(query))
  await assert.rejects(database.migrate(), /payments/)
  await assert.rejects(database.read.query.selectFrom('accounts').selectAll().execute())
  assert.equal(await database.isReady(), false)

  await database.transact(({ query }) => sql`drop table payments`.execute(query))
  await database.migrate()
  assert.equal(await database.isReady(), true)
})

test('stored bytes move to a row for each transaction, and payments with the same ones share it', async (t) => {
  const database = await openDatabase(await createDatabaseUrl(t))
  addCleanup(t, () => database.close())
  const { kind } = database
  const identity =
    kind === 'sqlite'
      ? 'integer primary key autoincrement'
      : 'bigint generated always as identity primary key'
  const before = [
    ['pay_1', 'aa', '01'],
    ['pay_2', 'aa', '01'],
    ['pay_3', 'aa', '02'],
    ['pay_4', 'bb', ''],
  ]
  await database.transact(async ({ query }) => {
    const run = (text: string) => sql.raw(text).execute(query)
    await run(
      'create table payment_transactions (payment_id text, place integer, coin text, txid text, hex text)',
    )
    for (const [id, txid, hex] of before)
      await run(`insert into payment_transactions values ('${id}', 0, 'LTC', '${txid}', '${hex}')`)
    for (const statement of transactionBytes({ kind, identity, text: 'text' })) await run(statement)
  })
  const { query } = database.read
  const rows = await query
    .selectFrom('payment_transactions')
    .leftJoin('transaction_bytes', 'transaction_bytes.id', 'bytes_id')
    .orderBy('payment_id')
    .select(['payment_id', 'payment_transactions.txid', 'hex'])
    .execute()
  assert.deepEqual(
    rows.map(({ payment_id, txid, hex }) => [payment_id, txid, hex ?? '']),
    before,
  )
  assert.equal((await query.selectFrom('transaction_bytes').select('id').execute()).length, 2)
})
