import { findCoin } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type Instant, toIsoString } from '../kernel/clock.ts'
import { isUid } from '../kernel/ids.ts'
import { formatDecimal, parseDecimal } from '../kernel/money.ts'
import type { Invoice } from './invoice.ts'
import type { InvoiceFilters, Search } from './list.ts'
import { splitWords } from './new-invoice.ts'

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
    if (!parameterNames.has(name)) throw createQueryError(`unknown parameter ${name.slice(0, 40)}`)
    if (typeof value !== 'string') throw createQueryError(`${name} appears more than once`)
    if (value.includes('\0')) throw createQueryError(`${name} contains a NUL character`)
  }
  const text = query as Readonly<Record<string, string | undefined>>
  const filters: InvoiceFilters = {
    ...readIfPresent(
      text.status,
      'status',
      (value) => requireOneOf(statuses, value, 'status') as Invoice['status'],
    ),
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

const parameterNames = new Set([
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

const createQueryError = (problem: string): ApiError =>
  new ApiError('query_invalid', `Invalid query: ${problem}.`)

function requireMatch(pattern: RegExp, text: string, problem: string): string {
  if (!pattern.test(text)) throw createQueryError(problem)
  return text
}

function requireOneOf(values: ReadonlySet<string>, text: string, name: string): string {
  if (!values.has(text)) throw createQueryError(`${name} must be one of ${[...values].join(', ')}`)
  return text
}

function readCoin(text: string): string {
  const coin = findCoin(text)
  if (!coin) throw createQueryError('coin must be a code such as BTC')
  return coin.code
}

function readTime(text: string, name: string): Instant {
  const pattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/
  const time = pattern.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time))
    throw createQueryError(`${name} must be an ISO 8601 time such as 2026-01-31T00:00:00Z`)
  return time
}

/** `Date` reads 30 February as 2 March. */
function isDay(date: string): boolean {
  const time = Date.parse(date)
  return !Number.isNaN(time) && toIsoString(time).startsWith(date)
}

function readLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > maxLimit) throw createQueryError(`limit must be a number from 1 to ${maxLimit}`)
  return limit
}

function readCursor(text: string): string {
  if (!isUid(text)) throw createQueryError('the cursor is invalid: use next_cursor of the previous page')
  return text
}

function readAccount(text: string): number {
  // An impossible id gets the same response as an account that the caller can't see.
  return /^\d{1,15}$/.test(text) ? Number(text) : -1
}

/** Only the longest words are searched for: each additional word makes the query slower. */
const maxSearchWords = 8

/** @throws {ApiError} `query_invalid` */
export function readSearch(text: string): Search {
  if (text.length > maxSearchLength)
    throw createQueryError(`q can have at most ${maxSearchLength} characters`)
  const amount = parseDecimal(text)
  const words = [...new Set(splitWords(text))].sort((a, b) => b.length - a.length).slice(0, maxSearchWords)
  return { text, words, amount: amount && formatDecimal(amount) }
}
