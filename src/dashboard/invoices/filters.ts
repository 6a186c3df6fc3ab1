import type { BrowseQuery, Sort } from '../../invoices/browse.ts'
import { parseInvoiceQuery } from '../../invoices/list-query.ts'
import { ApiError } from '../../kernel/api-error.ts'
import { toIsoString } from '../../kernel/clock.ts'
import { addDays, findDateStartingAt, getStartOfDay } from '../days.ts'

/** The filters of `GET /invoices`, as parameters of the page's URL. */
export const filterNames = [
  'q',
  'status',
  'currency',
  'coin',
  'external_id',
  'created_from',
  'created_to',
  'paid_from',
  'paid_to',
] as const

export type FilterName = (typeof filterNames)[number]

/** Time bounds, and the form fields that hold them as days. */
export const dayFields = {
  created_from: 'from_day',
  created_to: 'to_day',
  paid_from: 'paid_from_day',
  paid_to: 'paid_to_day',
} as const

export type BoundName = keyof typeof dayFields

export const isBound = (name: FilterName): name is BoundName => Object.hasOwn(dayFields, name)

const isEndBound = (name: BoundName): boolean => name === 'created_to' || name === 'paid_to'

/** The URL's parameters by name. */
export type InvoiceListQuery = Readonly<Record<string, unknown>>

/** Other parameters that the page's URL may contain. */
const otherParams: readonly string[] = ['lang', 'done', 'sort']

/**
 * Converts a submitted form to the query that the API reads: it drops empty fields and turns days into instants in the account's time zone.
 * Null if nothing changes.
 */
export function normaliseQuery(query: InvoiceListQuery, timeZone: string): string | null {
  const params = new URLSearchParams()
  let isChanged = false
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') return null
    const [apiName, text] = normaliseParam(name, value, timeZone)
    if (apiName !== name || text !== value || text === '') isChanged = true
    // A day picked in the form overrides an instant from the URL.
    if (text !== '' && (apiName !== name || !params.has(name))) params.set(apiName, text)
  }
  return isChanged ? params.toString() : null
}

function normaliseParam(
  name: string,
  value: string,
  timeZone: string,
): readonly [name: string, value: string] {
  const text = value.trim()
  const bound = bounds.find((each) => dayFields[each] === name)
  if (bound && text !== '')
    return [bound, toStartOfDay(isEndBound(bound) && isDay(text) ? addDays(text, 1) : text, timeZone)]
  if (name === 'currency') return [name, /^[a-z]{3}$/i.test(text) ? text.toUpperCase() : text]
  return [bound ?? name, text === '' ? '' : value]
}

const bounds = Object.keys(dayFields) as BoundName[]

const isDay = (text: string): boolean => getStartOfDay(text, 'UTC') !== null

/** Returns invalid days unchanged, for the parser to reject. */
function toStartOfDay(day: string, timeZone: string): string {
  const at = getStartOfDay(day, timeZone)
  return at === null ? day : toIsoString(at)
}

/** Parses the filters as `GET /invoices` does, and the sort order. @throws {ApiError} `query_invalid` */
export function parseListQuery(query: InvoiceListQuery): BrowseQuery {
  const { account: _account, ...parsedQuery } = parseInvoiceQuery(
    Object.fromEntries(Object.entries(query).filter(([name]) => !otherParams.includes(name))),
  )
  const sort = parseSort(query)
  if (!sort) throw new ApiError('query_invalid', `sort must be one of ${[...sorts.keys()].join(', ')}.`)
  return { ...parsedQuery, sort }
}

/** Sort orders by query-parameter value. A leading minus means descending. */
const sorts: ReadonlyMap<string, Sort> = new Map(
  (['created', 'paid', 'amount'] as const).flatMap((by): [string, Sort][] => [
    [by, { by, direction: 'asc' }],
    [`-${by}`, { by, direction: 'desc' }],
  ]),
)

/** The requested order of the list; null if it is unknown. */
export const parseSort = ({ sort = '-created' }: InvoiceListQuery): Sort | null =>
  (typeof sort === 'string' && sorts.get(sort)) || null

/** The order's value in the URL; null for the default order. */
export const formatSort = ({ by, direction }: Sort): string | null =>
  direction === 'asc' ? by : by === 'created' ? null : `-${by}`

/** Query parameters preserved by every link on the list page. */
export const listParamNames = ['account', ...filterNames, 'sort'] as const

/** The active filters, in display order. */
export const listActiveFilters = (
  query: InvoiceListQuery,
): readonly (readonly [name: FilterName, value: string])[] =>
  filterNames.flatMap((name) => {
    const value = query[name]
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
  })

/** A query string of these parameters with the changes applied; null removes a parameter. */
export function formatInvoiceQuery(
  query: InvoiceListQuery,
  names: readonly string[],
  change: Readonly<Record<string, string | null>> = {},
): string {
  const params = new URLSearchParams()
  for (const name of names) {
    const value = name in change ? change[name] : query[name]
    if (typeof value === 'string') params.set(name, value)
  }
  return params.size === 0 ? '' : `?${params}`
}

/** The first or last day that a bound includes; null if the bound isn't at the start of a day. */
export function getBoundDay(name: BoundName, text: string, timeZone: string): string | null {
  const at = Date.parse(text)
  const day = Number.isNaN(at) ? null : findDateStartingAt(at, timeZone)
  return day !== null && isEndBound(name) ? addDays(day, -1) : day
}
