import type { SchemaDialect } from '../migrate.ts'

/**
 * Each time that the database was brought back from a backup. Places in the log between the two were given to events that were lost with
 * the database before: the log goes on behind them.
 */
export const restores = ({ identity }: SchemaDialect): readonly string[] => [
  `create table restores (
    id ${identity},
    restored_at timestamptz not null,
    last_position bigint not null,
    next_position bigint not null
  )`,
]
