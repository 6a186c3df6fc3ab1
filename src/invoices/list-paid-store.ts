import { sql as raw, type SelectQueryBuilder } from 'kysely'
import { day, hour, type Instant, toIsoString } from '../kernel/clock.ts'
import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { Tables } from '../platform/storage/tables.ts'
import type { Direction, InvoiceFilters, ListedInvoice } from './list.ts'

export type ListedRow = RowOf<'invoices', ['uid', 'revision']>

export type InvoiceListSelect = SelectQueryBuilder<Tables, 'invoices', ListedRow>

/** A query that is ready to run. */
export interface ExecutableQuery {
  execute(): Promise<ListedRow[]>
}

/** Filters, plus the facts that decide which index is walked, and in which direction. */
export interface IndexedFilters extends InvoiceFilters {
  readonly direction: Direction
  /** The account has few invoices in this currency. */
  readonly hasRareCurrency?: boolean
}

/** The building blocks of every list. */
interface Lists {
  /** All filters except the payment range. */
  selectFiltered(accountId: number, filters: IndexedFilters, after: string | null): InvoiceListSelect
  listRows(query: ExecutableQuery): Promise<ListedInvoice[]>
}

export const compareUids =
  (direction: Direction) =>
  (a: ListedInvoice, b: ListedInvoice): number =>
    (direction === 'asc') === a.uid > b.uid ? 1 : -1

export const hasPaidRange = ({ paidFrom, paidTo }: InvoiceFilters): boolean =>
  paidFrom !== undefined || paidTo !== undefined

export const canBePaid = ({ status }: InvoiceFilters): boolean =>
  status === undefined || status === 'paid' || status === 'reversed'

export const canBeUnpaid = (filters: InvoiceFilters): boolean =>
  filters.status !== 'paid' &&
  filters.status !== 'reversed' &&
  filters.coin === undefined &&
  !hasPaidRange(filters)

/** Ranges with fewer payments than this are read through the payment index, and sorted again for each page. */
const denseThreshold = 1_000
/** Maximum lifetime of an invoice. A payment after that was sent in time, but arrived late. */
const maxLifetimeMs = 30 * day
/** Processes have their own clocks, and clocks get set back: no invoice is paid before its creation by more than this. */
const maxClockSkewMs = hour

/**
 * Lists the invoices paid in a time range. The order is by uid, as in all lists, but no payment index has that order. Sorting a long range
 * for every page would be quadratic, and walking the uids from the newest might scan the whole account before the range starts. So a short
 * range is read through the payment index and sorted. A long one is walked by uid, but only where invoices were created around the time of
 * their payment; the few created long before follow through the payment index.
 */
