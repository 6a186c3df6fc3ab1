import type { Generated } from 'kysely'
import type { BooleanColumn, SqlInteger, Time } from './columns.ts'
import type { EventTables } from './tables-of-events.ts'
import type { SandboxTables } from './tables-of-sandbox.ts'
import type { SessionTables } from './tables-of-sessions.ts'

export interface Tables extends EventTables, SandboxTables, SessionTables {
  accounts: {
    id: Generated<SqlInteger>
    email: string
    name: string
    currency: string
    operator: BooleanColumn
    created_at: Time
    password: string | null
    /** How many events the subject `account/<id>` has had. */
    event_sequence: Generated<SqlInteger>
    /** Which secret signs the webhooks of its invoices: the secrets themselves are in no table. */
    webhook_secret_version: Generated<SqlInteger>
    webhook_secret_rotated_at: Generated<Time | null>
    /** Origins whose pages may show its checkout pages in a frame, separated by spaces. */
    frame_origins: Generated<string>
    /** The secret of its one-time codes is derived from this; null: no two-factor authentication. The secret itself is in no table. */
    code_key: Generated<string | null>
    /** The newest time step whose code was used: each code works once. */
    code_step: Generated<SqlInteger>
    /** One bit for each used recovery code. */
    recovery_used: Generated<SqlInteger>
    /** An IANA time zone such as `Europe/Berlin`. */
    time_zone: Generated<string>
    /** Coins that its invoices offer, in order, separated by spaces; null: every coin with a destination, in the service's order. */
    coins: Generated<string | null>
    /** How long a price is held; null: the service's setting. */
    hold_seconds: Generated<SqlInteger | null>
    /** JSON such as `{"LTC": 2}`: required confirmations; null or a missing coin: the service's setting. */
    confirmations: Generated<string | null>
  }
  audit_log: {
    number: SqlInteger
    at: Time
    account_id: SqlInteger
    actor: string
    action: string
    detail: string
    hash: string
  }
  /** The newest row of the audit log. */
  audit_chain: { id: SqlInteger; number: SqlInteger; hash: string }
  account_links: { id: Generated<SqlInteger>; source: SqlInteger; target: SqlInteger; created_at: Time }
  /** Lookups in the last hour of e-mail addresses without an account. */
  link_misses: { account_id: SqlInteger; at: Time }
  access_tokens: {
    id: string
    account_id: SqlInteger
    name: string
    scope: string
    digest: string
    created_at: Time
    expires_at: Time | null
    last_used_at: Time | null
    revoked_at: Time | null
  }
  destinations: {
    account_id: SqlInteger
    coin: string
    kind: 'xpub' | 'address'
    value: string
    /** Hex script of a fixed address. */
    script: string | null
    key_id: string | null
    created_at: Time
    /** `address_locks.taken` when the account took this address; null: before that was recorded, which is earlier than all others. */
    turn: Generated<SqlInteger | null>
  }
  derivation_keys: { coin: string; key_id: string; next_index: SqlInteger }
  /** One row per coin: a transaction that writes it derives an address, or sets a fixed one, while no other can. */
  address_locks: { coin: string; taken: SqlInteger }
  rate_snapshots: { id: string; taken_at: Time; body: string }
  invoices: {
    uid: string
    account_id: SqlInteger
    status: string
    amount: string
    currency: string
    memo: string | null
    redirect_url: string | null
    webhook_url: string | null
    external_id: string | null
    business_id: string | null
    location_id: string | null
    register_id: string | null
    metadata: string | null
    created_at: Time
    expires_at: Time
    paid_at: Time | null
    /** The current quote: its snapshot, its times, and the coins it offers: `BTC,LTC+3` is LTC with an amount offset of 3 base units. */
    snapshot_id: string
    quoted_at: Time
    quote_expires_at: Time
    coins: string
    /** Id of the payment that is being settled. */
    claimed_by: string | null
    /** Id of the payment that paid. */
    payment_id: string | null
    /** Coin of the payment that paid, for the list's filter. */
    paid_coin: string | null
    event_sequence: SqlInteger
    /** Increases with every change of the row: anything rendered from another revision is stale. */
    revision: SqlInteger
  }
  /** Quotes that were replaced and still run until they expire. */
  past_quotes: { invoice_uid: string; snapshot_id: string; quoted_at: Time; expires_at: Time; coins: string }
  /** Lets a search match an external id by more than its beginning. */
  invoice_external_id_parts: { account_id: SqlInteger; part: string; invoice_uid: string }
  /** Words of memo and metadata, for the search. */
  invoice_words: { account_id: SqlInteger; word: string; invoice_uid: string }
  invoice_addresses: {
    invoice_uid: string
    coin: string
    address: string
    script: string
    key_id: string | null
    key_index: SqlInteger | null
    allocated_at: Time
    /** Height of the chain when the address was issued. */
    since_height: SqlInteger
  }
  /** Amounts requested on fixed addresses: no two live quotes request the same. */
  reserved_amounts: {
    coin: string
    script: string
    amount: SqlInteger
    invoice_uid: string
    live_until: Time
    /** 1 while the invoice has a claim: then the reservation outlives its quote. */
    held: Generated<BooleanColumn>
  }
  idempotency_keys: {
    account_id: SqlInteger
    route: string
    key: string
    body_digest: string
    answer: string
    created_at: Time
  }
  payments: {
    id: string
    invoice_uid: string
    coin: string
    status: string
    amount: SqlInteger
    network_fee: SqlInteger
    snapshot_id: string
    /** Height of the chain at the claim: a search for its transactions begins there. */
    since_height: SqlInteger
    claimed_at: Time
    lease_until: Time
    /** Why the claim is still open, or why it ended. */
    reason: string | null
    accepted_at: Time | null
    answer: string | null
    txid: string
    replaceable: BooleanColumn
    block_height: SqlInteger | null
    block_hash: string | null
    confirmed_at: Time | null
    /** New blocks are still searched for it. */
    watched: BooleanColumn
    /** The block in which another transaction spends its inputs without paying. */
    double_spent_height: Generated<SqlInteger | null>
    double_spent_hash: Generated<string | null>
    /** Required confirmations, from its account's setting when it was submitted; null: the service's setting. */
    depth: Generated<SqlInteger | null>
    /** No block up to that height spends its inputs elsewhere; null before the first search. */
    searched_height: Generated<SqlInteger | null>
  }
  payment_transactions: {
    payment_id: string
    place: SqlInteger
    coin: string
    txid: string
    /** As submitted; empty for a replacement, and for those of a rejected payment. */
    hex: string
    /** It pays now: nothing has replaced it. */
    current: Generated<BooleanColumn>
  }
  payment_outputs: {
    payment_id: string
    coin: string
    txid: string
    vout: SqlInteger
    script: string
    amount: SqlInteger
    live: BooleanColumn
  }
  /** Why the last payment submitted for an unpaid invoice was rejected, for the payer's page. */
  payment_refusals: {
    invoice_uid: string
    code: string
    sentence: string
    coin: string | null
    members: string
    at: Time
  }
  /**
   * Outputs that the payment and its unconfirmed ancestors spend. `ancestor`: the ancestor that spends it; null for the payment's own
   * inputs.
   */
  payment_inputs: {
    payment_id: string
    coin: string
    txid: string
    vout: SqlInteger
    ancestor: Generated<string | null>
  }
  /** `time`: the block's own, in seconds since 1970; null for blocks that were followed before it was recorded. */
  followed_blocks: { coin: string; height: SqlInteger; hash: string; time: Generated<SqlInteger | null> }
  /** Each restore from a backup: the log ended at `last_position` and continued after `next_position`. */
  restores: {
    id: Generated<SqlInteger>
    restored_at: Time
    last_position: SqlInteger
    next_position: SqlInteger
  }
  /** Keys that sign payment requests: the private keys are in no table. */
  signing_keys: {
    id: string
    /** Compressed, hex. */
    public_key: string
    created_at: Time
    expires_at: Time
    /** When another replaced it; the one without it signs. */
    retired_at: Time | null
  }
  /** The base URL of the service that uses this database, for links in the command line's output. */
  service_address: { id: SqlInteger; base_url: string }
  /** Applied schema migrations, maintained by migrate.ts. */
  migrations: { name: string; applied_at: Time }
}
