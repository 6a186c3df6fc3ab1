import type { SchemaDialect } from '../migration.ts'

/**
 * `ancestor`: the payment's unconfirmed ancestor that spends the input; null when a transaction of the payment itself does.
 * `searched_height`: no block up to that height spends an input of the payment elsewhere; null before the first search.
 */
export const spends = ({ text }: SchemaDialect): readonly string[] => [
  `alter table payment_inputs add column ancestor ${text}`,
  'alter table payments add column searched_height bigint',
]
