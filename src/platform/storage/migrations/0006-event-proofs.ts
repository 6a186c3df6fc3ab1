import type { SchemaDialect } from '../migration.ts'

/**
 * Batches of events, the transaction that anchors each Merkle root in a chain, and the outputs that pay for it. `leaves` are stored
 * because events are pruned, and the remaining ones must still be provable.
 */
export const eventProofs = ({ identity, text }: SchemaDialect): readonly string[] => [
  `create table anchors (
    id ${identity},
    coin ${text} not null,
    first_position bigint not null unique,
    last_position bigint not null,
    events bigint not null,
    root ${text} not null,
    leaves ${text} not null,
    created_at timestamptz not null,
    status ${text} not null check (status in ('sending', 'sent')),
    reason ${text},
    txid ${text} not null,
    hex ${text} not null,
    fee bigint not null,
    block_height bigint,
    block_hash ${text},
    check (last_position >= first_position),
    check ((block_height is null) = (block_hash is null))
  )`,
  'create index anchors_open on anchors (coin, id) where block_height is null',
  'create index anchors_mined on anchors (coin, block_height) where block_height is not null',

  `create table anchor_coins (
    coin ${text} not null,
    txid ${text} not null,
    vout integer not null,
    script ${text} not null,
    amount bigint not null,
    spent_by bigint references anchors (id),
    primary key (coin, txid, vout)
  )`,
  'create index anchor_coins_free on anchor_coins (coin, script, amount) where spent_by is null',
  'create index anchor_coins_spent on anchor_coins (spent_by) where spent_by is not null',

  `create table anchor_turns (
    coin ${text} primary key,
    holder ${text} not null,
    lease_until timestamptz not null
  )`,
]
