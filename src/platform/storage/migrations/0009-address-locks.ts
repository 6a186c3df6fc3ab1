import type { SchemaDialect } from '../migration.ts'

/** A coin's row is locked while an address is derived or becomes a fixed destination, so that only one process does so at a time. */
export const addressLocks = ({ text }: SchemaDialect): readonly string[] => [
  `create table address_locks (coin ${text} primary key, taken bigint not null)`,
]
