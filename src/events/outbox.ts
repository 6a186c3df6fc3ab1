import { type Instant, minute, second } from '../kernel/clock.ts'
import type { NumberedEvent } from './envelope.ts'

/** An event that this process alone may hand to a transport, until its lease ends. */
export interface Claimed {
  readonly event: NumberedEvent
  /** Attempts that failed. */
  readonly attempts: number
}

/** A queued event, and the first of its subject that the transport has not taken yet. */
export interface Candidate {
  readonly event: NumberedEvent
  readonly first: { readonly sequence: number; readonly queued: boolean }
}

export interface Lease {
  readonly now: Instant
  readonly until: Instant
  readonly limit: number
}

/** What came of claimed events. */
export interface Outcome {
  readonly delivered: readonly Claimed[]
  readonly failed: readonly Failed[]
  /** They were not tried. */
  readonly released: readonly Claimed[]
}

export interface Failed extends Claimed {
  readonly error: string
  readonly nextAt: Instant
}

/** What waits for one transport. */
export interface Pending {
  readonly transport: string
  readonly pending: number
  /** How many of them were tried, and not taken. */
  readonly failing: number
  /** Age of the oldest; null when nothing waits. */
  readonly oldest_seconds: number | null
  readonly last_error: string | null
}

/** What each queued transport has still to be told. Whoever claims or settles is alone at it, transport by transport. */
export interface Outbox {
  /** Could there be something to claim? A quick look. */
  isDue(transport: string, now: Instant): Promise<boolean>
  /** Leases the oldest queued events whose turn it is, in the order of the log. `parked`: how many were found behind failing ones. */
  claimQueued(transport: string, lease: Lease): Promise<{ claimed: Claimed[]; parked: number }>
  /** Leases failing events that are to be tried again, the most overdue first. */
  claimFailing(transport: string, lease: Lease): Promise<Claimed[]>
  settle(transport: string, outcome: Outcome, now: Instant): Promise<void>
  /** Notes why nothing can be handed to the transport; null: it can. */
  note(transport: string, obstacle: string | null, now: Instant): Promise<void>
}

/**
 * The candidates that may go now, in the order of the log: of each subject the first that is pending and those that follow it without a
 * gap. `behind`: those whose subject has failed. The others wait for an event that somebody else holds.
 */
export function takeTurns(candidates: readonly Candidate[]): { claimed: Claimed[]; behind: string[] } {
  const claimed: Claimed[] = []
  const behind: string[] = []
  const turns = new Map<string, number>()
  for (const { event, first } of candidates.toSorted((a, b) => a.event.sequence - b.event.sequence)) {
    const { subject, sequence } = event
    if (sequence === (turns.get(subject) ?? first.sequence)) {
      turns.set(subject, sequence + 1)
      claimed.push({ event, attempts: 0 })
    } else if (!first.queued) behind.push(event.id)
  }
  return { claimed: claimed.toSorted((a, b) => a.event.position - b.event.position), behind }
}

/** Cuts a batch where a subject comes again: the events of one piece may be under way at once, in their order. */
export function* waves(batch: readonly Claimed[]): Generator<readonly Claimed[]> {
  let wave: Claimed[] = []
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

const firstWaitMs = 1 * second
const longestWaitMs = 1 * minute

/** How long an event waits after so many failed attempts: 1 s, 2 s, 4 s … 60 s, less up to a fifth. `random`: from 0 to 1. */
export const waitMs = (attempts: number, random: number): number =>
  Math.round(Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1)) * (1 - random / 5))
