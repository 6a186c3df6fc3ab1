import { type Instant, minute, second } from '../kernel/clock.ts'
import type { NumberedEvent } from './envelope.ts'

/** An event that only this process may send to a transport, until its lease ends. */
export interface ClaimedEvent {
  readonly event: NumberedEvent
  /** Failed attempts so far. */
  readonly attempts: number
}

/** A queued event, and the first event of its subject that the transport has not accepted yet. */
export interface OutboxCandidate {
  readonly event: NumberedEvent
  readonly first: { readonly sequence: number; readonly isQueued: boolean }
}

interface ClaimOptions {
  readonly now: Instant
  readonly until: Instant
  readonly limit: number
}

/** No lease and no retry ends later than this, unless it was written before the clock was set back: then it counts as ended. */
export const maxWaitMs = 2 * minute

/** Results of publishing claimed events. */
export interface PublishOutcome {
  readonly delivered: readonly ClaimedEvent[]
  readonly failed: readonly FailedEvent[]
  /** Claimed, but not attempted. */
  readonly released: readonly ClaimedEvent[]
}

export interface FailedEvent extends ClaimedEvent {
  readonly error: string
  readonly nextAt: Instant
}

/** Backlog of one transport. */
export interface TransportBacklog {
  readonly transport: string
  readonly pending: number
  /** How many of them have failed at least once. */
  readonly failing: number
  /** Age of the oldest; null if nothing is pending. */
  readonly oldest_seconds: number | null
  readonly last_error: string | null
}

/** Events that queued transports have yet to receive. Claiming and settling are exclusive per transport. */
export interface Outbox {
  /** A cheap check whether anything may be ready to claim. */
  isDue(transport: string, now: Instant): Promise<boolean>
  /** Leases the oldest queued events that may be sent now, in log order. `parked` is how many were found behind failing ones. */
  claimQueued(transport: string, lease: ClaimOptions): Promise<{ claimed: ClaimedEvent[]; parked: number }>
  /** Leases failing events that are due for a retry, most overdue first. */
  claimFailing(transport: string, lease: ClaimOptions): Promise<ClaimedEvent[]>
  /** A failed event parks those that follow it, unless another process took over its lease and delivered it. */
  settle(transport: string, outcome: PublishOutcome, now: Instant): Promise<void>
  /** Records why the transport cannot be used; null if it can. */
  recordUnavailable(transport: string, reason: string | null, now: Instant): Promise<void>
}

/**
 * Picks the candidates that may be sent now, in log order: for each subject the first pending event and those that follow it without a gap.
 * `behind` lists events whose subject is failing. All others wait for an event that another process has leased.
 */
export function pickSendable(candidates: readonly OutboxCandidate[]): {
  claimed: ClaimedEvent[]
  behind: string[]
} {
  const claimed: ClaimedEvent[] = []
  const behind: string[] = []
  const nextSequences = new Map<string, number>()
  for (const { event, first } of candidates.toSorted((a, b) => a.event.sequence - b.event.sequence)) {
    const { subject, sequence } = event
    if (sequence === (nextSequences.get(subject) ?? first.sequence)) {
      nextSequences.set(subject, sequence + 1)
      claimed.push({ event, attempts: 0 })
    } else if (!first.isQueued) behind.push(event.id)
  }
  return { claimed: claimed.toSorted((a, b) => a.event.position - b.event.position), behind }
}

/**
 * Splits a batch wherever a subject repeats. The events of one wave can be in flight together without breaking the order within a subject.
 */
export function* splitIntoWaves(batch: readonly ClaimedEvent[]): Generator<readonly ClaimedEvent[]> {
  let wave: ClaimedEvent[] = []
  let subjects = new Set<string>()
  for (const claimed of batch) {
    const { subject } = claimed.event
    if (subjects.has(subject)) {
      yield wave
      wave = []
      subjects = new Set()
    }
    subjects.add(subject)
    wave.push(claimed)
  }
  if (wave.length > 0) yield wave
}

const initialDelayMs = 1 * second
const maxDelayMs = 1 * minute

/**
 * Delay after this many failed attempts: 1 s, 2 s, 4 s … 60 s, minus up to a fifth.
 * @param random from 0 to 1
 */
export const computeRetryDelayMs = (attempts: number, random: number): number =>
  Math.round(Math.min(maxDelayMs, initialDelayMs * 2 ** (attempts - 1)) * (1 - random / 5))
