import type { SchemaDialect } from '../migration.ts'

/** Dashboard login: sessions, one-time links, pending sign-in steps, attempt limits, and two-factor authentication. */
export const sessions = ({ text }: SchemaDialect): readonly string[] => [
  `create table sessions (
    digest ${text} primary key,
    id ${text} not null unique,
    account_id bigint not null references accounts (id),
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    device ${text} not null,
    address ${text} not null
  )`,
  'create index sessions_by_account on sessions (account_id, id)',

  `create table tickets (
    digest ${text} primary key,
    kind ${text} not null,
    account_id bigint references accounts (id),
    email ${text},
    password ${text},
    browser ${text},
    expires_at timestamptz not null
  )`,
  'create index tickets_by_account on tickets (account_id, kind)',

  `create table guesses (
    kind ${text} not null,
    who ${text} not null,
    count integer not null,
    since timestamptz not null,
    blocked_until timestamptz not null,
    primary key (kind, who)
  )`,

  `alter table accounts add column code_key ${text}`,
  'alter table accounts add column code_step bigint not null default 0',
  'alter table accounts add column recovery_used integer not null default 0',
]
