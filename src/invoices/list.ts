import { setImmediate as nextTurn } from 'node:timers/promises'
import { findCoin } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type Instant, iso } from '../kernel/clock.ts'
import { isUid } from '../kernel/ids.ts'
import { type Decimal, formatDecimal, parseDecimal } from '../kernel/money.ts'
import type { Invoice } from './invoice.ts'
import { wordsOf } from './new-invoice.ts'
import type { RenderedInvoice } from './show.ts'

/** The filters of a list, which contains the owner's invoices, newest first. */
export interface InvoiceFilters {
  readonly status?: Invoice['status']
  readonly currency?: string
  /** Coin of the payment. */
  readonly coin?: string
  readonly externalId?: string
  readonly createdFrom?: Instant
  /** Exclusive. */
  readonly createdTo?: Instant
  /** Only paid invoices, including reversed ones. */
  readonly paidFrom?: Instant
  /** Exclusive. */
  readonly paidTo?: Instant
  readonly search?: Search
}

/** One search text with all its interpretations. */
export interface Search {
  /** A full uid or txid, or the beginning or a part of an external id. */
  readonly text: string
  readonly words: readonly string[]
  /** Canonical decimal, when the text is a number. */
  readonly amount: string | null
}

export interface ListedInvoice {
  readonly uid: string
  readonly revision: number
}

/** The order of a list. */
export type Direction = 'asc' | 'desc'

/** An amount due and the number of invoices that have it. */
export interface AskedAmount {
  readonly status: string
  readonly currency: string
  readonly amount: Decimal
  readonly count: number
}

export interface SortedPage {
  /** Invoices that were never paid come last. Amounts are compared within their currency. */
  readonly by: 'paid' | 'amount'
  readonly direction: Direction
  /** The last invoice of the previous page. */
  readonly after: string | null
  readonly limit: number
}

export interface InvoiceLister {
  /** In order of creation: newest first by default. */
  page(
    accountId: number,
    filters: InvoiceFilters,
    after: string | null,
    limit: number,
    direction?: Direction,
  ): Promise<ListedInvoice[]>
  /** Uids in another order. Null when a search matches too many to sort. */
  sorted(accountId: number, filters: InvoiceFilters, asked: SortedPage): Promise<string[] | null>
  /** The amounts due. Null when there are more than `most`. */
  amounts(accountId: number, filters: InvoiceFilters, most: number): Promise<AskedAmount[] | null>
  findMany(uids: readonly string[]): Promise<Invoice[]>
}

const statuses = new Set(['unpaid', 'paid', 'cancelled', 'expired', 'reversed'])
const maxSearchLength = 200

/**
 * Parses the parameters of a list. `limit` and `cursor` select the page; the caller checks access to `account`.
 * @throws {ApiError} `query_invalid`, also for an unknown parameter
 */
export function parseInvoiceQuery(query: Readonly<Record<string, unknown>>): {
  filters: InvoiceFilters
  limit: number
  cursor: string | null
  account: number | null
} {
  for (const [name, value] of Object.entries(query)) {
    if (!known.has(name)) throw invalid(`unknown parameter ${name.slice(0, 40)}`)
    if (typeof value !== 'string') throw invalid(`${name} appears more than once`)
    if (value.includes('\0')) throw invalid(`${name} contains a NUL character`)
  }
  const text = query as Readonly<Record<string, string | undefined>>
  const filters: InvoiceFilters = {
    ...readIfPresent(text.status, 'status', (value) => oneOf(statuses, value, 'status') as Invoice['status']),
    ...readIfPresent(text.currency, 'currency', (value) =>
      requireMatch(/^[A-Z]{3}$/, value, 'currency must be a code such as USD'),
    ),
    ...readIfPresent(text.coin, 'coin', readCoin),
    ...readIfPresent(text.external_id, 'externalId', (value) => value),
    ...readIfPresent(text.created_from, 'createdFrom', (value) => readTime(value, 'created_from')),
    ...readIfPresent(text.created_to, 'createdTo', (value) => readTime(value, 'created_to')),
    ...readIfPresent(text.paid_from, 'paidFrom', (value) => readTime(value, 'paid_from')),
    ...readIfPresent(text.paid_to, 'paidTo', (value) => readTime(value, 'paid_to')),
    ...readIfPresent(text.q?.trim() || undefined, 'search', readSearch),
  }
  return {
    filters,
    limit: text.limit === undefined ? defaultLimit : readLimit(text.limit),
    cursor: text.cursor === undefined ? null : readCursor(text.cursor),
    account: text.account === undefined ? null : readAccount(text.account),
  }
}

