import type { SchemaDialect } from '../migration.ts'

/** The chains of the sandbox. Unique keys on transactions, spent outputs and block heights decide races. */
export const sandbox = ({ identity, text }: SchemaDialect): readonly string[] => [
  `create table sandbox_chains (
    coin ${text} primary key,
    height bigint not null,
    hash ${text} not null,
    median_time bigint not null,
    revision bigint not null,
    fail_mode ${text} not null,
    fail_left bigint not null
  )`,

  `create table sandbox_blocks (
    coin ${text} not null,
    hash ${text} not null,
    height bigint not null,
    header ${text} not null,
    time bigint not null,
    median_time bigint not null,
    transaction_count bigint not null,
    stale integer not null,
    transactions ${text},
    primary key (coin, hash)
  )`,
  'create unique index sandbox_blocks_by_height on sandbox_blocks (coin, height) where stale = 0',

  `create table sandbox_transactions (
    sequence ${identity},
    coin ${text} not null,
    txid ${text} not null,
    hex ${text} not null,
    weight bigint not null,
    fee bigint not null,
    lock_time bigint not null,
    coinbase integer not null,
    height bigint,
    time bigint not null,
    unique (coin, txid)
  )`,
  'create index sandbox_transactions_pooled on sandbox_transactions (coin, sequence) where height is null',
  'create index sandbox_transactions_by_height on sandbox_transactions (coin, height, sequence) where height is not null',

  // The foreign key locks a parent while its child is being written, so removing a transaction sees all of its children.
  `create table sandbox_spends (
    coin ${text} not null,
    txid ${text} not null,
    vout bigint not null,
    spender ${text} not null,
    primary key (coin, txid, vout),
    foreign key (coin, txid) references sandbox_transactions (coin, txid)
  )`,
  'create index sandbox_spends_by_spender on sandbox_spends (coin, spender)',

  `create table sandbox_treasury (
    coin ${text} not null,
    txid ${text} not null,
    vout bigint not null,
    amount bigint not null,
    free integer not null,
    primary key (coin, txid, vout)
  )`,
  'create index sandbox_treasury_free on sandbox_treasury (coin, amount) where free = 1',
]
