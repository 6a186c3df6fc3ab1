import { type AuditLog, theService } from '../audit/entry.ts'
import type { EventLog } from '../events/event.ts'
import { type Instant, second } from '../kernel/clock.ts'
import { announceDisabled, type DisabledReason, type Endpoint, longestFailureMs } from './endpoint.ts'
import { nextAttempt } from './schedule.ts'
import type { Claimed } from './send.ts'
import { type Attempt, errorOf, type Outcome, verdictOf } from './webhook.ts'

/** Each changes a delivery only while the attempt of that number is its newest. */
export interface RecordStore {
  endAttempt(
    id: string,
    attempt: Pick<Attempt, 'number' | 'status' | 'ms' | 'error' | 'answer'>,
  ): Promise<void>
  /** Whatever else happened to it meanwhile: it has arrived. */
  markDelivered(id: string): Promise<void>
  retry(id: string, number: number, at: Instant): Promise<void>
  /** As `retry`, and the attempt does not count in the schedule. */
  putBack(id: string, number: number, at: Instant): Promise<void>
  giveUp(id: string, number: number): Promise<void>
}

export interface EndpointHealthStore {
  succeeded(endpointId: string): Promise<void>
  /** The moment of the first failure since the last success; null when there is no such endpoint. */
  failedAt(endpointId: string, at: Instant): Promise<Instant | null>
  /** The endpoint as it then is, which gets nothing of what is pending; null when it was disabled before. */
  disable(endpointId: string, reason: DisabledReason, at: Instant): Promise<Endpoint | null>
  /** The next sequence of the subject `account/<id>`. */
  nextSequence(accountId: number): Promise<number>
}

export interface RecordStores {
  readonly webhookDeliveries: RecordStore
  readonly webhookEndpoints: EndpointHealthStore
  readonly events: EventLog
  readonly audit: AuditLog
}

/** After a fault of our own, or at the next start. */
const againSoonMs = 5 * second

/**
 * Writes down how an attempt ended, and what follows from it, inside one transaction. The endpoint comes before its deliveries, as wherever
 * both are written: of many that end at once none waits for another in a circle.
 */
export async function recordOutcome(
  stores: RecordStores,
  { id, number, tries, at, endpointId, isTest }: Claimed,
  outcome: Outcome,
  { now, random }: { now: Instant; random: number },
): Promise<void> {
  const { webhookDeliveries: deliveries, webhookEndpoints: endpoints } = stores
  const [status, answer] = outcome.kind === 'answered' ? [outcome.status, outcome.answer] : [null, null]
  await deliveries.endAttempt(id, { number, status, ms: outcome.ms, error: errorOf(outcome), answer })
  const verdict = verdictOf(outcome)
  if (isTest && (verdict === 'gone' || verdict === 'failed')) return deliveries.giveUp(id, number)
  switch (verdict) {
    case 'delivered':
      if (endpointId !== null && !isTest) await endpoints.succeeded(endpointId)
      return deliveries.markDelivered(id)
    case 'interrupted':
      return deliveries.putBack(id, number, now + againSoonMs)
    case 'gone':
      if (endpointId !== null) await disable(stores, endpointId, 'gone', now)
      return deliveries.giveUp(id, number)
    case 'failed': {
      const since = endpointId === null ? null : await endpoints.failedAt(endpointId, at)
      if (endpointId !== null && since !== null && now - since >= longestFailureMs)
        await disable(stores, endpointId, 'failing', now)
      const next = nextAttempt(tries, outcome, { now, random })
      return next === null ? deliveries.giveUp(id, number) : deliveries.retry(id, number, next)
    }
  }
}

async function disable(
  { webhookEndpoints, events, audit }: RecordStores,
  endpointId: string,
  reason: DisabledReason,
  now: Instant,
): Promise<void> {
  const endpoint = await webhookEndpoints.disable(endpointId, reason, now)
  if (!endpoint) return
  const { accountId } = endpoint
  const sequence = await webhookEndpoints.nextSequence(accountId)
  await events.append([announceDisabled(endpoint, reason, { sequence, time: now })])
  const detail = { endpoint: endpointId, reason }
  const action = 'webhook.endpoint.disabled'
  await audit.record({ at: now, accountId, actor: theService, action, detail })
}
