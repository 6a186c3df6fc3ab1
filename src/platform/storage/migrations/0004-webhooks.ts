import type { SchemaDialect } from '../migration.ts'

/** Webhooks: the accounts' endpoints, the deliveries and their attempts. */
export const webhooks = ({ text }: SchemaDialect): readonly string[] => [
  `create table log_readers (
    name ${text} primary key,
    position bigint not null
  )`,
  // Events from before webhooks existed are not delivered.
  `insert into log_readers (name, position) select 'webhooks', last from event_clock where id = 1`,

  'alter table accounts add column webhook_secret_version integer not null default 1',
  'alter table accounts add column webhook_secret_rotated_at timestamptz',

  `create table webhook_endpoints (
    id ${text} primary key,
    account_id bigint not null references accounts (id),
    url ${text} not null,
    description ${text},
    types ${text} not null,
    enabled integer not null,
    created_at timestamptz not null,
    secret_version integer not null,
    secret_rotated_at timestamptz,
    failing_since timestamptz,
    disabled_at timestamptz,
    disabled_reason ${text}
  )`,
  'create index webhook_endpoints_by_account on webhook_endpoints (account_id, id)',

  `create table webhook_messages (
    event_id ${text} primary key,
    type ${text} not null,
    body ${text} not null
  )`,

  `create table webhook_deliveries (
    id ${text} primary key,
    event_id ${text} not null references webhook_messages (event_id),
    account_id bigint not null references accounts (id),
    endpoint_id ${text},
    url ${text} not null,
    receiver ${text} not null,
    state ${text} not null check (state in ('pending', 'delivered', 'dead')),
    created_at timestamptz not null,
    next_at timestamptz,
    attempts integer not null,
    tries integer not null,
    failed integer not null,
    check ((state = 'pending') = (next_at is not null))
  )`,
  `create index webhook_deliveries_due on webhook_deliveries (next_at) where state = 'pending'`,
  `create index webhook_deliveries_by_receiver on webhook_deliveries (receiver, next_at) where state = 'pending'`,
  'create index webhook_deliveries_by_account on webhook_deliveries (account_id, id)',
  'create index webhook_deliveries_failed on webhook_deliveries (account_id, id) where failed = 1',
  'create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, id) where endpoint_id is not null',
  'create index webhook_deliveries_by_age on webhook_deliveries (created_at)',
  // Once per event and receiver.
  'create unique index webhook_deliveries_once on webhook_deliveries (event_id, receiver)',

  `create table webhook_attempts (
    delivery_id ${text} not null references webhook_deliveries (id),
    number integer not null,
    at timestamptz not null,
    status integer,
    ms integer,
    error ${text},
    answer ${text},
    primary key (delivery_id, number)
  )`,
]
