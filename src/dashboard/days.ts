import { day as dayMs, hour, type Instant, iso, second } from '../kernel/clock.ts'

// The days of a time zone of the IANA database. Clocks are put forward and back, at midnight too, and a zone may leave out a whole day.

/** A stretch of time: `to` is the first moment behind it. */
export interface Span {
  readonly from: Instant
  readonly to: Instant
}

/** No day of any zone lasts that long, and no zone is further from UTC. */
const longerThanAnyDay = 36 * hour

/** `2026-01-31`: a day of the calendar, wherever it is. */
const form = /^\d{4}-\d\d-\d\d$/

/** The moment at which a day begins in that zone; null for what is no day. One that the zone left out begins with the next. */
export function startOfDay(date: string, timeZone: string): Instant | null {
  const midnight = form.test(date) ? Date.parse(date) : Number.NaN
  if (Number.isNaN(midnight) || !iso(midnight).startsWith(date)) return null
  return beginsWith(dates(timeZone), date, midnight + longerThanAnyDay)
}

/** The day before or after. */
export const dayBeside = (date: string, by: 1 | -1): string =>
  iso(Date.parse(date) + by * dayMs).slice(0, 'yyyy-mm-dd'.length)

/** The day that begins at that moment; null when none does. */
export function dayBeginning(at: Instant, timeZone: string): string | null {
  const date = dates(timeZone)(at)
  return startOfDay(date, timeZone) === at ? date : null
}

/** The last so many days up to that moment as the zone's calendar counts them, oldest first; the last is today, whole. */
export function lastDays(now: Instant, timeZone: string, count: number): Span[] {
  const dateAt = dates(timeZone)
  const today = dateAt(now)
  const spans = [
    {
      from: beginsWith(dateAt, today, now),
      to: earliest((at) => dateAt(at) > today, now, now + longerThanAnyDay),
    },
  ]
  // Yesterday is what ends where today begins: a date that a zone has left out is no day of it.
  for (let to = spans[0]?.from ?? now; spans.length < count; to = spans.at(-1)?.from ?? now) {
    spans.push({ from: beginsWith(dateAt, dateAt(to - 1), to - 1), to })
  }
  return spans.reverse()
}

/** Each hour of a day: 23 or 25 where its clocks are changed. */
export function hoursOf({ from, to }: Span): Span[] {
  const spans: Span[] = []
  for (let at = from; at < to; at += hour) spans.push({ from: at, to: Math.min(at + hour, to) })
  return spans
}

type DateAt = (at: Instant) => string

/** @param near a moment of that day, or after its beginning by less than three days */
const beginsWith = (dateAt: DateAt, date: string, near: Instant): Instant =>
  earliest((at) => dateAt(at) >= date, near - 2 * longerThanAnyDay, near)

/** By their names in small letters: somebody may write one in thousands of ways. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The date in that zone, `2026-03-29`: its order as text is that of time. */
function dates(timeZone: string): DateAt {
  const name = timeZone.toLowerCase()
  const format =
    formats.get(name) ??
    new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
  formats.set(name, format)
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return `${parts.year}-${parts.month}-${parts.day}`
  }
}

/** The first moment at which it holds. Clocks are changed at whole seconds. It does not hold before `from`, and does at `to`. */
function earliest(holds: (at: Instant) => boolean, from: Instant, to: Instant): Instant {
  let before = Math.floor(from / second)
  let after = Math.ceil(to / second)
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (holds(middle * second)) after = middle
    else before = middle
  }
  return after * second
}
