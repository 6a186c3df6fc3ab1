import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql as raw } from 'kysely'
import { fileScope, only, openTestDatabase } from '../../test/helpers/databases.ts'
import { insertSales, type Sale } from '../../test/helpers/insert-sales.ts'
import { recordQueryPlans } from '../../test/helpers/query-plans.ts'
import { day, toIsoString } from '../kernel/clock.ts'
import type { InvoiceFilters } from './list.ts'
import { maxBatchSize } from './list-prefix-store.ts'
import { createInvoiceLister } from './list-store.ts'

const { database } = await openTestDatabase(fileScope)
const { sql, explainPlans } = recordQueryPlans(database)
const lister = createInvoiceLister(sql)
const start = Date.UTC(2026, 0, 1)
const range: InvoiceFilters = { createdFrom: start, createdTo: start + 30 * day }
/** Several batches of both ways to find external ids with a prefix. */
const similarCount = 4 * maxBatchSize
const before = '01m81kz6jvpsgtfp6qtgd2fzdn0xfc000001'

const shop = {
  email: 'shop@shop.example',
  name: 'shop',
  currency: 'USD',
  operator: 0,
  created_at: toIsoString(start),
}
await database.transact(({ query }) => query.insertInto('accounts').values(shop).execute())
const [{ id } = { id: 0 }] = await database.read.query.selectFrom('accounts').select('id').execute()
const account = Number(id)

const countSteps = async (filters: InvoiceFilters, from: string | null): Promise<string[]> =>
  (await explainPlans(() => lister.listPage(account, filters, from, 51))).flat()

test('each filter scans its own index from the start of the page to the end of the range', {
  skip: only('sqlite'),
}, async () => {
  const filters: [InvoiceFilters, string][] = [
    [{}, 'invoices_by_account (account_id=?'],
    [{ status: 'expired' }, 'invoices_by_status (account_id=? AND status=?'],
    [{ currency: 'EUR' }, 'invoices_by_currency (account_id=? AND currency=?'],
    [{ coin: 'LTC' }, 'invoices_by_coin (account_id=? AND paid_coin=?'],
    [{ externalId: 'order-1' }, 'invoices_by_external_id (account_id=? AND external_id=?'],
  ]
  for (const [filter, index] of filters)
    for (const from of [null, before]) {
      const end = from === null ? '' : ' AND uid<?'
      assert.deepEqual(await countSteps(filter, from), [`SEARCH invoices USING INDEX ${index}${end})`])
      const both = [`SEARCH invoices USING INDEX ${index} AND uid>? AND uid<?)`]
      assert.deepEqual(await countSteps({ ...filter, ...range }, from), both)
    }
})

test('a status and a rare currency scan the currency index', { skip: only('sqlite') }, async () => {
  const plan = await countSteps({ status: 'paid', currency: 'JPY', ...range }, null)
  const index = 'invoices_by_currency (account_id=? AND currency=?'
  assert.deepEqual(plan, [
    'CO-ROUTINE counted',
    `SEARCH invoices USING COVERING INDEX ${index})`,
    'SCAN counted',
    `SEARCH invoices USING INDEX ${index} AND uid>? AND uid<?)`,
  ])
})

test('words are looked up in the word index, however many invoices there are', {
  skip: only('sqlite'),
}, async () => {
  for (const words of [['blue'], ['blue', 'tie'], ['blue', 'silk', 'tie']]) {
    const plan = await countSteps({ search: { text: words.join(' '), words, amount: null } }, null)
    const scans = plan.filter((step) => /invoices_by_\w+ \(account_id=\?\)/.test(step))
    assert.deepEqual(scans, [])
  }
})

test('many invoices with similar external ids are scanned from the newest, without sorting', {
  skip: only('sqlite'),
}, async () => {
  const sale = { createdAt: start, paidAt: start, currency: 'USD', coin: 'BTC', status: 'paid' } as const
  await insertSales(
    { database },
    account,
    Array.from({ length: similarCount }, (): Sale => sale),
  )
  await database.transact(({ query }) =>
    query.updateTable('invoices').set({ external_id: raw<string>`'order-' || uid` }).execute(),
  )
  const plan = await countSteps({ search: { text: 'order', words: [], amount: null } }, null)
  assert.ok(plan.includes('SEARCH invoices USING INDEX invoices_by_account (account_id=?)'), plan.join('\n'))
  assert.ok(!plan.includes('USE TEMP B-TREE FOR ORDER BY'), plan.join('\n'))
})

test('many old invoices with similar external ids are found by their index, without scanning newer ones', {
  skip: only('sqlite'),
}, async () => {
  const later: Sale = { createdAt: start + day, paidAt: start + day }
  await insertSales(
    { database },
    account,
    Array.from({ length: similarCount }, () => later),
  )
  const search = { text: 'order', words: [], amount: null }
  const found = await lister.listPage(account, { search }, null, 51)
  const all = await database.read.query
    .selectFrom('invoices')
    .where('external_id', 'like', 'order%')
    .orderBy('uid', 'desc')
    .select('uid')
    .execute()
  assert.equal(all.length, similarCount)
  assert.deepEqual(
    found.map(({ uid }) => uid),
    all.slice(0, 51).map(({ uid }) => uid),
  )
  const cursor = all[2 * maxBatchSize]?.uid ?? assert.fail()
  const next = await lister.listPage(account, { search }, cursor, 51)
  assert.deepEqual(
    next.map(({ uid }) => uid),
    all
      .slice(2 * maxBatchSize + 1)
      .slice(0, 51)
      .map(({ uid }) => uid),
  )
  const plan = await countSteps({ search }, null)
  const byId = 'SEARCH invoices USING COVERING INDEX invoices_by_external_id'
  assert.ok(
    plan.includes(`${byId} (account_id=? AND (external_id,uid)>(?,?) AND external_id<?)`),
    plan.join('\n'),
  )
  assert.ok(!plan.includes('USE TEMP B-TREE FOR ORDER BY'), plan.join('\n'))
})

test('parts of external ids are looked up in their index, without scanning invoices', {
  skip: only('sqlite'),
}, async () => {
  const plan = await countSteps({ search: { text: '1999', words: [], amount: null } }, null)
  assert.ok(
    plan.some((step) => /invoice_external_id_parts.*\(account_id=\? AND part>\? AND part<\?\)/.test(step)),
    plan.join('\n'),
  )
  assert.ok(!plan.some((step) => /^SCAN (?!some)/.test(step)), plan.join('\n'))
})

test('many invoices with the same part of their external ids are listed by its index, without scanning invoices', {
  skip: only('sqlite'),
}, async () => {
  const { query } = database.read
  const uids = await query.selectFrom('invoices').orderBy('uid').select('uid').execute()
  await database.transact(async (sql) => {
    for (const { uid: invoice_uid } of uids)
      await sql.query
        .insertInto('invoice_external_id_parts')
        .values({ account_id: account, part: 'same', invoice_uid })
        .execute()
  })
  const search = { text: 'same', words: [], amount: null }
  const found = await lister.listPage(account, { search }, null, 51)
  const newest = uids.slice(-51).reverse()
  assert.deepEqual(
    found.map(({ uid }) => uid),
    newest.map(({ uid }) => uid),
  )
  const plan = await countSteps({ search }, null)
  assert.ok(
    plan.some((step) => /invoice_external_id_parts_1 \(account_id=\? AND part=\?\)$/.test(step)),
    plan.join('\n'),
  )
  assert.ok(!plan.some((step) => /invoices_by_account \(account_id=\?\)$/.test(step)), plan.join('\n'))
})
