import type { SchemaDialect } from '../migration.ts'

/** Account links: who may see whose invoices. Their ids are never reused. */
export const links = ({ identity }: SchemaDialect): readonly string[] => [
  'alter table accounts add column event_sequence bigint not null default 0',

  `create table account_links (
    id ${identity},
    source bigint not null references accounts (id),
    target bigint not null references accounts (id),
    created_at timestamptz not null,
    unique (source, target),
    check (source <> target)
  )`,
  'create index account_links_by_target on account_links (target)',

  `create table link_misses (
    account_id bigint not null references accounts (id),
    at timestamptz not null
  )`,
  'create index link_misses_by_account on link_misses (account_id, at)',
  'create index link_misses_by_age on link_misses (at)',

  'alter table event_clock add column pruned bigint not null default 0',
]
