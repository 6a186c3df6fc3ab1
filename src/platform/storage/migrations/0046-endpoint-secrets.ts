import type { SchemaDialect } from '../migration.ts'

/** A secret chosen by the owner of an endpoint, encrypted with the server key, and its version number. */
export const endpointSecrets = ({ text }: SchemaDialect): readonly string[] => [
  `alter table webhook_endpoints add column own_secret ${text}`,
  'alter table webhook_endpoints add column own_secret_version integer',
]
