import type { SchemaDialect } from '../migration.ts'

/**
 * Restores from a backup. The log positions between the two belonged to events that were lost with the previous database. The log
 * continues after them.
 */
export const restores = ({ identity }: SchemaDialect): readonly string[] => [
  `create table restores (
    id ${identity},
    restored_at timestamptz not null,
    last_position bigint not null,
    next_position bigint not null
  )`,
]
