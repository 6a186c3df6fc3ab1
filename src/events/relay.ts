import { type Clock, type Instant, second } from '../kernel/clock.ts'
import type { Failpoints } from '../kernel/failpoint.ts'
import type { Logger } from '../kernel/logger.ts'
import { type PeriodicTask, startPeriodicTask } from '../kernel/periodic-task.ts'
import type { Transact } from '../kernel/transact.ts'
import { type ClaimedEvent, type Failed, type Outbox, type PublishOutcome, waitMs, waves } from './outbox.ts'
import {
  connecting,
  publishTimeoutMs,
  type QueuedTransport,
  TransportUnavailable,
} from './transports/transport.ts'

export interface RelayParts {
  readonly transact: Transact<{ readonly outbox: Outbox }>
  /** Reads committed data. */
  readonly isDue: Outbox['isDue']
  readonly clock: Clock
  readonly log: Logger
  readonly failed: (error: unknown) => void
  /** Lets a test inject failures. */
  readonly checkFailpoint: Failpoints
  /** From 0 to 1. */
  readonly random?: () => number
}

/** Polling finds what a dead process left behind, and retries that are due. */
const pollMs = 1 * second

/** No wave starts later than this after its claim, so that even the slowest publish ends before the lease. */
const wavesMs = 2 * second
const leaseMs = wavesMs + publishTimeoutMs

const maxBatchSize = 100
/** Retries go one by one: at most this many a second while none succeeds. */
const maxRetries = 20
const retryPauseMs = 1 * second

/** Publishes a transport's outbox events at least once, in order within each subject. Several processes share the work. */
export function startOutboxRelay(transport: QueuedTransport, parts: RelayParts): PeriodicTask {
  const { transact, isDue, clock, log, checkFailpoint, random = Math.random } = parts
  const { name } = transport
  let stopping = false
  let noted: string | null | undefined
  let retryAt = Number.NEGATIVE_INFINITY
  const rounds = startPeriodicTask(pollMs, round, parts.failed)
  transport.onChange(rounds.wake)
  return {
    wake: rounds.wake,
    stop: () => {
      stopping = true
      return rounds.stop()
    },
  }

  async function round(): Promise<void> {
    while (!stopping) {
      await noteObstacle()
      if (transport.obstacle() !== null || !(await isDue(name, clock.now()))) return
      const moved = await relayQueued()
      const retried = await retry()
      if (!moved && !retried) return
    }
  }

  async function noteObstacle(): Promise<void> {
    const obstacle = transport.obstacle()
    if (obstacle === noted || obstacle === connecting) return
    await transact(({ outbox }) => outbox.note(name, obstacle, clock.now()))
    if (obstacle !== null)
      log.warn('Event transport unavailable: its events are waiting.', { transport: name, obstacle })
    else if (noted) log.info('Event transport available again.', { transport: name })
    noted = obstacle
  }

  /** Publishes events that have not been tried yet. Returns whether it made progress, so that another round is worthwhile. */
  async function relayQueued(): Promise<boolean> {
    const now = clock.now()
    const lease = { now, until: now + leaseMs, limit: maxBatchSize }
    const { claimed, parked } = await transact(({ outbox }) => outbox.claimQueued(name, lease))
    const outcome = await publish(claimed, waves(claimed), now)
    return parked + outcome.delivered.length + outcome.failed.length > 0
  }

  /** Retries failed events one by one, so that an event that breaks the connection does not fail the others' attempts as well. */
  async function retry(): Promise<boolean> {
    const now = clock.now()
    if (stopping || transport.obstacle() !== null || now < retryAt) return false
    const lease = { now, until: now + leaseMs, limit: maxRetries }
    const claimed = await transact(({ outbox }) => outbox.claimFailing(name, lease))
    const { delivered } = await publish(
      claimed,
      claimed.map((each) => [each]),
      now,
    )
    retryAt = delivered.length > 0 ? now : now + retryPauseMs
    return delivered.length > 0
  }

  /** Publishes the pieces one after another and records the results. */
  async function publish(
    claimed: readonly ClaimedEvent[],
    pieces: Iterable<readonly ClaimedEvent[]>,
    since: Instant,
  ): Promise<PublishOutcome> {
    if (claimed.length > 0) await checkFailpoint('relay.claimed')
    const delivered: ClaimedEvent[] = []
    const failed: Failed[] = []
    for (const piece of pieces) {
      if (stopping || clock.now() - since > wavesMs) break
      const failing = new Set(failed.map(({ event }) => event.subject))
      const wave = piece.filter(({ event }) => !failing.has(event.subject))
      const answers = await Promise.all(wave.map(attempt))
      delivered.push(...wave.filter((_, place) => answers[place] === 'delivered'))
      failed.push(...answers.filter((answer) => typeof answer === 'object'))
      if (answers.includes('not handed over')) break
    }
    const done = new Set([...delivered, ...failed].map(({ event }) => event))
    const outcome = { delivered, failed, released: claimed.filter(({ event }) => !done.has(event)) }
    if (delivered.length > 0) await checkFailpoint('relay.published')
    if (claimed.length > 0) await transact(({ outbox }) => outbox.settle(name, outcome, clock.now()))
    report(failed)
    return outcome
  }

  async function attempt({
    event,
    attempts,
  }: ClaimedEvent): Promise<'delivered' | 'not handed over' | Failed> {
    try {
      await transport.publish(event)
      return 'delivered'
    } catch (error) {
      if (error instanceof TransportUnavailable) return 'not handed over'
      const nextAt = clock.now() + waitMs(attempts + 1, random())
      return { event, attempts, error: error instanceof Error ? error.message : String(error), nextAt }
    }
  }

  function report(failed: readonly Failed[]): void {
    const [first] = failed
    if (!first) return
    const { event, attempts, error } = first
    const facts = { transport: name, events: failed.length, event: event.id, attempts: attempts + 1, error }
    log.warn('Events were not delivered and will be retried.', facts)
  }
}
