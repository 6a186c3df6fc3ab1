import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/helpers/databases.ts'
import { insertSales } from '../../test/helpers/insert-sales.ts'
import { day, toIsoString } from '../kernel/clock.ts'
import { walkBatchSize } from './list-search-store.ts'
import { createInvoiceLister } from './list-store.ts'

test('a search for several words finds the invoice that has all of them, however many have the first', async (t) => {
  const { database } = await openTestDatabase(t)
  const shop = {
    email: 'shop@shop.example',
    name: 'shop',
    currency: 'USD',
    operator: 0,
    created_at: toIsoString(0),
  }
  await database.transact(({ query }) => query.insertInto('accounts').values(shop).execute())
  const account = await database.read.query.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  const account_id = Number(account.id)
  const count = 2 * walkBatchSize + 1
  const uids = (await insertSales({ database }, account_id, Array(count).fill({ paidAt: day }))).toSorted()
  const [oldest = '', second = ''] = uids
  const rows = [
    ...uids.map((invoice_uid) => ({ account_id, word: 'everywhere', invoice_uid })),
    ...[oldest, second].map((invoice_uid) => ({ account_id, word: 'rare', invoice_uid })),
  ]
  await database.transact(async ({ query }) => {
    for (let first = 0; first < rows.length; first += walkBatchSize)
      await query
        .insertInto('invoice_words')
        .values(rows.slice(first, first + walkBatchSize))
        .execute()
  })
  const lister = createInvoiceLister(database.read)
  const search = { text: 'everywhere rare', words: ['everywhere', 'rare'], amount: null }
  const found = async (after: string | null, limit: number, direction?: 'asc') =>
    (await lister.listPage(account_id, { search }, after, limit, direction)).map(({ uid }) => uid)
  assert.deepEqual(await found(null, 5), [second, oldest])
  assert.deepEqual(await found(null, 1), [second])
  assert.deepEqual(await found(second, 5), [oldest])
  assert.deepEqual(await found(null, 5, 'asc'), [oldest, second])
})
