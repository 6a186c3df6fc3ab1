import { hour, type Instant, minute, parseIsoString, second } from '../kernel/clock.ts'
import type { AttemptOutcome } from './webhook.ts'

/** Delays after the first attempt, the second, and so on, as Standard Webhooks suggests: ten attempts over three days. */
export const retryDelays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/** Spreads out retries of deliveries that failed together. */
const jitter = 0.1

/** Longest `Retry-After` that is honoured, so that no receiver delays its events for longer. */
const maxRetryAfterMs = 1 * hour

/**
 * The time of the next attempt after `tries` attempts, the last of which failed at `now`; null if that was the last attempt.
 * @param random from 0 to 1
 */
export function computeNextAttempt(
  tries: number,
  outcome: AttemptOutcome,
  { now, random }: { now: Instant; random: number },
): Instant | null {
  const delay = retryDelays[tries - 1]
  if (delay === undefined) return null
  const requestedMs = outcome.kind === 'response' ? parseRetryAfter(outcome.retryAfter, now) : 0
  const plannedMs = delay * (1 - jitter + 2 * jitter * random)
  return now + Math.round(Math.max(plannedMs, Math.min(requestedMs, maxRetryAfterMs)))
}

/** Parses `Retry-After`: seconds or a date (RFC 9110 §10.2.3). Any other value counts as 0. */
export function parseRetryAfter(header: string | null, now: Instant): number {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * second
  const date = / GMT$/.test(text) ? parseIsoString(text) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
