import type { SchemaDialect } from '../migration.ts'

/**
 * Payments from wallets without a payment protocol. Invoices copy the account's preferences at creation.
 * `counted`: the payment counts towards its invoice's amount once it is accepted.
 */
export const anyWallet = ({ text }: SchemaDialect): readonly string[] => [
  'alter table accounts add column any_wallet integer not null default 0',
  `alter table accounts add column underpaid_percent ${text} not null default '0'`,
  'alter table invoices add column any_wallet integer not null default 0',
  `alter table invoices add column underpaid_percent ${text} not null default '0'`,
  'alter table invoices add column paid_late integer not null default 0',
  `alter table invoices add column accepted_value ${text}`,
  `alter table payments add column via ${text} not null default 'protocol'`,
  `alter table payments add column value ${text}`,
  'alter table payments add column counted integer not null default 1',
  'alter table payments add column excess bigint',
  'alter table invoice_addresses add column watched integer not null default 0',
  'create unique index invoice_addresses_watched on invoice_addresses (coin, script) where watched = 1',
  `create index invoices_awaited on invoices (uid) where any_wallet = 1 and status in ('unpaid', 'reversed')`,
  `create table payment_exceptions (
    id ${text} primary key,
    account_id bigint not null references accounts (id),
    invoice_uid ${text} not null references invoices (uid),
    payment_id ${text} not null references payments (id),
    kind ${text} not null,
    coin ${text} not null,
    amount bigint not null check (amount > 0),
    value ${text} not null,
    txid ${text} not null,
    status ${text} not null,
    refund_txid ${text},
    note ${text},
    created_at timestamptz not null,
    resolved_at timestamptz
  )`,
  'create index payment_exceptions_by_account on payment_exceptions (account_id, id)',
  `create index payment_exceptions_open on payment_exceptions (account_id, id) where status = 'open'`,
  'create index payment_exceptions_by_invoice on payment_exceptions (invoice_uid)',
  'create index payment_exceptions_by_payment on payment_exceptions (payment_id)',
  'create unique index payment_exceptions_refunds on payment_exceptions (coin, refund_txid) where refund_txid is not null',
]
