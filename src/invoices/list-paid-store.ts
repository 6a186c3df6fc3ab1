import { sql as raw, type SelectQueryBuilder } from 'kysely'
import { day, hour, type Instant, iso } from '../kernel/clock.ts'
import type { Whole } from '../platform/storage/columns.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { Tables } from '../platform/storage/tables.ts'
import type { Filters, ListedInvoice } from './list.ts'

interface ListedRow {
  uid: string
  revision: Whole
}

export type Listing = SelectQueryBuilder<Tables, 'invoices', ListedRow>

/** A query that is ready to be asked. */
export interface Listed {
  execute(): Promise<ListedRow[]>
}

/** Filters, and what decides by which index they are walked. */
export interface Narrowing extends Filters {
  /** There are few invoices of its currency. */
  readonly hasRareCurrency?: boolean
}

/** What every list is made of. */
interface Lists {
  /** The filters but the range of payment. */
  narrowed(accountId: number, filters: Narrowing, before: string | null): Listing
  rows(query: Listed): Promise<ListedInvoice[]>
}

export const isByPayment = ({ paidFrom, paidTo }: Filters): boolean =>
  paidFrom !== undefined || paidTo !== undefined

export const canBePaid = ({ status }: Filters): boolean =>
  status === undefined || status === 'paid' || status === 'reversed'

/** So few are fetched by the index of payments and sorted, for each page anew. */
const densePayments = 1_000
/** How long an invoice may be open: what was paid within longer was sent in time, and came through late. */
const longestLife = 30 * day
/** Processes have clocks of their own, and clocks are set back: none is paid before it was made by more. */
const clockDifference = hour

/**
 * Pages by the time of payment. They go by uid like all others, which no index of payments does: sorting a long range for every page would
 * be as much work as its pages times its rows, and walking the uids from the newest may pass over the whole account before the range begins.
 * So a short range is read by the index of payments and sorted. A long one is walked by uid, but only as far as invoices were made about
 * when they were paid; the few that had been made long before follow, by the index of payments again.
 */
export function paidPages(sql: Sql, { narrowed, rows }: Lists) {
  return page

  async function page(
    accountId: number,
    filters: Narrowing,
    before: string | null,
    limit: number,
  ): Promise<ListedInvoice[]> {
    const { status } = filters
    const found: ListedInvoice[] = []
    if (status !== 'reversed') found.push(...(await paid()))
    // Few ever are: they are walked by their status.
    if (status !== 'paid') found.push(...(await walked({ ...filters, status: 'reversed' })))
    return found.sort((a, b) => (a.uid < b.uid ? 1 : -1)).slice(0, limit)

    async function paid(): Promise<ListedInvoice[]> {
      if (!(await isDense(accountId, filters))) return sorted(filters)
      const { from, to } = madeAbout(filters)
      const found = await walked({ ...made(filters, from, to), status: 'paid' })
      if (found.length === limit || from === undefined) return found
      return [...found, ...(await sorted(made(filters, undefined, from)))]
    }

    function walked(filters: Narrowing): Promise<ListedInvoice[]> {
      const some = paidWithin(narrowed(accountId, filters, before), filters)
      return rows(some.orderBy('invoices.uid', 'desc').limit(limit))
    }

    /** The whole range first, then the newest of it: planned at once, the uids might be walked for the sake of the order. */
    function sorted(filters: Filters): Promise<ListedInvoice[]> {
      const { externalId } = filters
      let range = byPayment(accountId, filters).select(['invoices.uid', 'invoices.revision'])
      if (externalId !== undefined) range = range.where('invoices.external_id', '=', externalId)
      const newest = sql.query
        .with(
          (cte) => cte('range').materialized(),
          () => range,
        )
        .selectFrom('range')
        .select(['range.uid', 'range.revision'])
        .orderBy('range.uid', 'desc')
        .limit(limit)
      return rows(before === null ? newest : newest.where('range.uid', '<', before))
    }
  }

  /**
   * Whether there are many is counted in the index alone, which has all but the external id: in its order, for without one PostgreSQL may
   * hope to come upon so many anywhere in the table.
   */
  async function isDense(accountId: number, filters: Filters): Promise<boolean> {
    const inOrder = byPayment(accountId, filters).orderBy('invoices.paid_at')
    const some = inOrder.select('invoices.paid_at').limit(densePayments)
    const { count } = await sql.query
      .selectFrom(some.as('some'))
      .select(({ fn }) => fn.countAll<Whole>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count) >= densePayments
  }

  /** Times of creation as such, not as uids: then it is all in the index, and no other one offers itself. */
  function byPayment(accountId: number, filters: Filters) {
    const { currency, coin, createdFrom, createdTo, paidFrom, paidTo } = filters
    let query = sql.query
      .selectFrom('invoices')
      .where('invoices.account_id', '=', accountId)
      // The index is of paid invoices alone: of a status that comes as a parameter it is not known.
      .where('invoices.status', '=', raw.lit('paid'))
    if (paidFrom !== undefined) query = query.where('invoices.paid_at', '>=', stored(paidFrom))
    if (paidTo !== undefined) query = query.where('invoices.paid_at', '<', stored(paidTo))
    if (currency !== undefined) query = query.where('invoices.currency', '=', currency)
    if (coin !== undefined) query = query.where('invoices.paid_coin', '=', coin)
    if (createdFrom !== undefined) query = query.where('invoices.created_at', '>=', stored(createdFrom))
    if (createdTo !== undefined) query = query.where('invoices.created_at', '<', stored(createdTo))
    return query
  }
}

/** The range of payment of what is found by another index: as an expression it is no reason to leave that one. */
export function paidWithin(query: Listing, filters: Filters): Listing {
  const { status, paidFrom, paidTo } = filters
  if (!isByPayment(filters)) return query
  const paidAt = raw<string>`coalesce(invoices.paid_at, invoices.created_at)`
  let within = query
  if (status === undefined) within = within.where('invoices.status', 'in', ['paid', 'reversed'])
  if (paidFrom !== undefined) within = within.where(paidAt, '>=', stored(paidFrom))
  if (paidTo !== undefined) within = within.where(paidAt, '<', stored(paidTo))
  return within
}

/** When those were made that were paid in the range, but for a few: before it at most as long as it lasts, so that it bounds the work. */
function madeAbout({ paidFrom, paidTo }: Filters): { from?: Instant; to?: Instant } {
  const lasts = (paidTo ?? Number.POSITIVE_INFINITY) - (paidFrom ?? 0)
  return {
    ...(paidFrom !== undefined && { from: paidFrom - Math.min(lasts, longestLife) }),
    ...(paidTo !== undefined && { to: paidTo + clockDifference }),
  }
}

/** Of these, those that were made from then on and before then. */
function made(filters: Narrowing, from: Instant | undefined, to: Instant | undefined): Narrowing {
  const { createdFrom = from, createdTo = to } = filters
  return {
    ...filters,
    ...(createdFrom !== undefined && { createdFrom: Math.max(createdFrom, from ?? createdFrom) }),
    ...(createdTo !== undefined && { createdTo: Math.min(createdTo, to ?? createdTo) }),
  }
}

/** The last moment that is written with four digits of a year: beyond it texts are in no order, and not every database can read them. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** As columns hold times. Nothing was paid or made before the year 1970. */
const stored = (at: Instant): string => iso(Math.max(0, Math.min(at, lastMoment)))
