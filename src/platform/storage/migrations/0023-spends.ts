import type { SchemaDialect } from '../migration.ts'

/**
 * `ancestor`: the unconfirmed transaction below the payment that spends the input; null when the payment's own transactions do.
 * `searched_height`: no block up to that height spends an input of the payment elsewhere; null before the first search.
 */
export const spends = ({ text }: SchemaDialect): readonly string[] => [
  `alter table payment_inputs add column ancestor ${text}`,
  'alter table payments add column searched_height bigint',
]
