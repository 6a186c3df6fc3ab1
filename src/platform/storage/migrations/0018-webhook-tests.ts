/** Test webhooks, and indexes for lists of deliveries: by state, by endpoint, by both. */
export const webhookTests = (): readonly string[] => [
  'alter table webhook_deliveries add column test integer not null default 0',
  'create index webhook_deliveries_by_state on webhook_deliveries (account_id, state, id)',
  'create index webhook_deliveries_by_endpoint_state on webhook_deliveries (endpoint_id, state, id) where endpoint_id is not null',
  'create index webhook_deliveries_failed_by_endpoint on webhook_deliveries (endpoint_id, id) where failed = 1',
]
