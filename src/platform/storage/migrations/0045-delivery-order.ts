import type { SchemaDialect } from '../migration.ts'

/** Deliveries of an invoice's events go to each receiver in order: those with `blockedUntil` wait for an earlier one. */
export const deliveryOrder = ({ text }: SchemaDialect): readonly string[] => [
  `alter table webhook_deliveries add column subject ${text}`,
  'alter table webhook_deliveries add column sequence integer',
  `update webhook_deliveries set
    subject = (select events.subject from events where events.id = webhook_deliveries.event_id),
    sequence = (select events.sequence from events where events.id = webhook_deliveries.event_id)
    where exists (
      select 1 from events where events.id = webhook_deliveries.event_id and events.subject like 'invoice/%'
    )`,
  `create index webhook_deliveries_in_order on webhook_deliveries (subject, receiver, sequence)
    where state = 'pending' and subject is not null`,
  `update webhook_deliveries set next_at = '9999-12-31T23:59:59.999Z'
    where state = 'pending' and exists (
      select 1 from webhook_deliveries as earlier where earlier.state = 'pending'
        and earlier.subject = webhook_deliveries.subject and earlier.receiver = webhook_deliveries.receiver
        and earlier.sequence < webhook_deliveries.sequence
    )`,
]
