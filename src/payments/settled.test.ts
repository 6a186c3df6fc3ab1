import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../../test/helpers/databases.ts'
import { settledPayments } from '../platform/storage/migrations/0059-settled-payments.ts'

test('a confirmed payment that an earlier version restored without settling it is settled when the database is migrated', async (t) => {
  const { database } = await openTestDatabase(t)
  const rows = await database.transact(async ({ query }) => {
    const run = (text: string) => sql.raw<{ id: string; settled_at: string | null }>(text).execute(query)
    await run(`drop table payments${database.kind === 'postgres' ? ' cascade' : ''}`)
    await run(
      'create table payments (id text primary key, confirmed_at text, settled_at text, double_spent_hash text)',
    )
    await run(`insert into payments values ('restored', '1', null, null), ('double-spent', '1', null, 'ab'),
      ('unconfirmed', null, null, null), ('disconnected', null, '1', null), ('confirmed again', '2', '1', null)`)
    for (const statement of settledPayments()) await run(statement)
    return (await run('select id, settled_at from payments')).rows
  })
  assert.deepEqual(Object.fromEntries(rows.map(({ id, settled_at }) => [id, settled_at])), {
    restored: '1',
    'double-spent': null,
    unconfirmed: null,
    disconnected: '1',
    'confirmed again': '1',
  })
})
