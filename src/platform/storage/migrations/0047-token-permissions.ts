import type { SchemaDialect } from '../migration.ts'

/** Greenfield permissions of a token, separated by commas; null: the scope decides. */
export const tokenPermissions = ({ text }: SchemaDialect): readonly string[] => [
  `alter table access_tokens add column permissions ${text}`,
]
