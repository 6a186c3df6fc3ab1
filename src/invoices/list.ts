import { findCoin } from '../coins/index.ts'
import { type Instant, iso } from '../kernel/clock.ts'
import { isUid } from '../kernel/ids.ts'
import { formatDecimal, parseDecimal } from '../kernel/money.ts'
import { Refused } from '../kernel/refused.ts'
import type { Invoice } from './invoice.ts'
import { wordsOf } from './new-invoice.ts'
import type { Shown } from './show.ts'

/** What a list holds: the owner's invoices, newest first, narrowed by any of these. */
export interface Filters {
  readonly status?: Invoice['status']
  readonly currency?: string
  /** Coin of the payment. */
  readonly coin?: string
  readonly externalId?: string
  readonly createdFrom?: Instant
  /** Exclusive. */
  readonly createdTo?: Instant
  /** Only of what was paid, also when that was reversed. */
  readonly paidFrom?: Instant
  /** Exclusive. */
  readonly paidTo?: Instant
  readonly search?: Search
}

/** One search text, read in every way in which it may be meant. */
export interface Search {
  /** A uid or txid whole, an external id by its beginning. */
  readonly text: string
  readonly words: readonly string[]
  /** Canonical decimal, when the text is a number. */
  readonly amount: string | null
}

export interface ListedInvoice {
  readonly uid: string
  readonly revision: number
}

export interface InvoiceLister {
  page(accountId: number, filters: Filters, before: string | null, limit: number): Promise<ListedInvoice[]>
  findMany(uids: readonly string[]): Promise<Invoice[]>
}

const statuses = new Set(['unpaid', 'paid', 'cancelled', 'expired', 'reversed'])
const longestSearch = 200

/**
 * Reads the parameters of a list. `limit` and `cursor` are the page's; `account` is checked by the caller's rights.
 * @throws {Refused} `query_invalid`, for an unknown parameter too
 */
export function readQuery(query: Readonly<Record<string, unknown>>): {
  filters: Filters
  limit: number
  cursor: string | null
  account: number | null
} {
  for (const [name, value] of Object.entries(query)) {
    if (!known.has(name)) throw invalid(`there is no parameter ${name.slice(0, 40)}`)
    if (typeof value !== 'string') throw invalid(`${name} is given twice`)
    if (value.includes('\0')) throw invalid(`${name} holds a NUL`)
  }
  const text = query as Readonly<Record<string, string | undefined>>
  const filters: Filters = {
    ...when(text.status, 'status', (value) => oneOf(statuses, value, 'status') as Invoice['status']),
    ...when(text.currency, 'currency', (value) =>
      matching(/^[A-Z]{3}$/, value, 'currency is a code such as USD'),
    ),
    ...when(text.coin, 'coin', readCoin),
    ...when(text.external_id, 'externalId', (value) => value),
    ...when(text.created_from, 'createdFrom', (value) => readTime(value, 'created_from')),
    ...when(text.created_to, 'createdTo', (value) => readTime(value, 'created_to')),
    ...when(text.paid_from, 'paidFrom', (value) => readTime(value, 'paid_from')),
    ...when(text.paid_to, 'paidTo', (value) => readTime(value, 'paid_to')),
    ...when(text.q?.trim() || undefined, 'search', readSearch),
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
const largestLimit = 200

function when<Name extends string, Value>(
  text: string | undefined,
  name: Name,
  read: (text: string) => Value,
): Partial<Record<Name, Value>> {
  return text === undefined ? {} : ({ [name]: read(text) } as Record<Name, Value>)
}

const invalid = (what: string): Refused =>
  new Refused('query_invalid', `The query is not understood: ${what}.`)

function matching(form: RegExp, text: string, what: string): string {
  if (!form.test(text)) throw invalid(what)
  return text
}

function oneOf(values: ReadonlySet<string>, text: string, name: string): string {
  if (!values.has(text)) throw invalid(`${name} is one of ${[...values].join(', ')}`)
  return text
}

function readCoin(text: string): string {
  const coin = findCoin(text)
  if (!coin) throw invalid('coin is a code such as BTC')
  return coin.code
}

function readTime(text: string, name: string): Instant {
  const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/
  const time = form.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw invalid(`${name} is a time of ISO 8601 such as 2026-01-31T00:00:00Z`)
  return time
}

/** `Date` takes 30 February for 2 March. */
function isDay(date: string): boolean {
  const time = Date.parse(date)
  return !Number.isNaN(time) && iso(time).startsWith(date)
}

function readLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > largestLimit) throw invalid(`limit is a number from 1 to ${largestLimit}`)
  return limit
}