export function createPaidPager(sql: Sql, { selectFiltered, listRows }: Lists) {
  return listPage

  async function listPage(
    accountId: number,
    filters: IndexedFilters,
    after: string | null,
    limit: number,
  ): Promise<ListedInvoice[]> {
    const { status, direction } = filters
    const invoices: ListedInvoice[] = []
    if (status !== 'reversed') invoices.push(...(await findPaid()))
    // Few invoices are ever reversed, so they are walked by status.
    if (status !== 'paid') invoices.push(...(await walkByUid({ ...filters, status: 'reversed' })))
    return invoices.sort(compareUids(direction)).slice(0, limit)

    async function findPaid(): Promise<ListedInvoice[]> {
      if (!(await isDense(accountId, filters))) return readSorted(filters)
      const { from, to } = findCreationRange(filters)
      const parts = [
        () => walkByUid({ ...narrowCreationRange(filters, from, to), status: 'paid' }),
        async () => (from === undefined ? [] : readSorted(narrowCreationRange(filters, undefined, from))),
      ]
      const [first, second] = direction === 'asc' ? parts.reverse() : parts
      const invoices = (await first?.()) ?? []
      return invoices.length === limit ? invoices : [...invoices, ...((await second?.()) ?? [])]
    }

    function walkByUid(filters: IndexedFilters): Promise<ListedInvoice[]> {
      const matchingQuery = filterByPaidRange(selectFiltered(accountId, filters, after), filters)
      return listRows(matchingQuery.orderBy('invoices.uid', direction).limit(limit))
    }

    /** Materialises the range first: otherwise the planner may walk the uids instead, which saves the sort. */
    function readSorted(filters: InvoiceFilters): Promise<ListedInvoice[]> {
      const { externalId } = filters
      let range = selectByPayment(accountId, filters).select(['invoices.uid', 'invoices.revision'])
      if (externalId !== undefined) range = range.where('invoices.external_id', '=', externalId)
      const first = sql.query
        .with(
          (cte) => cte('range').materialized(),
          () => range,
        )
        .selectFrom('range')
        .select(['range.uid', 'range.revision'])
        .orderBy('range.uid', direction)
        .limit(limit)
      return listRows(
        after === null ? first : first.where('range.uid', direction === 'asc' ? '>' : '<', after),
      )
    }
  }

  /**
   * Counts in the index alone, which covers every filter except the external id. The count follows the index order: without one, PostgreSQL
   * may expect to find that many rows anywhere in the table.
   */
  async function isDense(accountId: number, filters: InvoiceFilters): Promise<boolean> {
    const ordered = selectByPayment(accountId, filters).orderBy('invoices.paid_at')
    const counted = ordered.select('invoices.paid_at').limit(denseThreshold)
    const { count } = await sql.query
      .selectFrom(counted.as('counted'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count >= denseThreshold
  }

  /** Filters by creation time, not by uid: the index then covers the query, and the planner has no reason to choose another. */
  function selectByPayment(accountId: number, filters: InvoiceFilters) {
    const { currency, coin, createdFrom, createdTo, paidFrom, paidTo } = filters
    let query = sql.query
      .selectFrom('invoices')
      .where('invoices.account_id', '=', accountId)
      // The index covers only paid invoices. With the status as a bound parameter the planner could not use it.
      .where('invoices.status', '=', raw.lit('paid'))
    if (paidFrom !== undefined) query = query.where('invoices.paid_at', '>=', formatStoredTime(paidFrom))
    if (paidTo !== undefined) query = query.where('invoices.paid_at', '<', formatStoredTime(paidTo))
    if (currency !== undefined) query = query.where('invoices.currency', '=', currency)
    if (coin !== undefined) query = query.where('invoices.paid_coin', '=', coin)
    if (createdFrom !== undefined)
      query = query.where('invoices.created_at', '>=', formatStoredTime(createdFrom))
    if (createdTo !== undefined) query = query.where('invoices.created_at', '<', formatStoredTime(createdTo))
    return query
  }
}

/** Filters by payment time when another index finds the rows: as an expression, it gives the planner no reason to leave that index. */
export function filterByPaidRange(query: InvoiceListSelect, filters: InvoiceFilters): InvoiceListSelect {
  const { status, paidFrom, paidTo } = filters
  if (!hasPaidRange(filters)) return query
  const paidAt = raw<string>`coalesce(invoices.paid_at, invoices.created_at)`
  let filtered = query
  if (status === undefined) filtered = filtered.where('invoices.status', 'in', ['paid', 'reversed'])
  if (paidFrom !== undefined) filtered = filtered.where(paidAt, '>=', formatStoredTime(paidFrom))
  if (paidTo !== undefined) filtered = filtered.where(paidAt, '<', formatStoredTime(paidTo))
  return filtered
}

/** The widest range of payment times that the filters allow: nothing is paid long before it is created. */
export function computePaidRange({ paidFrom, paidTo, createdFrom }: InvoiceFilters): {
  from?: string
  to?: string
} {
  const from = Math.max(paidFrom ?? 0, (createdFrom ?? 0) - maxClockSkewMs)
  return {
    ...(from > 0 && { from: formatStoredTime(from) }),
    ...(paidTo !== undefined && { to: formatStoredTime(paidTo) }),
  }
}

/** The creation times of nearly all invoices paid in the range. It starts at most one range length earlier, which bounds the work. */
function findCreationRange({ paidFrom, paidTo }: InvoiceFilters): { from?: Instant; to?: Instant } {
  const durationMs = (paidTo ?? Number.POSITIVE_INFINITY) - (paidFrom ?? 0)
  return {
    ...(paidFrom !== undefined && { from: paidFrom - Math.min(durationMs, maxLifetimeMs) }),
    ...(paidTo !== undefined && { to: paidTo + maxClockSkewMs }),
  }
}

/** Restricts the filters to invoices created at or after `from` and before `to`. */
function narrowCreationRange(
  filters: IndexedFilters,
  from: Instant | undefined,
  to: Instant | undefined,
): IndexedFilters {
  const { createdFrom = from, createdTo = to } = filters
  return {
    ...filters,
    ...(createdFrom !== undefined && { createdFrom: Math.max(createdFrom, from ?? createdFrom) }),
    ...(createdTo !== undefined && { createdTo: Math.min(createdTo, to ?? createdTo) }),
  }
}

/** The last moment with a four-digit year: later years don't sort correctly as text, and not every database can read them. */
const maxTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Formats a time as columns store it. Nothing was created or paid before 1970. */
const formatStoredTime = (at: Instant): string => toIsoString(Math.max(0, Math.min(at, maxTime)))
