import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Sort } from '../../src/invoices/browse.ts'
import type { Invoice } from '../../src/invoices/invoice.ts'
import type { InvoiceFilters } from '../../src/invoices/list.ts'
import { createInvoiceLister } from '../../src/invoices/list-store.ts'
import { day, minute, toIsoString } from '../../src/kernel/clock.ts'
import { compareDecimals, parseDecimal } from '../../src/kernel/money.ts'
import { openTestDatabase, type TestScope, testedKind } from './databases.ts'
import { insertSales } from './insert-sales.ts'
import { recordQueryPlans } from './query-plans.ts'
import { createSeededRandom } from './seeded.ts'

const start = Date.UTC(2026, 0, 1)
export const daysAfterStart = (days: number): number => start + days * day

interface Listed {
  readonly uid: string
  readonly createdAt: number
  readonly currency: string
  readonly amount: string
  readonly coin: string
  readonly status: Invoice['status']
  readonly paidAt: number | null
  readonly externalId: string
  readonly word: string
}

const chance = createSeededRandom(12)
const slot = 30 * minute

/** A hundred on each day; amounts of all sizes, many of them equal, and some paid at the same moment. */
function createSale(index: number) {
  const createdAt = start + Math.floor(index / 100) * day + chance.between(0, day - 1)
  const amounts = ['0.5', '9', '9.05', '10', '12.5', '99.99', '100', '1250000', `${chance.between(1, 3_000)}`]
  const unpaid = ['unpaid', 'expired', 'expired', 'cancelled'] as const
  return {
    createdAt,
    paidAt: (Math.ceil(createdAt / slot) + chance.between(0, chance.pick([0, 1, 40 * 48]))) * slot,
    amount: chance.pick(amounts),
    currency: chance.happens(0.1) ? chance.pick(['EUR', 'JPY']) : 'USD',
    coin: chance.pick(['BTC', 'LTC', 'LTC', 'LTC']),
    status: chance.happens(0.6) ? (chance.happens(0.05) ? 'reversed' : 'paid') : chance.pick(unpaid),
    // Searches with few matches, with many, and with too many.
    externalId: `order-${chance.happens(0.4) ? 'web' : 'till'}-${index}`,
    word: chance.pick(['lamp', 'lamp', 'rug', 'bed']),
  } as const
}

/** The list of an account with thousands of invoices of every kind, and its expected content. */
export async function openSortedList(t: TestScope) {
  const { database } = await openTestDatabase(t)
  const planned = recordQueryPlans(database)
  const lister = createInvoiceLister(planned.sql)

  await database.transact(async ({ query }) => {
    const of = (id: number) => ({
      email: `${id}@shop.example`,
      name: 'shop',
      currency: 'USD',
      operator: 0,
      created_at: toIsoString(start),
    })
    await query
      .insertInto('accounts')
      .values([of(1), of(2)])
      .execute()
  })
  const accounts = await database.read.query.selectFrom('accounts').orderBy('id').select('id').execute()
  const [busy = 0, other = 0] = accounts.map(({ id }) => Number(id))

  const rows: Listed[] = []
  for (let from = 0; from < 6_000; from += 1_000) {
    const sales = Array.from({ length: 1_000 }, (_, index) => createSale(from + index))
    const uids = await insertSales({ database }, busy, sales)
    const some = sales.map((sale, index): Listed => {
      const isPaid = sale.status === 'paid' || sale.status === 'reversed'
      return { ...sale, uid: uids[index] ?? assert.fail(), paidAt: isPaid ? sale.paidAt : null }
    })
    const words = some.map(({ word, uid }) => ({ account_id: busy, word, invoice_uid: uid }))
    await database.transact(({ query }) => query.insertInto('invoice_words').values(words).execute())
    await insertSales({ database }, other, sales.slice(0, 100))
    rows.push(...some)
  }
  // PostgreSQL would soon do it automatically.
  if (testedKind === 'postgres') await database.transact(({ query }) => sql`analyze`.execute(query))
  return { ...planned, lister, busy, other, rows, matching, expected }

  /** The matches of the filters, found by checking every invoice. */
  function matching(filters: InvoiceFilters): Listed[] {
    const { status, currency, coin, createdFrom, createdTo, paidFrom, paidTo, search } = filters
    return rows.filter(
      (row) =>
        (status === undefined || row.status === status) &&
        (currency === undefined || row.currency === currency) &&
        (coin === undefined || (row.coin === coin && row.paidAt !== null)) &&
        (createdFrom === undefined || row.createdAt >= createdFrom) &&
        (createdTo === undefined || row.createdAt < createdTo) &&
        (paidFrom === undefined || (row.paidAt !== null && row.paidAt >= paidFrom)) &&
        (paidTo === undefined || (row.paidAt !== null && row.paidAt < paidTo)) &&
        (search === undefined ||
          row.externalId.startsWith(search.text) ||
          row.amount === search.amount ||
          search.words.includes(row.word)),
    )
  }

  /** The same in the requested order. */
  function expected(filters: InvoiceFilters, { by, direction }: Sort): string[] {
    const sign = direction === 'asc' ? 1 : -1
    const text = (a: string, b: string): number => (a === b ? 0 : a < b ? -sign : sign)
    const getDecimal = (row: Listed) => parseDecimal(row.amount) ?? assert.fail()
    const orders: Record<Sort['by'], (a: Listed, b: Listed) => number> = {
      created: () => 0,
      paid: (a, b) =>
        Number(a.paidAt === null) - Number(b.paidAt === null) || sign * ((a.paidAt ?? 0) - (b.paidAt ?? 0)),
      amount: (a, b) => text(a.currency, b.currency) || sign * compareDecimals(getDecimal(a), getDecimal(b)),
    }
    return matching(filters)
      .sort((a, b) => orders[by](a, b) || text(a.uid, b.uid))
      .map(({ uid }) => uid)
  }
}
