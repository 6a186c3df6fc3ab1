import type { SchemaDialect } from '../migration.ts'

/** A secret that the owner of an endpoint chose, encrypted with the server key, and the version that it is. */
export const endpointSecrets = ({ text }: SchemaDialect): readonly string[] => [
  `alter table webhook_endpoints add column own_secret ${text}`,
  'alter table webhook_endpoints add column own_secret_version integer',
]
