import type { SchemaDialect } from '../migration.ts'

/** The checkout page: origins that may frame it, and the error of an invoice's last rejected payment. */
export const checkout = ({ text }: SchemaDialect): readonly string[] => [
  `alter table accounts add column frame_origins ${text} not null default ''`,

  `create table payment_refusals (
    invoice_uid ${text} primary key references invoices (uid),
    code ${text} not null,
    sentence ${text} not null,
    coin ${text},
    members ${text} not null,
    at timestamptz not null
  )`,
]
