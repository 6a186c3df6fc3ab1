import type { SchemaDialect } from '../migration.ts'

/** The plug-in that a token was created for, and the host of its shop. */
export const connectedApplications = ({ text }: SchemaDialect): readonly string[] => [
  `alter table access_tokens add column application ${text}`,
  `alter table access_tokens add column application_host ${text}`,
]
