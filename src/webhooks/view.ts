import { iso } from '../kernel/clock.ts'
import type { DeliveryShown } from './deliveries.ts'
import type { Endpoint } from './endpoint.ts'
import type { Attempt } from './webhook.ts'

const time = (at: number | null): string | null => (at === null ? null : iso(at))

export const endpointView = (endpoint: Endpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  types: [...endpoint.types],
  enabled: endpoint.enabled,
  created_at: iso(endpoint.createdAt),
  failing_since: time(endpoint.failingSince),
  disabled_at: time(endpoint.disabledAt),
  disabled_reason: endpoint.disabledReason,
})

const attemptView = ({ at, status, ms, error }: Attempt) => ({ at: iso(at), status, ms, error })

/** In a list. `event` is the type of the event, `event_id` what the receiver knows as `webhook-id`. */
export const deliveryView = (delivery: DeliveryShown) => ({
  id: delivery.id,
  event: delivery.event,
  event_id: delivery.eventId,
  endpoint_id: delivery.endpointId,
  url: delivery.url,
  state: delivery.state,
  created_at: iso(delivery.createdAt),
  attempts: delivery.attempts.map(attemptView),
  next_at: time(delivery.nextAt),
})

/** One alone: with what the receiver answered. */
export const deliveryDetail = (delivery: DeliveryShown) => ({
  ...deliveryView(delivery),
  attempts: delivery.attempts.map((attempt) => ({ ...attemptView(attempt), answer: attempt.answer })),
})