const known = new Set([
  'status',
  'currency',
  'coin',
  'external_id',
  'created_from',
  'created_to',
  'paid_from',
  'paid_to',
  'q',
  'limit',
  'cursor',
  'account',
])

const defaultLimit = 50
const maxLimit = 200

function readIfPresent<Name extends string, Value>(
  text: string | undefined,
  name: Name,
  read: (text: string) => Value,
): Partial<Record<Name, Value>> {
  return text === undefined ? {} : ({ [name]: read(text) } as Record<Name, Value>)
}

const invalid = (what: string): ApiError => new ApiError('query_invalid', `Invalid query: ${what}.`)

function requireMatch(form: RegExp, text: string, what: string): string {
  if (!form.test(text)) throw invalid(what)
  return text
}

function oneOf(values: ReadonlySet<string>, text: string, name: string): string {
  if (!values.has(text)) throw invalid(`${name} must be one of ${[...values].join(', ')}`)
  return text
}

function readCoin(text: string): string {
  const coin = findCoin(text)
  if (!coin) throw invalid('coin must be a code such as BTC')
  return coin.code
}

function readTime(text: string, name: string): Instant {
  const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/
  const time = form.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw invalid(`${name} must be an ISO 8601 time such as 2026-01-31T00:00:00Z`)
  return time
}

/** `Date` reads 30 February as 2 March. */
function isDay(date: string): boolean {
  const time = Date.parse(date)
  return !Number.isNaN(time) && iso(time).startsWith(date)
}

function readLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > maxLimit) throw invalid(`limit must be a number from 1 to ${maxLimit}`)
  return limit
}

function readCursor(text: string): string {
  if (!isUid(text)) throw invalid('the cursor is invalid: use next_cursor of the previous page')
  return text
}

function readAccount(text: string): number {
  // An impossible account gets the same answer as one that the caller can't see.
  return /^\d{1,15}$/.test(text) ? Number(text) : -1
}

/** The longest words of a search count: each one more costs a database more than the one before. */
const maxSearchWords = 8

function readSearch(text: string): Search {
  if (text.length > maxSearchLength) throw invalid(`q can have at most ${maxSearchLength} characters`)
  const amount = parseDecimal(text)
  const words = [...new Set(wordsOf(text))].sort((a, b) => b.length - a.length).slice(0, maxSearchWords)
  return { text, words, amount: amount && formatDecimal(amount) }
}

export interface InvoicePageQuery {
  readonly filters: InvoiceFilters
  readonly limit: number
  /** `next` of the previous page. Null: start at the newest. */
  readonly cursor: string | null
}

/** A page of a list and the cursor of the next one, which is null on the last page. */
async function pageOf(
  lister: InvoiceLister,
  accountId: number,
  { filters, limit, cursor }: InvoicePageQuery,
): Promise<{ listed: ListedInvoice[]; next: string | null }> {
  const found = await lister.page(accountId, filters, cursor, limit + 1)
  const listed = found.slice(0, limit)
  return { listed, next: found.length > limit ? (listed.at(-1)?.uid ?? null) : null }
}

/** Invoices rendered before the event loop gets a turn: large ones take almost a millisecond each. */
const invoicesPerTurn = 20

export function createInvoicePageRenderer(
  lister: InvoiceLister,
  peek: (uid: string, revision: number, find: () => Promise<Invoice>) => Promise<RenderedInvoice>,
) {
  /** Renders a page as `{invoices, next_cursor}`, each element in the owner's form. Creates no quotes or addresses. */
  return async function list(accountId: number, asked: InvoicePageQuery): Promise<string> {
    const { listed, next } = await pageOf(lister, accountId, asked)
    const whole = createBatchLoader(
      (uids) => lister.findMany(uids),
      listed.map(({ uid }) => uid),
    )
    const shown: string[] = []
    for (const { uid, revision } of listed) {
      if (shown.length > 0 && shown.length % invoicesPerTurn === 0) await nextTurn()
      shown.push((await peek(uid, revision, () => whole(uid))).owner)
    }
    return `{"invoices":[${shown.join(',')}],"next_cursor":${JSON.stringify(next)}}`
  }
}

/** Loads all `uids` when the first one is requested. */
function createBatchLoader(
  findMany: (uids: readonly string[]) => Promise<Invoice[]>,
  uids: readonly string[],
): (uid: string) => Promise<Invoice> {
  let loaded: Promise<Map<string, Invoice>> | undefined
  return async (uid) => {
    loaded ??= findMany(uids).then((invoices) => new Map(invoices.map((invoice) => [invoice.uid, invoice])))
    const invoice = (await loaded).get(uid)
    if (!invoice) throw new Error(`invoice ${uid} was listed but not found`)
    return invoice
  }
}
