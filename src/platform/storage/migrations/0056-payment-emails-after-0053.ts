import type { SchemaDialect } from '../migration.ts'

/** Emails about payments: receipts for payers, and payments that need the merchant's attention. */
export const paymentEmails = ({ text }: SchemaDialect): readonly string[] => [
  `alter table accounts add column language ${text}`,
  'alter table accounts add column email_exceptions integer not null default 1',
  'alter table accounts add column email_receipts integer not null default 0',
  `create table payment_emails (
    account_id bigint not null references accounts (id),
    kind ${text} not null,
    invoice_uid ${text} not null,
    requested_at timestamptz not null,
    due_at timestamptz,
    attempts integer not null default 0,
    sent_at timestamptz,
    primary key (account_id, kind, invoice_uid)
  )`,
  'create index payment_emails_due on payment_emails (due_at) where due_at is not null',
  // Earlier events cause no emails.
  `insert into log_readers (name, position) select 'payment-emails', last from event_clock where id = 1`,
]
