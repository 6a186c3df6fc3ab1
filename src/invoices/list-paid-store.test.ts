import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fileScope, only, openTestDatabase } from '../../test/helpers/databases.ts'
import { insertSales, type Sale } from '../../test/helpers/insert-sales.ts'
import { recordQueryPlans } from '../../test/helpers/query-plans.ts'
import { createSeededRandom } from '../../test/helpers/seeded.ts'
import { day, hour, minute, toIsoString } from '../kernel/clock.ts'
import type { InvoiceFilters } from './list.ts'
import { createInvoiceLister } from './list-store.ts'

const { database } = await openTestDatabase(fileScope)
const planned = recordQueryPlans(database)
const { queries } = planned
const lister = createInvoiceLister(planned.sql)
const start = Date.UTC(2026, 0, 1)

await database.transact(async ({ query }) => {
  const createAccount = (id: number) => ({
    email: `${id}@shop.example`,
    name: 'shop',
    currency: 'USD',
    operator: 0,
    created_at: toIsoString(start),
  })
  await query
    .insertInto('accounts')
    .values([createAccount(1), createAccount(2)])
    .execute()
})
const accounts = await database.read.query.selectFrom('accounts').orderBy('id').select('id').execute()
const [busy = 0, other = 0] = accounts.map(({ id }) => Number(id))

/** 40 days with 100 payments each. 90% arrive within an hour, most of the rest within an invoice's maximum life, a few later. */
const chance = createSeededRandom(11)
const sales: Sale[] = Array.from({ length: 4_000 }, (_, index) => {
  const createdAt = start + Math.floor((index / 4_000) * 40 * day)
  const durationMs = chance.happens(0.9)
    ? chance.between(0, hour)
    : chance.between(0, chance.pick([2, 30, 35]) * day)
  return {
    createdAt,
    // The clock is behind that of another process.
    paidAt: chance.happens(0.01) ? createdAt - chance.between(0, 50 * minute) : createdAt + durationMs,
    currency: chance.happens(0.01) ? 'EUR' : 'USD',
    coin: chance.pick(['BTC', 'LTC', 'LTC', 'DOGE']),
    status: chance.happens(0.02) ? 'reversed' : 'paid',
  }
})
const uids: string[] = []
for (let from = 0; from < sales.length; from += 1_000)
  uids.push(...(await insertSales({ database }, busy, sales.slice(from, from + 1_000))))
await insertSales({ database }, other, sales.slice(0, 500))

/** The uids that match the filters, by checking every sale. */
function findExpected({
  status,
  currency,
  coin,
  createdFrom,
  createdTo,
  paidFrom,
  paidTo,
}: InvoiceFilters): string[] {
  const matches = (sale: Sale): boolean =>
    (status === undefined || sale.status === status) &&
    (currency === undefined || sale.currency === currency) &&
    (coin === undefined || sale.coin === coin) &&
    (createdFrom === undefined || Number(sale.createdAt) >= createdFrom) &&
    (createdTo === undefined || Number(sale.createdAt) < createdTo) &&
    (paidFrom === undefined || sale.paidAt >= paidFrom) &&
    (paidTo === undefined || sale.paidAt < paidTo)
  return uids
    .filter((_, index) => matches(sales[index] ?? assert.fail()))
    .sort()
    .reverse()
}

async function listAllPages(filters: InvoiceFilters, limit: number): Promise<string[]> {
  const found: string[] = []
  for (let before: string | null = null; ; before = found.at(-1) ?? null) {
    const page = await lister.listPage(busy, filters, before, limit)
    found.push(...page.map(({ uid }) => uid))
    if (page.length < limit) return found
  }
}

const dayToTime = (days: number): number => start + days * day

