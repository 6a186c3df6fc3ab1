import type { AccountActor, AuditLog } from '../audit/entry.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type Clock, toIsoString } from '../kernel/clock.ts'
import { generateEventId, generateId } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import { type AttemptLimitStore, countAttempt, createAttemptKey } from '../sessions/attempt-limits.ts'
import { findOwnEndpoint } from './endpoint.ts'
import type { EndpointStore } from './endpoints.ts'
import type { FanOutStore } from './fan-out.ts'
import { buildTestPayload } from './greenfield-events.ts'
import { createWebhookBody } from './webhook.ts'

/** A test event lets the owner see a delivery arrive. It isn't in the event log or in any stream. */
const testEventType = 'webhook.test'

interface TestEventDependencies {
  readonly transact: Transact<{
    readonly webhookEndpoints: Pick<EndpointStore, 'find'>
    readonly webhookFanOut: Pick<FanOutStore, 'insert'>
    readonly audit: AuditLog
    readonly attemptLimits: AttemptLimitStore
  }>
  readonly clock: Clock
}

/** Test events for one endpoint: delivered like real ones, but tried only once. */
export function createTestEvents({ transact, clock }: TestEventDependencies) {
  return { send }

  /**
   * Sends a test event to the endpoint, regardless of its subscribed types. Returns the delivery's id.
   * @throws {ApiError} `webhook_not_found`, `webhook_disabled`, `too_many_requests`
   */
  function send(caller: AccountActor, endpointId: string): Promise<string> {
    const { accountId } = caller
    return transact(async ({ webhookEndpoints, webhookFanOut, audit, attemptLimits }) => {
      const endpoint = await findOwnEndpoint(webhookEndpoints, accountId, endpointId)
      const { id: name, url, enabled, greenfield } = endpoint
      if (!enabled) throw new ApiError('webhook_disabled')
      const now = clock.now()
      await countAttempt(attemptLimits, createAttemptKey('test', endpointId), now)
      const [id, eventId] = [`whd_${generateId(now)}`, generateEventId(now, 0)]
      const data = JSON.stringify({ account_id: accountId, endpoint_id: endpointId, url })
      const body = createWebhookBody({ type: testEventType, time: toIsoString(now), data })
      await webhookFanOut.insert(
        [{ eventId, type: testEventType, body }],
        [
          {
            id,
            eventId,
            accountId,
            endpointId,
            url,
            name,
            createdAt: now,
            isTest: true,
            ...(greenfield && { payload: buildTestPayload(accountId, id) }),
            subject: null,
            sequence: null,
          },
        ],
      )
      const detail = { endpoint: endpointId, delivery: id }
      await audit.record({ ...caller, at: now, action: 'webhook.endpoint.tested', detail })
      return id
    })
  }
}

export type TestEvents = ReturnType<typeof createTestEvents>
