import { iso } from '../kernel/clock.ts'
import { attemptErrorText } from './attempt-error.ts'
import type { DeliveryWithAttempts } from './deliveries.ts'
import { disabledReasonText, type Endpoint } from './endpoint.ts'
import type { Attempt } from './webhook.ts'

export const endpointView = (endpoint: Endpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  types: [...endpoint.types],
  enabled: endpoint.enabled,
  created_at: iso(endpoint.createdAt),
  failing_since: iso(endpoint.failingSince),
  disabled_at: iso(endpoint.disabledAt),
  disabled_reason: endpoint.disabledReason && disabledReasonText[endpoint.disabledReason],
})

const attemptView = (attempt: Attempt) => ({
  at: iso(attempt.at),
  status: attempt.status,
  ms: attempt.ms,
  error: attemptErrorText(attempt),
})

/** List form. `event` is the event's type; `event_id` is the `webhook-id` that the receiver sees. */
export const deliveryView = (delivery: DeliveryWithAttempts) => ({
  id: delivery.id,
  event: delivery.event,
  event_id: delivery.eventId,
  endpoint_id: delivery.endpointId,
  url: delivery.url,
  state: delivery.state,
  created_at: iso(delivery.createdAt),
  attempts: delivery.attempts.map(attemptView),
  next_at: iso(delivery.nextAt),
})

/** Single delivery, with the receiver's responses. */
export const deliveryDetail = (delivery: DeliveryWithAttempts) => ({
  ...deliveryView(delivery),
  attempts: delivery.attempts.map((attempt) => ({ ...attemptView(attempt), answer: attempt.answer })),
})
