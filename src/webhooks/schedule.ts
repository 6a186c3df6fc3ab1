import { hour, type Instant, instant, minute, second } from '../kernel/clock.ts'
import type { Outcome } from './webhook.ts'

/** Waits after the first attempt, the second, … as Standard Webhooks proposes: ten attempts over three days. */
export const waits: readonly number[] = [
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

/** So that what failed together does not come back together. */
const jitter = 0.1

/** A receiver may ask to be left alone for so long: more would cost its owner the news. */
const longestRetryAfterMs = 1 * hour

/**
 * When to send again after `tries` attempts, the last of which has failed just `now`; null when that was the last.
 * @param random from 0 to 1
 */
export function nextAttempt(
  tries: number,
  outcome: Outcome,
  { now, random }: { now: Instant; random: number },
): Instant | null {
  const wait = waits[tries - 1]
  if (wait === undefined) return null
  const asked = outcome.kind === 'answered' ? retryAfterMs(outcome.retryAfter, now) : 0
  const planned = wait * (1 - jitter + 2 * jitter * random)
  return now + Math.round(Math.max(planned, Math.min(asked, longestRetryAfterMs)))
}

/** `Retry-After`: seconds, or a date (RFC 9110 §10.2.3). What is neither asks for nothing. */
export function retryAfterMs(header: string | null, now: Instant): number {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * second
  const date = / GMT$/.test(text) ? instant(text) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
