import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../test/helpers/databases.ts'
import { insertSales } from '../../../test/helpers/insert-sales.ts'
import { day, toIsoString } from '../../kernel/clock.ts'
import { insertRows } from './rows.ts'

test('hundreds of rows are inserted in few statements, in any number', async (t) => {
  const { database } = await openTestDatabase(t)
  const email = 'shop@shop.example'
  const shop = { email, name: 'shop', currency: 'USD', operator: 0, created_at: toIsoString(0) }
  await database.transact(({ query }) => query.insertInto('accounts').values(shop).execute())
  const { id } = await database.read.query.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  const account_id = Number(id)
  for (const [count, maxStatements] of [
    [0, 0],
    [1, 1],
    [9, 2],
    [64, 1],
    [500, 20],
  ] as const) {
    const [invoice_uid = ''] = await insertSales({ database }, account_id, [{ paidAt: day }])
    const words = Array.from({ length: count }, (_, index) => `word${index}`)
    let statements = 0
    await database.transact((sql) => {
      const counted: typeof sql = {
        ...sql,
        queryAll: (...call) => {
          statements++
          return sql.queryAll(...call)
        },
      }
      return insertRows(counted, 'invoice_words', { account_id, invoice_uid }, ['word', words])
    })
    assert.ok(statements <= maxStatements, `${statements} statements`)
    const stored = await database.read.query
      .selectFrom('invoice_words')
      .where('invoice_uid', '=', invoice_uid)
      .select(['account_id', 'word'])
      .execute()
    assert.deepEqual(stored.map(({ word }) => word).toSorted(), words.toSorted())
    assert.ok(stored.every((row) => Number(row.account_id) === account_id))
  }
})
