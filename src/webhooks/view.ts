import { toIsoString } from '../kernel/clock.ts'
import { formatAttemptError } from './attempt-error.ts'
import type { DeliveryWithAttempts } from './deliveries.ts'
import { disabledReasonText, type Endpoint } from './endpoint.ts'
import type { Attempt } from './webhook.ts'

export const toEndpointView = (endpoint: Endpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  types: [...endpoint.types],
  enabled: endpoint.enabled,
  created_at: toIsoString(endpoint.createdAt),
  failing_since: toIsoString(endpoint.failingSince),
  disabled_at: toIsoString(endpoint.disabledAt),
  disabled_reason: endpoint.disabledReason && disabledReasonText[endpoint.disabledReason],
})

const toAttemptView = (attempt: Attempt) => ({
  at: toIsoString(attempt.at),
  status: attempt.status,
  ms: attempt.ms,
  error: formatAttemptError(attempt),
})

/** As in lists. `event` is the event's type; `event_id` is the `webhook-id` that the receiver sees. */
export const toDeliveryView = (delivery: DeliveryWithAttempts) => ({
  id: delivery.id,
  event: delivery.event,
  event_id: delivery.eventId,
  endpoint_id: delivery.endpointId,
  url: delivery.url,
  state: delivery.state,
  created_at: toIsoString(delivery.createdAt),
  attempts: delivery.attempts.map(toAttemptView),
  next_at: toIsoString(delivery.nextAt),
})

/** A single delivery, with the receiver's responses. */
export const toDeliveryDetail = (delivery: DeliveryWithAttempts) => ({
  ...toDeliveryView(delivery),
  attempts: delivery.attempts.map((attempt) => ({ ...toAttemptView(attempt), answer: attempt.responseBody })),
})
