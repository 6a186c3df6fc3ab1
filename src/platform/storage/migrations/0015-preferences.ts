import type { SchemaDialect } from '../migrate.ts'

/** What an account prefers of its own invoices and pages; null: as the service's settings say. */
export const preferences = ({ text }: SchemaDialect): readonly string[] => [
  `alter table accounts add column time_zone ${text} not null default 'UTC'`,
  `alter table accounts add column coins ${text}`,
  'alter table accounts add column hold_seconds integer',
  `alter table accounts add column confirmations ${text}`,
]
