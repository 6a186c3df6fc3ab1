import type { SchemaDialect } from '../migration.ts'

/** Endpoints of shop plug-ins: the token that created them, and their events. One event can cause several deliveries. */
export const greenfieldWebhooks = ({ text }: SchemaDialect): readonly string[] => [
  `alter table webhook_endpoints add column token_id ${text}`,
  `alter table webhook_endpoints add column greenfield_events ${text}`,
  `alter table webhook_deliveries add column payload ${text}`,
  'alter table webhook_deliveries add column part integer not null default 0',
  'drop index webhook_deliveries_once',
  'create unique index webhook_deliveries_once on webhook_deliveries (event_id, receiver, part)',
]
