import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql as raw } from 'kysely'
import { getMinUid } from '../kernel/ids.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { Direction, InvoiceFilters, InvoiceLister, SortedPage } from './list.ts'
import { canBePaid, canBeUnpaid, computePaidRange } from './list-paid-store.ts'
import { denseMatches, walkBatchSize } from './list-search-store.ts'

/** A search with more matches is not sorted: it would have to find them all again for every page. */
const maxSearched = 5_000

/** A condition on a key of the index. */
type Bound = readonly [key: RawBuilder<unknown>, operator: Operator, value: Value]
type Operator = '=' | '>' | '>=' | '<' | 'is' | 'is not'
type Value = string | number | null

const uid = raw.ref('invoices.uid')
const paidAt = raw.ref('invoices.paid_at')
const currency = raw.ref('invoices.currency')
const amount = raw.ref('invoices.amount')
/** As in the index. Amounts are canonical texts: among those with equally many digits before the point, the smaller amount sorts first. */
const wholeDigits = raw<number>`(length(invoices.amount) - length(ltrim(invoices.amount, '0123456789')))`

/** Amounts in different currencies can't be compared, so each currency has its own part of the list. */
const sortKeys = { paid: [paidAt, uid], amount: [currency, wholeDigits, amount, uid] }

/** The keys of the row after which a page starts. */
interface SortPosition {
  readonly uid: string
  readonly currency: string
  readonly wholeDigits: number
  readonly amount: string
  readonly paidAt: string | null
}

/** A page and the list that it belongs to. */
interface Listing extends SortedPage {
  readonly accountId: number
  readonly filters: InvoiceFilters
}

interface Lists extends Pick<InvoiceLister, 'listPage'> {
  /** The invoices among these that match the filters; the filters contain no search. */
  filterUids(
    accountId: number,
    filters: InvoiceFilters,
    uids: readonly string[],
  ): Promise<ReadonlySet<string>>
}

/**
 * Pages in the order of a key that no filter's index has. A few matching invoices are found as in any list, and sorted. With many, the
 * index of that key is walked a few hundred rows at a time, skipping those that don't match. SQLite queries are synchronous, and other work
 * has to run in between.
 */
export function createSortedPager(sql: Sql, { listPage, filterUids }: Lists): InvoiceLister['listSorted'] {
  return async function listSorted(accountId, filters, query) {
    const listing: Listing = { ...query, accountId, filters }
    const isInIndex = (name: string): boolean => query.by === 'amount' && name === 'currency'
    if (Object.keys(filters).every(isInIndex)) return walk(listing)
    const maxFound = filters.search ? maxSearched : denseMatches
    const found = (await listPage(accountId, filters, null, maxFound)).map((each) => each.uid)
    await nextTurn()
    if (found.length < denseMatches) return (await sortUids(listing, found)).slice(0, query.limit)
    if (filters.search && found.length === maxFound) return null
    return collectUids(listing, filters.search ? new Set(found) : null)
  }

  /** Sorts these, and returns those after the cursor. The cursor's invoice may have left the list since. */
  async function sortUids(listing: Listing, uids: readonly string[]): Promise<string[]> {
    const { accountId, by, direction, after } = listing
    // PostgreSQL rejects an empty list.
    if (uids.length === 0) return []
    let query = sql.query
      .selectFrom('invoices')
      .where('invoices.account_id', '=', accountId)
      .where('invoices.uid', 'in', after === null ? uids : [...uids, after])
      .select('invoices.uid')
    if (by === 'paid') query = query.orderBy(raw`invoices.paid_at is null`)
    for (const key of sortKeys[by]) query = query.orderBy(key, direction)
    const rows = (await query.execute()).map((row) => row.uid)
    if (after === null) return rows
    const position = rows.indexOf(after)
    return position < 0 ? [] : rows.slice(position + 1)
  }

  /** @param searched uids of all matching invoices, if known */
  async function collectUids(listing: Listing, searched: ReadonlySet<string> | null): Promise<string[]> {
    const { accountId, filters, limit } = listing
    const found: string[] = []
    for (let { after } = listing; ; ) {
      const uids = await walk({ ...listing, after, limit: walkBatchSize })
      const matchingUids = searched ?? (await filterUids(accountId, filters, uids))
      found.push(...uids.filter((each) => matchingUids.has(each)))
      after = uids.at(-1) ?? null
      if (found.length >= limit || uids.length < walkBatchSize) return found.slice(0, limit)
      await nextTurn()
    }
  }

  /** The next invoices in that order, whether they match the filters or not. */
  async function walk({ accountId, filters, by, direction, after, limit }: Listing): Promise<string[]> {
    const position = after === null ? null : await findPosition(accountId, after)
    const found: string[] = []
    if (position === undefined) return found
    for (const segment of indexRanges[by](filters, direction, position)) {
      let query = sql.query
        .selectFrom('invoices')
        .where('invoices.account_id', '=', accountId)
        .select('invoices.uid')
        .limit(limit - found.length)
      for (const [key, operator, value] of segment) query = query.where(key, operator, value)
      // Omits keys with a single value: SQLite would sort by such an expression again.
      const fixed = segment.filter(([, operator]) => operator === '=').map(([key]) => key)
      for (const key of sortKeys[by]) if (!fixed.includes(key)) query = query.orderBy(key, direction)
      for (const row of await query.execute()) found.push(row.uid)
      if (found.length === limit) break
    }
    return found
  }

  async function findPosition(accountId: number, after: string): Promise<SortPosition | undefined> {
    return sql.query
      .selectFrom('invoices')
      .where('invoices.account_id', '=', accountId)
      .where('invoices.uid', '=', after)
      .select(['uid', 'currency', 'amount', 'paid_at as paidAt', wholeDigits.as('wholeDigits')])
      .executeTakeFirst()
  }
}

