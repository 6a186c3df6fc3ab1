import type { SchemaDialect } from '../migration.ts'

/**
 * Accepted payments that are double-spent (`double_spent_…`: the block of the other transaction) or replaced. `current` is 0 for a
 * replaced transaction. Replacements were not submitted, so their bytes are not stored.
 */
export const chainChanges = ({ text }: SchemaDialect): readonly string[] => [
  'alter table payments add column double_spent_height bigint',
  `alter table payments add column double_spent_hash ${text}`,
  'alter table payment_transactions add column current integer not null default 1',
]
