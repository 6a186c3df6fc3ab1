/** A timestamp: milliseconds since 1970-01-01 UTC. */
export type Instant = number

/** The service's only source of time: every expiry and every stored timestamp comes from one clock. */
export interface Clock {
  now(): Instant
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock for tests and simulations: it moves only when told to. */
export function createManualClock(
  start: Instant,
): Clock & { advance(ms: number): void; set(to: Instant): void } {
  let at = start
  return {
    now: () => at,
    advance: (ms) => {
      at += ms
    },
    set: (to) => {
      at = to
    },
  }
}

/** Cache of formatted timestamps, indexed by the timestamp modulo its size: one operation formats the same few repeatedly. */
const written: { at: Instant; text: string }[] = []
const places = 31

/** ISO 8601 in UTC with milliseconds, as sent and stored. */
export function iso(at: Instant): string {
  const known = written[at % places]
  if (known?.at === at) return known.text
  const text = new Date(at).toISOString()
  if (at >= 0) written[at % places] = { at, text }
  return text
}

/** Parses the output of `iso`. */
export const instant = (text: string): Instant => Date.parse(text)

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour
