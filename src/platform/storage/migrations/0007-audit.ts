import type { SchemaDialect } from '../migration.ts'

/** The audit log. Append-only. */
export const audit = ({ text }: SchemaDialect): readonly string[] => [
  `create table audit_log (
    number bigint primary key,
    at timestamptz not null,
    account_id bigint not null references accounts (id),
    actor ${text} not null,
    action ${text} not null,
    detail ${text} not null,
    hash ${text} not null
  )`,
  'create index audit_log_by_account on audit_log (account_id, number)',

  `create table audit_chain (id integer primary key check (id = 1), number bigint not null, hash ${text} not null)`,
  `insert into audit_chain (id, number, hash) values (1, 0, '${'0'.repeat(64)}')`,
]
