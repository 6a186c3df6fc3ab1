import { type AuditLog, serviceActor } from '../audit/entry.ts'
import type { EventLog } from '../events/event.ts'
import { type Instant, second } from '../kernel/clock.ts'
import { createDisabledEvent, type DisabledReason, type Endpoint, maxFailureMs } from './endpoint.ts'
import { computeNextAttempt } from './schedule.ts'
import { type Attempt, type AttemptOutcome, type ClaimedDelivery, classifyOutcome } from './webhook.ts'

/** An attempt of a delivery, and its position in the retry schedule. */
export type ClaimedAttempt = Pick<ClaimedDelivery, 'id' | 'number' | 'tries' | 'receiver' | 'subject'>

/**
 * Methods that take a `ClaimedAttempt` change a delivery only while that attempt is its newest and the schedule has not been restarted:
 * a redelivery that was requested while the attempt was in progress must not be lost.
 * If the delivery ends, the next one of its invoice becomes due at `now`.
 */
export interface AttemptResultStore {
  endAttempt(
    id: string,
    attempt: Pick<Attempt, 'number' | 'status' | 'ms' | 'error' | 'responseBody'>,
  ): Promise<void>
  /** Applies all other changes to the delivery since the claim. */
  markDelivered(attempt: ClaimedAttempt, now: Instant): Promise<void>
  /** If its position in the schedule has been changed during the attempt, it is due immediately. */
  scheduleRetry(attempt: ClaimedAttempt, at: Instant, now: Instant): Promise<void>
  /** Like `scheduleRetry`, but the attempt does not count in the schedule. */
  requeue(attempt: ClaimedAttempt, at: Instant, now: Instant): Promise<void>
  abandon(attempt: ClaimedAttempt, now: Instant): Promise<void>
}

interface FailingEndpoint {
  /** Time of the first failure since the last success. */
  readonly failingSince: Instant | null
  /** Whether failed deliveries are retried. */
  readonly hasAutomaticRedelivery: boolean
}

export interface EndpointHealthStore {
  recordSuccess(endpointId: string): Promise<void>
  /** Null if the endpoint does not exist. */
  recordFailure(endpointId: string, at: Instant): Promise<FailingEndpoint | null>
  /** Disables the endpoint and abandons its pending deliveries. Returns the updated endpoint; null if it was already disabled. */
  disable(endpointId: string, reason: DisabledReason, at: Instant): Promise<Endpoint | null>
  /** Increments the sequence of the subject `account/<id>`, and returns it. */
  incrementSequence(accountId: number): Promise<number>
}

export interface OutcomeStores {
  readonly webhookDeliveries: AttemptResultStore
  readonly webhookEndpoints: EndpointHealthStore
  readonly events: EventLog
  readonly audit: AuditLog
}

/** Retry delay after a local error or a shutdown. */
const requeueDelayMs = 5 * second

/**
 * Records the outcome of an attempt and its consequences in one transaction. Writes the endpoint before its deliveries, like all code that
 * writes both, so that concurrent transactions cannot deadlock.
 */
export async function recordOutcome(
  stores: OutcomeStores,
  delivery: ClaimedDelivery,
  outcome: AttemptOutcome,
  { now, random }: { now: Instant; random: number },
): Promise<void> {
  const { webhookDeliveries: deliveries, webhookEndpoints: endpoints } = stores
  const { id, number, tries, at, endpointId, isTest } = delivery
  const { ms } = outcome
  const fields =
    outcome.kind === 'response'
      ? { status: outcome.status, responseBody: outcome.responseBody, error: null }
      : { status: null, responseBody: null, error: outcome.error }
  await deliveries.endAttempt(id, { number, ms, ...fields })
  const result = classifyOutcome(outcome)
  if (isTest && (result === 'gone' || result === 'failed')) return deliveries.abandon(delivery, now)
  switch (result) {
    case 'delivered':
      if (endpointId !== null && !isTest) await endpoints.recordSuccess(endpointId)
      return deliveries.markDelivered(delivery, now)
    case 'interrupted':
      return deliveries.requeue(delivery, now + requeueDelayMs, now)
    case 'gone':
      if (endpointId !== null) await disable(stores, endpointId, 'gone', now)
      return deliveries.abandon(delivery, now)
    case 'failed': {
      const endpoint = endpointId === null ? null : await endpoints.recordFailure(endpointId, at)
      const failingSince = endpoint?.failingSince ?? null
      if (endpointId !== null && failingSince !== null && now - failingSince >= maxFailureMs)
        await disable(stores, endpointId, 'failing', now)
      const hasAutomaticRedelivery = endpoint?.hasAutomaticRedelivery ?? true
      const next = hasAutomaticRedelivery ? computeNextAttempt(tries, outcome, { now, random }) : null
      return next === null ? deliveries.abandon(delivery, now) : deliveries.scheduleRetry(delivery, next, now)
    }
  }
}

async function disable(
  { webhookEndpoints, events, audit }: OutcomeStores,
  endpointId: string,
  reason: DisabledReason,
  now: Instant,
): Promise<void> {
  const endpoint = await webhookEndpoints.disable(endpointId, reason, now)
  if (!endpoint) return
  const { accountId } = endpoint
  const sequence = await webhookEndpoints.incrementSequence(accountId)
  await events.append([createDisabledEvent(endpoint, reason, { sequence, time: now })])
  const detail = { endpoint: endpointId, reason }
  const action = 'webhook.endpoint.disabled'
  await audit.record({ at: now, accountId, actor: serviceActor, action, detail })
}
