import type { SchemaDialect } from '../migration.ts'

/** Accounts, invoices, payments, events. Every column used for lookups has an index. */
export const initial = ({ identity, text }: SchemaDialect): readonly string[] => [
  `create table accounts (
    id ${identity},
    email ${text} not null unique,
    name ${text} not null,
    currency ${text} not null,
    operator integer not null default 0,
    created_at timestamptz not null,
    password ${text}
  )`,

  `create table access_tokens (
    id ${text} primary key,
    account_id bigint not null references accounts (id),
    name ${text} not null,
    scope ${text} not null,
    digest ${text} not null unique,
    created_at timestamptz not null,
    last_used_at timestamptz,
    revoked_at timestamptz
  )`,
  'create index access_tokens_by_account on access_tokens (account_id)',

  `create table destinations (
    account_id bigint not null references accounts (id),
    coin ${text} not null,
    kind ${text} not null check (kind in ('xpub', 'address')),
    value ${text} not null,
    script ${text},
    key_id ${text},
    created_at timestamptz not null,
    primary key (account_id, coin)
  )`,
  'create index destinations_by_script on destinations (coin, script)',

  `create table derivation_keys (
    coin ${text} not null,
    key_id ${text} not null,
    next_index bigint not null,
    primary key (coin, key_id)
  )`,

  `create table rate_snapshots (
    id ${text} primary key,
    taken_at timestamptz not null,
    body ${text} not null
  )`,

  `create table invoices (
    uid ${text} primary key,
    account_id bigint not null references accounts (id),
    status ${text} not null check (status in ('unpaid', 'paid', 'cancelled', 'expired', 'reversed')),
    amount ${text} not null,
    currency ${text} not null,
    memo ${text},
    redirect_url ${text},
    webhook_url ${text},
    external_id ${text},
    business_id ${text},
    location_id ${text},
    register_id ${text},
    metadata ${text},
    created_at timestamptz not null,
    expires_at timestamptz not null,
    paid_at timestamptz,
    snapshot_id ${text} not null references rate_snapshots (id),
    quoted_at timestamptz not null,
    quote_expires_at timestamptz not null,
    coins ${text} not null,
    claimed_by ${text},
    payment_id ${text},
    paid_coin ${text},
    event_sequence bigint not null,
    revision bigint not null
  )`,
  'create index invoices_by_account on invoices (account_id, uid)',
  'create index invoices_by_status on invoices (account_id, status, uid)',
  'create index invoices_by_currency on invoices (account_id, currency, uid)',
  'create index invoices_by_amount on invoices (account_id, amount, uid)',
  'create index invoices_by_coin on invoices (account_id, paid_coin, uid) where paid_coin is not null',
  'create index invoices_by_external_id on invoices (account_id, external_id, uid) where external_id is not null',
  `create index invoices_by_expiry on invoices (expires_at) where status = 'unpaid'`,
  'create index invoices_claimed on invoices (claimed_by) where claimed_by is not null',

  `create table past_quotes (
    invoice_uid ${text} not null references invoices (uid),
    snapshot_id ${text} not null references rate_snapshots (id),
    quoted_at timestamptz not null,
    expires_at timestamptz not null,
    coins ${text} not null,
    primary key (invoice_uid, quoted_at)
  )`,

  `create table invoice_words (
    account_id bigint not null references accounts (id),
    word ${text} not null,
    invoice_uid ${text} not null references invoices (uid),
    primary key (account_id, word, invoice_uid)
  )`,

  `create table invoice_addresses (
    invoice_uid ${text} not null references invoices (uid),
    coin ${text} not null,
    address ${text} not null,
    script ${text} not null,
    key_id ${text},
    key_index bigint,
    allocated_at timestamptz not null,
    since_height bigint not null,
    primary key (invoice_uid, coin)
  )`,
  'create unique index invoice_addresses_derived on invoice_addresses (coin, script) where key_id is not null',
  'create unique index invoice_addresses_by_index on invoice_addresses (coin, key_id, key_index) where key_id is not null',

  `create table reserved_amounts (
    coin ${text} not null,
    script ${text} not null,
    amount bigint not null check (amount > 0),
    invoice_uid ${text} not null,
    live_until timestamptz not null,
    held integer not null default 0,
    primary key (coin, script, amount)
  )`,
  'create index reserved_amounts_by_invoice on reserved_amounts (invoice_uid)',

  `create table idempotency_keys (
    account_id bigint not null references accounts (id),
    route ${text} not null,
    key ${text} not null,
    body_digest ${text} not null,
    answer ${text} not null,
    created_at timestamptz not null,
    primary key (account_id, route, key)
  )`,
  'create index idempotency_keys_by_age on idempotency_keys (created_at)',

  `create table payments (
    id ${text} primary key,
    invoice_uid ${text} not null references invoices (uid),
    coin ${text} not null,
    status ${text} not null check (status in ('sending', 'accepted', 'rejected', 'set_aside', 'surplus')),
    amount bigint not null check (amount > 0),
    network_fee bigint not null,
    snapshot_id ${text} not null references rate_snapshots (id),
    since_height bigint not null,
    claimed_at timestamptz not null,
    lease_until timestamptz not null,
    reason ${text},
    accepted_at timestamptz,
    answer ${text},
    txid ${text} not null,
    replaceable integer not null,
    block_height bigint,
    block_hash ${text},
    confirmed_at timestamptz,
    watched integer not null
  )`,
  'create index payments_by_invoice on payments (invoice_uid)',
  `create index payments_sending on payments (lease_until) where status = 'sending'`,
  'create index payments_watched on payments (coin, id) where watched = 1',
  'create index payments_by_block on payments (coin, block_height) where block_height is not null',

  `create table payment_transactions (
    payment_id ${text} not null references payments (id),
    place integer not null,
    coin ${text} not null,
    txid ${text} not null,
    hex ${text} not null,
    primary key (payment_id, place)
  )`,
  'create index payment_transactions_by_txid on payment_transactions (txid)',

  `create table payment_outputs (
    payment_id ${text} not null references payments (id),
    coin ${text} not null,
    txid ${text} not null,
    vout integer not null,
    script ${text} not null,
    amount bigint not null,
    live integer not null,
    primary key (payment_id, txid, vout)
  )`,
  'create unique index payment_outputs_claimed on payment_outputs (coin, txid, vout) where live = 1',

  `create table payment_inputs (
    payment_id ${text} not null references payments (id),
    coin ${text} not null,
    txid ${text} not null,
    vout integer not null,
    primary key (payment_id, txid, vout)
  )`,
  'create index payment_inputs_by_outpoint on payment_inputs (coin, txid, vout)',

  `create table followed_blocks (
    coin ${text} not null,
    height bigint not null,
    hash ${text} not null,
    primary key (coin, height)
  )`,

  `create table events (
    id ${text} primary key,
    type ${text} not null,
    time timestamptz not null,
    subject ${text} not null,
    sequence bigint not null,
    position bigint unique,
    account_id bigint not null,
    other_account_id bigint,
    data ${text} not null,
    unique (subject, sequence)
  )`,
  'create index events_unnumbered on events (id) where position is null',
  'create index events_by_account on events (account_id, position)',
  'create index events_by_other_account on events (other_account_id, position) where other_account_id is not null',

  'create table event_clock (id integer primary key check (id = 1), last bigint not null)',
  'insert into event_clock (id, last) values (1, 0)',
]
