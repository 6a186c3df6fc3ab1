import type { SchemaDialect } from '../migration.ts'

/** An account's preferences for its invoices and pages. Null: the service's setting applies. */
export const preferences = ({ text }: SchemaDialect): readonly string[] => [
  `alter table accounts add column time_zone ${text} not null default 'UTC'`,
  `alter table accounts add column coins ${text}`,
  'alter table accounts add column hold_seconds integer',
  `alter table accounts add column confirmations ${text}`,
]