type IndexRanges = (filters: InvoiceFilters, direction: Direction, after: SortPosition | null) => Bound[][]

/** Splits a walk into contiguous index ranges: the rows after a position with several keys are not one range of any key. */
const indexRanges: Readonly<Record<SortedPage['by'], IndexRanges>> = {
  amount(filters, direction, after) {
    const hasCurrency = filters.currency !== undefined
    if (!after) return [hasCurrency ? [[currency, '=', filters.currency ?? '']] : []]
    const bounds: Bound[] = [
      [currency, '=', filters.currency ?? after.currency],
      [wholeDigits, '=', after.wholeDigits],
      [amount, '=', after.amount],
      [uid, '=', after.uid],
    ]
    const all = bounds.map(([key, , value], position): Bound[] => [
      ...bounds.slice(0, position),
      [key, comparison[direction], value],
    ])
    return all.slice(hasCurrency ? 1 : 0).reverse()
  },

  paid(filters, direction, after) {
    const addPaidBounds = (from: Bound[]): Bound[] => [
      ...from,
      ...listBounds(paidAt, computePaidRange(filters), direction, after !== null),
    ]
    const bounds: Bound[][] = []
    if (canBePaid(filters) && !after) bounds.push(addPaidBounds([[paidAt, 'is not', null]]))
    if (canBePaid(filters) && after && after.paidAt !== null)
      bounds.push(
        [
          [paidAt, '=', after.paidAt],
          [uid, comparison[direction], after.uid],
        ],
        addPaidBounds([[paidAt, comparison[direction], after.paidAt]]),
      )
    if (canBeUnpaid(filters)) bounds.push(createUnpaidRange(filters, direction, after))
    return bounds
  },
}

const comparison = { asc: '>', desc: '<' } as const

/** Unpaid invoices come last in either direction, by creation time. */
function createUnpaidRange(
  { createdFrom, createdTo }: InvoiceFilters,
  direction: Direction,
  after: SortPosition | null,
): Bound[] {
  const isContinued = after !== null && after.paidAt === null
  const created = {
    ...(createdFrom !== undefined && { from: getMinUid(createdFrom) }),
    ...(createdTo !== undefined && { to: getMinUid(createdTo) }),
  }
  return [
    [paidAt, 'is', null],
    ...(isContinued ? [[uid, comparison[direction], after.uid] as const] : []),
    ...listBounds(uid, created, direction, isContinued),
  ]
}

/** The bounds of an index scan. After a cursor, the start has no bound of its own: given two, SQLite may seek to the outer one. */
function listBounds(
  key: RawBuilder<unknown>,
  { from, to }: { readonly from?: string; readonly to?: string },
  direction: Direction,
  isContinued: boolean,
): Bound[] {
  return [
    ...(from === undefined || (isContinued && direction === 'asc') ? [] : [[key, '>=', from] as const]),
    ...(to === undefined || (isContinued && direction === 'desc') ? [] : [[key, '<', to] as const]),
  ]
}
