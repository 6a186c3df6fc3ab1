import { day as dayMs, hour, type Instant, second, toIsoString } from '../kernel/clock.ts'

// Calendar days in an IANA time zone. Clocks may change at midnight, and a zone may skip a whole day.

/** A half-open interval: `to` is excluded. */
export interface Span {
  readonly from: Instant
  readonly to: Instant
}

/** Longer than any day in any zone, and than any zone's UTC offset. */
const maxDayMs = 36 * hour

/** A calendar date, `2026-01-31`, in any zone. */
const datePattern = /^\d{4}-\d\d-\d\d$/

/** When a date starts in the zone; null for an invalid date. A date that the zone skipped starts when the next one does. */
export function getStartOfDay(date: string, timeZone: string): Instant | null {
  const midnight = datePattern.test(date) ? Date.parse(date) : Number.NaN
  if (Number.isNaN(midnight) || !toIsoString(midnight).startsWith(date)) return null
  return findStart(createIsoDateFormatter(timeZone), date, midnight + maxDayMs)
}

/** The next date, or the previous one. */
export const addDays = (date: string, days: 1 | -1): string =>
  toIsoString(Date.parse(date) + days * dayMs).slice(0, 'yyyy-mm-dd'.length)

/** The date that starts at exactly this instant, or null. */
export function findDateStartingAt(at: Instant, timeZone: string): string | null {
  const date = createIsoDateFormatter(timeZone)(at)
  return getStartOfDay(date, timeZone) === at ? date : null
}

/** The last `count` days up to `now` in the zone's calendar, oldest first. The last one is today in full. */
export function listLastDays(now: Instant, timeZone: string, count: number): Span[] {
  const formatDate = createIsoDateFormatter(timeZone)
  const today = formatDate(now)
  const spans = [
    {
      from: findStart(formatDate, today, now),
      to: findFirst((at) => formatDate(at) > today, now, now + maxDayMs),
    },
  ]
  // Yesterday is the day that ends when today starts: a date that the zone skipped doesn't count.
  for (let to = spans[0]?.from ?? now; spans.length < count; to = spans.at(-1)?.from ?? now) {
    spans.push({ from: findStart(formatDate, formatDate(to - 1), to - 1), to })
  }
  return spans.reverse()
}

/** When today starts in the zone. */
export const getStartOfToday = (now: Instant, timeZone: string): Instant =>
  listLastDays(now, timeZone, 1)[0]?.from ?? now

/** Each hour of a day: 23 or 25 of them when the clocks change. */
export function listHours({ from, to }: Span): Span[] {
  const spans: Span[] = []
  for (let at = from; at < to; at += hour) spans.push({ from: at, to: Math.min(at + hour, to) })
  return spans
}

type FormatDate = (at: Instant) => string

/** @param near an instant within that day, or less than three days after it starts */
const findStart = (formatDate: FormatDate, date: string, near: Instant): Instant =>
  findFirst((at) => formatDate(at) >= date, near - 2 * maxDayMs, near)

/** By lower-case zone name, because a name can be capitalised in thousands of ways. */
const formatCache = new Map<string, Intl.DateTimeFormat>()

/** Returns a function that formats an instant's date in the zone: `2026-03-29`. Dates sort as text. */
function createIsoDateFormatter(timeZone: string): FormatDate {
  const name = timeZone.toLowerCase()
  const format =
    formatCache.get(name) ??
    new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
  formatCache.set(name, format)
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return `${parts.year}-${parts.month}-${parts.day}`
  }
}

/**
 * The first instant at which the predicate holds, found by bisection to the second, since clocks change at whole seconds. It must not hold
 * before `from`, and must hold at `to`.
 */
function findFirst(predicate: (at: Instant) => boolean, from: Instant, to: Instant): Instant {
  let before = Math.floor(from / second)
  let after = Math.ceil(to / second)
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (predicate(middle * second)) after = middle
    else before = middle
  }
  return after * second
}
