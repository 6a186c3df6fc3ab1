import Type from 'typebox'
import { nullable, strict, time } from '../platform/http/schema-parts.ts'

export const IdParams = Type.Object({ id: Type.String() })

const members = {
  url: Type.String({ maxLength: 2_048 }),
  description: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  types: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 100,
      description: 'Event types, such as invoice.paid or invoice.*; empty: all',
    }),
  ),
  enabled: Type.Optional(Type.Boolean()),
  secret: Type.Optional(
    nullable(
      Type.String({
        maxLength: 1_000,
        description:
          'Your own secret, 16 to 255 characters. If it starts with whsec_, the rest is the key in base64; otherwise, the text itself is the key. Null or omitted: keeps the current secret, or creates one',
      }),
    ),
  ),
}
export const NewEndpoint = Type.Object(members, { title: 'NewWebhookEndpoint' })
export const ChangedEndpoint = Type.Object(
  { ...members, url: Type.Optional(members.url) },
  { title: 'WebhookEndpointChanges' },
)

const endpoint = {
  id: Type.String(),
  url: Type.String(),
  description: nullable(Type.String()),
  types: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  created_at: time,
  failing_since: nullable(time),
  disabled_at: nullable(time),
  disabled_reason: nullable(Type.String()),
}
export const EndpointView = Type.Object(endpoint, { title: 'WebhookEndpoint', ...strict })
export const EndpointCreated = Type.Object(
  {
    ...endpoint,
    secret: Type.Optional(
      Type.String({
        description: 'Only in responses to access tokens. In the dashboard, the endpoint’s page shows it',
      }),
    ),
  },
  { title: 'CreatedWebhookEndpoint', ...strict },
)
export const EndpointList = Type.Array(EndpointView)

export const SecretView = Type.Object(
  {
    secret: Type.String({ description: 'Standard Webhooks: whsec_…' }),
    previous: nullable(
      Type.String({ description: 'The previous secret, which also signs for 24 hours after a rotation' }),
    ),
  },
  { title: 'WebhookSecret', ...strict },
)

const attempt = {
  at: time,
  status: nullable(Type.Integer()),
  ms: nullable(Type.Integer()),
  error: nullable(Type.String()),
}
const delivery = {
  id: Type.String(),
  event: Type.String({ description: 'Event type' }),
  event_id: Type.String({ description: 'The receiver sees it as webhook-id' }),
  endpoint_id: nullable(Type.String()),
  url: Type.String(),
  state: Type.String(),
  created_at: time,
  attempts: Type.Array(Type.Object(attempt, { title: 'WebhookAttempt', ...strict })),
  next_at: nullable(time),
}
export const DeliveryView = Type.Object(delivery, { title: 'WebhookDelivery', ...strict })
export const DeliveryDetail = Type.Object(
  {
    ...delivery,
    attempts: Type.Array(
      Type.Object({ ...attempt, answer: nullable(Type.String({ description: 'The first 4 KiB' })) }, strict),
    ),
  },
  { title: 'WebhookDeliveryDetail', ...strict },
)
export const DeliveryList = Type.Object(
  { deliveries: Type.Array(DeliveryView), next_cursor: nullable(Type.String()) },
  { title: 'WebhookDeliveryPage', ...strict },
)
export const Redelivered = Type.Object(
  { redelivered: Type.Integer({ minimum: 0 }) },
  { title: 'Redelivered', ...strict },
)

export const DeliveryQuery = Type.Object(
  {
    failed: Type.Optional(Type.Enum(['true', 'false'])),
    endpoint: Type.Optional(Type.String({ maxLength: 64 })),
    cursor: Type.Optional(Type.String({ maxLength: 64 })),
    limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$', description: '1 to 200. Default: 50' })),
  },
  strict,
)
export const RedeliverQuery = Type.Object({ endpoint: DeliveryQuery.properties.endpoint }, strict)
