import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql as raw } from 'kysely'
import { only, openTestDatabase } from '../../test/helpers/databases.ts'
import { until } from '../../test/helpers/until.ts'
import type { Database } from '../platform/storage/database.ts'
import { insertRow } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { dropBytes, storeBytes } from './transaction-bytes-store.ts'

const transaction = { txid: 'aa'.repeat(32), hex: '0100' }

/** Transactions that wait for a lock. */
async function countWaiting({ read }: Database): Promise<number> {
  const { rows } = await raw<{ count: number }>`
    select cast(count(*) as integer) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(read.query)
  return Number(rows[0]?.count)
}

async function insertTransaction(sql: Sql, paymentId: string): Promise<void> {
  const bytesId = await storeBytes(sql, 'LTC', transaction)
  const { txid } = transaction
  await insertRow(sql, 'payment_transactions', {
    payment_id: paymentId,
    place: 0,
    coin: 'LTC',
    txid,
    bytes_id: bytesId,
  })
}

test('the bytes of a transaction are kept if another payment is about to share them', {
  skip: only('postgres'),
}, async (t) => {
  const { database } = await openTestDatabase(t)
  await database.transact(({ query }) =>
    query.schema
      .alterTable('payment_transactions')
      .dropConstraint('payment_transactions_payment_id_fkey')
      .execute(),
  )
  await database.transact((sql) => insertTransaction(sql, 'pay_1'))
  let dropped: Promise<unknown> | undefined
  await database.transact(async (sql) => {
    await insertTransaction(sql, 'pay_2')
    dropped ??= database.transact((other) => dropBytes(other, 'pay_1'))
    // Until it waits for this transaction.
    await until(async () => (await countWaiting(database)) > 0)
  })
  await dropped
  const { query } = database.read
  const kept = await query
    .selectFrom('payment_transactions')
    .innerJoin('transaction_bytes', 'transaction_bytes.id', 'bytes_id')
    .select(['payment_id', 'hex'])
    .execute()
  assert.deepEqual(kept, [{ payment_id: 'pay_2', hex: transaction.hex }])
})
