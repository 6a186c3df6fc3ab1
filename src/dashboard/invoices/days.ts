import { day as dayMs, type Instant, iso } from '../../kernel/clock.ts'

/** `2026-01-31`: a day of the calendar, wherever it is. */
const form = /^\d{4}-\d\d-\d\d$/

/** The moment at which a day begins in a time zone of the IANA database; null for what is no day. */
export function startOfDay(day: string, timeZone: string): Instant | null {
  const midnight = form.test(day) ? Date.parse(day) : Number.NaN
  if (Number.isNaN(midnight) || !iso(midnight).startsWith(day)) return null
  // Clocks that are put forward at midnight begin the day an hour late, with the offset of the day before; those that are put back begin
  // it with the offset after. Whichever comes first on that day is its beginning.
  const starts = [-dayMs, dayMs]
    .map((near) => midnight - offsetAt(midnight + near, timeZone))
    .sort((a, b) => a - b)
  return starts.find((at) => dayOf(at, timeZone) === day) ?? starts[0] ?? null
}

/** The day before or after. */
export const dayBeside = (day: string, by: 1 | -1): string =>
  iso(Date.parse(day) + by * dayMs).slice(0, 'yyyy-mm-dd'.length)

/** The day that begins at that moment; null when none does. */
export function dayBeginning(at: Instant, timeZone: string): string | null {
  const day = dayOf(at, timeZone)
  return startOfDay(day, timeZone) === at ? day : null
}

const dayOf = (at: Instant, timeZone: string): string =>
  iso(at + offsetAt(at, timeZone)).slice(0, 'yyyy-mm-dd'.length)

const formats = new Map<string, Intl.DateTimeFormat>()

/** What the clocks of the zone are ahead of UTC, in milliseconds. */
function offsetAt(at: Instant, timeZone: string): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] =
    /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? []
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return (sign === '-' ? -1 : 1) * size * 1_000
}
