import type { SchemaDialect } from '../migration.ts'

/**
 * Options that override those of the account: coins, required confirmations, and the checkout page. `settled_at` of a payment is when it
 * was first confirmed.
 */
export const invoiceOptions = ({ text }: SchemaDialect): readonly string[] => [
  `alter table invoices add column accepted_coins ${text}`,
  'alter table invoices add column confirmations integer',
  `alter table invoices add column checkout_options ${text}`,
  'alter table invoices add column archived integer not null default 0',
  'alter table invoices add column paid_after_expiry integer not null default 0',
  'alter table payments add column settled_at timestamptz',
  'update payments set settled_at = confirmed_at where double_spent_hash is null',
]
