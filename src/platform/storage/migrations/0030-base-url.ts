import type { SchemaDialect } from '../migration.ts'

/** The base URL of the last service that used this database. The command line prints links to it. */
export const baseUrl = ({ text }: SchemaDialect): readonly string[] => [
  `create table service_address (id integer primary key check (id = 1), base_url ${text} not null)`,
]
