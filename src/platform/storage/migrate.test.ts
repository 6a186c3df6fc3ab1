import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { afterwards, newDatabaseUrl, openTestDatabase } from '../../../test/helpers/databases.ts'
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

test('a failed migration leaves nothing behind and can be retried', async (t) => {
  const database = await openDatabase(await newDatabaseUrl(t))
  afterwards(t, () => database.close())
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
  const database = await openDatabase(await newDatabaseUrl(t))
  afterwards(t, () => database.close())
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
