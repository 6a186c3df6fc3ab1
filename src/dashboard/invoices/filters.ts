import { type Filters, readQuery } from '../../invoices/list.ts'
import { iso } from '../../kernel/clock.ts'
import { dayBeginning, dayBeside, startOfDay } from '../days.ts'

/** The filters of `GET /invoices`, as the address of the page holds them. */
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

/** Bounds of time, and the fields of the form that hold them as days. */
export const dayFields = {
  created_from: 'from_day',
  created_to: 'to_day',
  paid_from: 'paid_from_day',
  paid_to: 'paid_to_day',
} as const

export type BoundName = keyof typeof dayFields

export const isBound = (name: FilterName): name is BoundName => Object.hasOwn(dayFields, name)

const isLast = (name: BoundName): boolean => name === 'created_to' || name === 'paid_to'

/** What the address says, by name. */
export type Asked = Readonly<Record<string, unknown>>

/** What other parameters a page of ours may have. */
const aside: readonly string[] = ['lang', 'done']

/**
 * The query that a form's fields mean, as the API reads it: without what was left empty, its days as moments of the account's time zone.
 * Null: it is that already.
 */
export function tidied(asked: Asked, timeZone: string): string | null {
  const kept = new URLSearchParams()
  let isChanged = false
  for (const [name, value] of Object.entries(asked)) {
    if (typeof value !== 'string') return null
    const [as, text] = meant(name, value, timeZone)
    if (as !== name || text !== value || text === '') isChanged = true
    // A day that was picked stands before a moment that was in the address.
    if (text !== '' && (as !== name || !kept.has(name))) kept.set(as, text)
  }
  return isChanged ? kept.toString() : null
}

function meant(name: string, value: string, timeZone: string): readonly [name: string, value: string] {
  const text = value.trim()
  const bound = bounds.find((each) => dayFields[each] === name)
  if (bound && text !== '')
    return [bound, startText(isLast(bound) && isDay(text) ? dayBeside(text, 1) : text, timeZone)]
  if (name === 'currency') return [name, /^[a-z]{3}$/i.test(text) ? text.toUpperCase() : text]
  return [bound ?? name, text === '' ? '' : value]
}

const bounds = Object.keys(dayFields) as BoundName[]

const isDay = (text: string): boolean => startOfDay(text, 'UTC') !== null

/** What is no day stays as it is, and is refused by whoever reads it. */
function startText(day: string, timeZone: string): string {
  const at = startOfDay(day, timeZone)
  return at === null ? day : iso(at)
}

export interface Listing {
  readonly filters: Filters
  readonly limit: number
  readonly cursor: string | null
}

/** As `GET /invoices` reads it. @throws {Refused} `query_invalid` */
export function readListing(asked: Asked): Listing {
  const { account: _account, ...listing } = readQuery(
    Object.fromEntries(Object.entries(asked).filter(([name]) => !aside.includes(name))),
  )
  return listing
}

/** The filters that are set, in the order in which they are shown. */
export const activeFilters = (asked: Asked): readonly (readonly [name: FilterName, value: string])[] =>
  filterNames.flatMap((name) => {
    const value = asked[name]
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
  })

/** `?…` of these parameters of the address, changed so; null takes one away. */
export function queryOf(
  asked: Asked,
  names: readonly string[],
  change: Readonly<Record<string, string | null>> = {},
): string {
  const query = new URLSearchParams()
  for (const name of names) {
    const value = name in change ? change[name] : asked[name]
    if (typeof value === 'string') query.set(name, value)
  }
  return query.size === 0 ? '' : `?${query}`
}

/** Which day a bound of time is, first or last of those shown; null when it is not on the edge of one. */
export function dayOfBound(name: BoundName, text: string, timeZone: string): string | null {
  const at = Date.parse(text)
  const day = Number.isNaN(at) ? null : dayBeginning(at, timeZone)
  return day !== null && isLast(name) ? dayBeside(day, -1) : day
}
