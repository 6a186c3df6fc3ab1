import type { SchemaDialect } from '../migration.ts'

/**
 * People who work in another account, and their invitations. They are stored apart from account links, so that earlier versions, which have
 * no roles, give staff no access at all.
 */
export const staff = ({ identity, text }: SchemaDialect): readonly string[] => [
  `create table staff (
    id ${identity},
    account_id bigint not null references accounts (id),
    member_id bigint not null references accounts (id),
    role ${text} not null,
    created_at timestamptz not null,
    unique (account_id, member_id),
    check (account_id <> member_id)
  )`,
  'create index staff_by_member on staff (member_id, id)',

  `create table staff_invitations (
    id ${identity},
    account_id bigint not null references accounts (id),
    email ${text} not null,
    role ${text} not null,
    digest ${text} not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    unique (account_id, email)
  )`,
  'create index staff_invitations_by_age on staff_invitations (expires_at)',

  `create table till_sales (
    invoice_uid ${text} primary key references invoices (uid),
    seller_id bigint not null references accounts (id)
  )`,
]