function readCursor(text: string): string {
  if (!isUid(text)) throw invalid('the cursor is not one of ours: use next_cursor of the page before')
  return text
}

function readAccount(text: string): number {
  // An account that cannot be is answered like one that is not ours.
  return /^\d{1,15}$/.test(text) ? Number(text) : -1
}

function readSearch(text: string): Search {
  if (text.length > longestSearch) throw invalid(`q has at most ${longestSearch} characters`)
  const amount = parseDecimal(text)
  return { text, words: wordsOf(text), amount: amount && formatDecimal(amount) }
}

export interface PageAsked {
  readonly filters: Filters
  readonly limit: number
  /** `next` of the page before; null: from the newest. */
  readonly cursor: string | null
}

/** A page of a list, and where the next one begins: null on the last one. */
async function pageOf(
  lister: InvoiceLister,
  accountId: number,
  { filters, limit, cursor }: PageAsked,
): Promise<{ listed: ListedInvoice[]; next: string | null }> {
  const found = await lister.page(accountId, filters, cursor, limit + 1)
  const listed = found.slice(0, limit)
  return { listed, next: found.length > limit ? (listed.at(-1)?.uid ?? null) : null }
}

export function listInvoices(
  lister: InvoiceLister,
  peek: (uid: string, revision: number, find: () => Promise<Invoice>) => Promise<Shown>,
) {
  /** A page as text: `{invoices, next_cursor}`, each element in the owner's form. Neither quotes nor addresses are made. */
  return async function list(accountId: number, asked: PageAsked): Promise<string> {
    const { listed, next } = await pageOf(lister, accountId, asked)
    const whole = batched(
      (uids) => lister.findMany(uids),
      listed.map(({ uid }) => uid),
    )
    const shown: string[] = []
    for (const { uid, revision } of listed) shown.push((await peek(uid, revision, () => whole(uid))).owner)
    return `{"invoices":[${shown.join(',')}],"next_cursor":${JSON.stringify(next)}}`
  }
}

export interface InvoicePage {
  /** Newest first. */
  readonly invoices: readonly Invoice[]
  readonly next: string | null
}

/** The same page, for who draws the invoices itself. */
export function browseInvoices(lister: InvoiceLister) {
  return async function browse(accountId: number, asked: PageAsked): Promise<InvoicePage> {
    const { listed, next } = await pageOf(lister, accountId, asked)
    const invoices = await lister.findMany(listed.map(({ uid }) => uid))
    return { invoices: invoices.sort((a, b) => (a.uid < b.uid ? 1 : -1)), next }
  }
}

/** Loads all of `uids` at the first one that is asked for. */
function batched(
  findMany: (uids: readonly string[]) => Promise<Invoice[]>,
  uids: readonly string[],
): (uid: string) => Promise<Invoice> {
  let loaded: Promise<Map<string, Invoice>> | undefined
  return async (uid) => {
    loaded ??= findMany(uids).then((invoices) => new Map(invoices.map((invoice) => [invoice.uid, invoice])))
    const invoice = (await loaded).get(uid)
    if (!invoice) throw new Error(`invoice ${uid} was listed and is not there`)
    return invoice
  }
}