test('the pages of a payment range together contain all matches, newest first, however many there are', async () => {
  const ranges: InvoiceFilters[] = [
    { paidFrom: dayToTime(10), paidTo: dayToTime(11) },
    { paidFrom: dayToTime(5), paidTo: dayToTime(35) },
    { paidFrom: dayToTime(20), paidTo: dayToTime(32) },
    { paidFrom: dayToTime(3) },
    { paidTo: dayToTime(38) },
    { paidFrom: dayToTime(60) },
    { paidFrom: dayToTime(12), paidTo: dayToTime(12) },
    { paidFrom: dayToTime(13), paidTo: dayToTime(12) },
    { paidFrom: sales[1_234]?.paidAt ?? 0, paidTo: (sales[1_234]?.paidAt ?? 0) + 1 },
  ]
  const others: InvoiceFilters[] = [
    {},
    { status: 'paid' },
    { status: 'reversed' },
    { status: 'paid', currency: 'EUR' },
    { status: 'paid', currency: 'USD', coin: 'LTC' },
    { createdFrom: dayToTime(8), createdTo: dayToTime(30) },
    { createdTo: dayToTime(2) },
  ]
  for (const range of ranges)
    for (const more of others) {
      const filters = { ...range, ...more }
      assert.deepEqual(await listAllPages(filters, 117), findExpected(filters), JSON.stringify(filters))
    }
})

test('unpaid invoices match no payment range, and none are queried', async () => {
  queries.length = 0
  for (const status of ['unpaid', 'cancelled', 'expired'] as const)
    assert.deepEqual(await lister.listPage(busy, { status, paidFrom: 0 }, null, 10), [])
  assert.deepEqual(queries, [])
})

test('a range beyond the calendar matches everything or nothing', async () => {
  const far = Date.parse('9999-12-31T23:59:59.999-23:59')
  const early = Date.parse('0000-01-01T00:00:00.000+23:59')
  assert.equal((await lister.listPage(busy, { paidFrom: early, paidTo: far }, null, 5_000)).length, 4_000)
  assert.deepEqual(await lister.listPage(busy, { paidFrom: far }, null, 10), [])
  assert.deepEqual(await lister.listPage(busy, { paidTo: early }, null, 10), [])
})

const explainPlans = (filters: InvoiceFilters, before: string | null = null): Promise<string[][]> =>
  planned.explainPlans(() => lister.listPage(busy, filters, before, 3))

const narrow: InvoiceFilters = { status: 'paid', paidFrom: dayToTime(10), paidTo: dayToTime(11) }
const long: InvoiceFilters = { status: 'paid', paidFrom: dayToTime(5), paidTo: dayToTime(35) }

test('a narrow range uses the payment index; a long one scans by uid between two bounds', {
  skip: only('sqlite'),
}, async () => {
  const byPayment = 'INDEX invoices_by_payment (account_id=? AND paid_at>? AND paid_at<?)'
  const counted = ['CO-ROUTINE counted', `SEARCH invoices USING COVERING ${byPayment}`, 'SCAN counted']
  assert.deepEqual(await explainPlans(narrow), [
    counted,
    ['MATERIALIZE range', `SEARCH invoices USING ${byPayment}`, 'SCAN range', 'USE TEMP B-TREE FOR ORDER BY'],
  ])
  const scanned =
    'SEARCH invoices USING INDEX invoices_by_status (account_id=? AND status=? AND uid>? AND uid<?)'
  assert.deepEqual(await explainPlans(long, uids[2_000]), [counted, [scanned]])
  // The page's start is that bound itself. A second uid condition would make each page search from the far end.
  assert.equal(queries.at(-1)?.sql.match(/"uid" </g)?.length, 1)
})

test('PostgreSQL plans the same way once it has statistics', { skip: only('postgres') }, async () => {
  await database.transact(({ query }) => sql`analyze invoices`.execute(query))
  for (const plan of await explainPlans(narrow)) {
    assert.match(plan.join('\n'), /Index (Only )?Scan (using|on) invoices_by_payment/)
    assert.match(plan.join('\n'), /Index Cond: \(\(account_id = .* AND \(paid_at >= .* AND \(paid_at < /)
  }
  const [counted = [], scanned = [], ...more] = await explainPlans(long, uids[2_000])
  assert.match(counted.join('\n'), /Index (Only )?Scan (using|on) invoices_by_payment/)
  assert.match(scanned.join('\n'), /Index Scan Backward using .*\n.*Index Cond: .*\(uid > .* AND \(uid < /)
  assert.doesNotMatch(scanned.join('\n'), /Sort/)
  assert.deepEqual(more, [])
})
