import { hour, type Instant, second } from '../../kernel/clock.ts'

/** A stretch of time: `to` is the first moment behind it. */
export interface Span {
  readonly from: Instant
  readonly to: Instant
}

/** No day of any zone lasts that long, changes of its clocks included. */
const longerThanAnyDay = 36 * hour

/** The last so many days up to that moment as the zone's calendar counts them, oldest first; the last is today, whole. */
export function lastDays(now: Instant, timeZone: string, count: number): Span[] {
  const dateAt = dates(timeZone)
  const beginsWith = (date: string, near: Instant): Instant =>
    earliest((at) => dateAt(at) >= date, near - longerThanAnyDay, near)
  const today = dateAt(now)
  const spans = [
    {
      from: beginsWith(today, now),
      to: earliest((at) => dateAt(at) > today, now, now + longerThanAnyDay),
    },
  ]
  // Yesterday is what ends where today begins: a date that a zone has left out is no day of it.
  for (let to = spans[0]?.from ?? now; spans.length < count; to = spans.at(-1)?.from ?? now) {
    spans.push({ from: beginsWith(dateAt(to - 1), to - 1), to })
  }
  return spans.reverse()
}

/** Each hour of a day: 23 or 25 where its clocks are changed. */
export function hoursOf({ from, to }: Span): Span[] {
  const spans: Span[] = []
  for (let at = from; at < to; at += hour) spans.push({ from: at, to: Math.min(at + hour, to) })
  return spans
}

/** The date in that zone, `2026-03-29`: its order as text is that of time. */
function dates(timeZone: string): (at: Instant) => string {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
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
