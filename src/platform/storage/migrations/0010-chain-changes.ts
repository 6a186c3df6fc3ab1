import type { SchemaDialect } from '../migration.ts'

/**
 * What a chain may do to an accepted payment: another transaction takes its coins (`double_spent_…`: the block that holds it), or takes
 * its place. `current` are the transactions that pay now; those that took the place of others were not handed in, and have no bytes here.
 */
export const chainChanges = ({ text }: SchemaDialect): readonly string[] => [
  'alter table payments add column double_spent_height bigint',
  `alter table payments add column double_spent_hash ${text}`,
  'alter table payment_transactions add column current integer not null default 1',
]
