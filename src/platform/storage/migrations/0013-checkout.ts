import type { SchemaDialect } from '../migrate.ts'

/** The checkout page: who may show it in a frame, and why the last payment of an invoice was not taken. */
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
