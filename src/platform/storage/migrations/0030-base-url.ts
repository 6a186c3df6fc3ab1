import type { SchemaDialect } from '../migrate.ts'

/** Under which address the service that uses this database was reached last: the command line prints links to it. */
export const baseUrl = ({ text }: SchemaDialect): readonly string[] => [
  `create table service_address (id integer primary key check (id = 1), base_url ${text} not null)`,
]
