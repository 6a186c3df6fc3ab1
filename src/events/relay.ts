import { type Clock, type Instant, second } from '../kernel/clock.ts'
import { getErrorMessage } from '../kernel/error-message.ts'
import type { Failpoints } from '../kernel/failpoint.ts'
import type { Logger } from '../kernel/logger.ts'
import { type PeriodicTask, startPeriodicTask } from '../kernel/periodic-task.ts'
import type { Timers } from '../kernel/timers.ts'
import type { Transact } from '../kernel/transact.ts'
import {
  type ClaimedEvent,
  computeRetryDelayMs,
  type FailedEvent,
  type Outbox,
  type PublishOutcome,
  splitIntoWaves,
} from './outbox.ts'
import {
  connecting,
  publishTimeoutMs,
  type QueuedTransport,
  TransportUnavailableError,
} from './transports/transport.ts'

export interface RelayDependencies {
  readonly transact: Transact<{ readonly outbox: Outbox }>
  /** Reads committed data. */
  readonly isDue: Outbox['isDue']
  readonly clock: Clock
  readonly log: Logger
  readonly onError: (error: unknown) => void
  /** Lets a test inject failures. */
  readonly checkFailpoint: Failpoints
  /** From 0 to 1. */
  readonly random?: () => number
  /** Defaults to the system timers. */
  readonly timers?: Pick<Timers, 'schedule'>
}

/** Polling finds events that a crashed process left behind, and retries that are due. */
const pollMs = 1 * second

/** No wave starts later than this after its claim, so that even the slowest publish ends before the lease. */
const publishWindowMs = 2 * second
const leaseMs = publishWindowMs + publishTimeoutMs

const maxBatchSize = 100
/** Events are retried one by one. While all of them fail, there is one batch per `retryPauseMs`. */
const maxRetryBatchSize = 20
const retryPauseMs = 1 * second

/** Publishes the outbox of each transport; none blocks another. */
export function startOutboxRelays(
  transports: readonly QueuedTransport[],
  dependencies: RelayDependencies,
): Pick<PeriodicTask, 'wake' | 'stop'> {
  const relays = transports.map((transport) => startOutboxRelay(transport, dependencies))
  return {
    wake() {
      for (const { wake } of relays) wake()
    },
    async stop() {
      const stops = [...relays.map(({ stop }) => stop), ...transports.map(({ close }) => close)]
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}

/** Publishes a transport's outbox events at least once, in order within each subject. Several processes share the work. */
export function startOutboxRelay(transport: QueuedTransport, dependencies: RelayDependencies): PeriodicTask {
  const { transact, isDue, clock, log, checkFailpoint, random = Math.random } = dependencies
  const { name } = transport
  let isStopping = false
  let lastRecordedReason: string | null | undefined
  let retryAt = Number.NEGATIVE_INFINITY
  const relayTask = startPeriodicTask(pollMs, relayDue, dependencies.onError, dependencies.timers)
  transport.onChange(relayTask.wake)
  return {
    wake: relayTask.wake,
    stop: () => {
      isStopping = true
      return relayTask.stop()
    },
  }

  async function relayDue(): Promise<void> {
    while (!isStopping) {
      await recordUnavailable()
      if (transport.getUnavailableReason() !== null || !(await isDue(name, clock.now()))) return
      const madeProgress = await relayQueued()
      const retried = await retryFailed()
      if (!madeProgress && !retried) return
    }
  }

  async function recordUnavailable(): Promise<void> {
    const reason = transport.getUnavailableReason()
    if (reason === lastRecordedReason || reason === connecting) return
    await transact(({ outbox }) => outbox.recordUnavailable(name, reason, clock.now()))
    if (reason !== null)
      log.warn('an event transport is unavailable; its events are queued', { transport: name, reason })
    else if (lastRecordedReason) log.info('an event transport is available again', { transport: name })
    lastRecordedReason = reason
  }

  /** Publishes events that have not been tried yet. Returns whether it made progress, so that another round is worthwhile. */
  async function relayQueued(): Promise<boolean> {
    const now = clock.now()
    const lease = { now, until: now + leaseMs, limit: maxBatchSize }
    const { claimed, parked } = await transact(({ outbox }) => outbox.claimQueued(name, lease))
    const outcome = await publish(claimed, splitIntoWaves(claimed), now)
    return parked + outcome.delivered.length + outcome.failed.length > 0
  }

  /** Retries failed events one by one, so that an event that breaks the connection does not fail the others' attempts as well. */
  async function retryFailed(): Promise<boolean> {
    const now = clock.now()
    if (isStopping || transport.getUnavailableReason() !== null || now < retryAt) return false
    const lease = { now, until: now + leaseMs, limit: maxRetryBatchSize }
    const claimed = await transact(({ outbox }) => outbox.claimFailing(name, lease))
    const { delivered } = await publish(
      claimed,
      claimed.map((event) => [event]),
      now,
    )
    retryAt = delivered.length > 0 ? now : now + retryPauseMs
    return delivered.length > 0
  }

  /** Publishes the waves sequentially and records the results. */
  async function publish(
    claimed: readonly ClaimedEvent[],
    waves: Iterable<readonly ClaimedEvent[]>,
    claimedAt: Instant,
  ): Promise<PublishOutcome> {
    if (claimed.length > 0) await checkFailpoint('relay.claimed')
    const delivered: ClaimedEvent[] = []
    const failedEvents: FailedEvent[] = []
    for (const wave of waves) {
      if (isStopping || clock.now() - claimedAt > publishWindowMs) break
      const failedSubjects = new Set(failedEvents.map(({ event }) => event.subject))
      const sendable = wave.filter(({ event }) => !failedSubjects.has(event.subject))
      const results = await Promise.all(sendable.map(attempt))
      delivered.push(...sendable.filter((_, index) => results[index] === 'delivered'))
      failedEvents.push(...results.filter((result) => typeof result === 'object'))
      if (results.includes('unavailable')) break
    }
    const settled = new Set([...delivered, ...failedEvents].map(({ event }) => event))
    const outcome = {
      delivered,
      failed: failedEvents,
      released: claimed.filter(({ event }) => !settled.has(event)),
    }
    if (delivered.length > 0) await checkFailpoint('relay.published')
    if (claimed.length > 0) await transact(({ outbox }) => outbox.settle(name, outcome, clock.now()))
    logFailures(failedEvents)
    return outcome
  }

  async function attempt({
    event,
    attempts,
  }: ClaimedEvent): Promise<'delivered' | 'unavailable' | FailedEvent> {
    try {
      await transport.publish(event)
      return 'delivered'
    } catch (error) {
      if (error instanceof TransportUnavailableError) return 'unavailable'
      const nextAt = clock.now() + computeRetryDelayMs(attempts + 1, random())
      return { event, attempts, error: getErrorMessage(error), nextAt }
    }
  }

  function logFailures(failed: readonly FailedEvent[]): void {
    const [first] = failed
    if (!first) return
    const { event, attempts, error } = first
    const details = { transport: name, events: failed.length, event: event.id, attempts: attempts + 1, error }
    log.warn('events were not delivered and will be retried', details)
  }
}
