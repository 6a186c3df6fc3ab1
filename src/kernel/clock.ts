/** A timestamp: milliseconds since 1970-01-01 UTC. */
export type Instant = number

/** The service's only source of time, for every expiry and every stored timestamp. */
export interface Clock {
  now(): Instant
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock for tests and simulations: it moves only when set. */
export function createManualClock(
  start: Instant,
): Clock & { advance(ms: number): void; set(to: Instant): void } {
  let current = start
  return {
    now: () => current,
    advance: (ms) => {
      current += ms
    },
    set: (to) => {
      current = to
    },
  }
}

/** Cache of formatted timestamps, indexed by the timestamp modulo its size: one operation formats the same few repeatedly. */
const cache: { time: Instant; text: string }[] = []
const cacheSize = 31

/** ISO 8601 in UTC with milliseconds, as sent and stored. */
export function toIsoString(time: Instant): string
export function toIsoString(time: Instant | null): string | null
export function toIsoString(time: Instant | null): string | null {
  if (time === null) return null
  const cached = cache[time % cacheSize]
  if (cached?.time === time) return cached.text
  const text = new Date(time).toISOString()
  if (time >= 0) cache[time % cacheSize] = { time, text }
  return text
}

/** Parses the output of `toIsoString`. */
export function parseIsoString(text: string): Instant
export function parseIsoString(text: string | null): Instant | null
export function parseIsoString(text: string | null): Instant | null {
  return text === null ? null : Date.parse(text)
}

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour
