import type { Generated } from 'kysely'
import type { Flag, Time, Whole } from './columns.ts'
import type { EventTables } from './tables-of-events.ts'
import type { SandboxTables } from './tables-of-sandbox.ts'
import type { SessionTables } from './tables-of-sessions.ts'

export interface Tables extends EventTables, SandboxTables, SessionTables {
  accounts: {
    id: Generated<Whole>
    email: string
    name: string
    currency: string
    operator: Flag
    created_at: Time
    password: string | null
    /** How many events the subject `account/<id>` has had. */
    event_sequence: Generated<Whole>
    /** Which secret signs the webhooks of its invoices: the secrets themselves are in no table. */
    webhook_secret_version: Generated<Whole>
    webhook_secret_rotated_at: Generated<Time | null>
    /** Origins whose pages may show its checkout pages in a frame, separated by spaces. */
    frame_origins: Generated<string>
    /** From which the secret of its codes follows; null: it has none. The secret itself is in no table. */
    code_key: Generated<string | null>
    /** The newest step whose code was used: each is good once. */
    code_step: Generated<Whole>
    /** A bit for each recovery code that was used. */
    recovery_used: Generated<Whole>
    /** Of the IANA database, as in `Europe/Berlin`. */
    time_zone: Generated<string>
    /** Coins that its invoices offer, in their order, separated by spaces; null: every coin with a destination, in the service's order. */
    coins: Generated<string | null>
    /** How long a price is held; null: as the service's settings say. */
    hold_seconds: Generated<Whole | null>
    /** JSON, `{"LTC": 2}`: confirmations that it waits for; null, or a coin that is not named: as the service's settings say. */
    confirmations: Generated<string | null>
  }
  audit_log: {
    number: Whole
    at: Time
    account_id: Whole
    actor: string
    action: string
    detail: string
    hash: string
  }
  /** The audit log's newest row. */
  audit_chain: { id: Whole; number: Whole; hash: string }
  account_links: { id: Generated<Whole>; source: Whole; target: Whole; created_at: Time }
  /** Answers that no account has an e-mail address, of the last hour. */
  link_misses: { account_id: Whole; at: Time }
  access_tokens: {
    id: string
    account_id: Whole
    name: string
    scope: string
    digest: string
    created_at: Time
    expires_at: Time | null
    last_used_at: Time | null
    revoked_at: Time | null
  }
  destinations: {
    account_id: Whole
    coin: string
    kind: 'xpub' | 'address'
    value: string
    /** Hex script of a fixed address. */
    script: string | null
    key_id: string | null
    created_at: Time
    /** `address_locks.taken` when this address became the account's; null: before that was written down, which is earlier than all others. */
    turn: Generated<Whole | null>
  }
  derivation_keys: { coin: string; key_id: string; next_index: Whole }
  /** A row for each coin: who writes it derives an address, or fixes one, while nobody else does. */
  address_locks: { coin: string; taken: Whole }
  rate_snapshots: { id: string; taken_at: Time; body: string }
  invoices: {
    uid: string
    account_id: Whole
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
    /** The current quote: its snapshot, its times, and the coins it offers: `BTC,LTC+3`, the amount of LTC raised by 3 base units. */
    snapshot_id: string
    quoted_at: Time
    quote_expires_at: Time
    coins: string
    /** Id of the payment that is being settled. */
    claimed_by: string | null
    /** Id of the payment that paid. */
    payment_id: string | null
    /** Coin of the payment that paid: for the list's filter. */
    paid_coin: string | null
    event_sequence: Whole
    /** Moves with every change of the row: what was rendered of another revision is stale. */
    revision: Whole
  }
  /** Quotes that were replaced and still run to their own end. */
  past_quotes: { invoice_uid: string; snapshot_id: string; quoted_at: Time; expires_at: Time; coins: string }
  /** Words of memo and metadata, for the search. */
  invoice_words: { account_id: Whole; word: string; invoice_uid: string }
  invoice_addresses: {
    invoice_uid: string
    coin: string
    address: string
    script: string
    key_id: string | null
    key_index: Whole | null
    allocated_at: Time
    /** Height of the chain when the address was handed out. */
    since_height: Whole
  }
  /** Amounts asked on fixed addresses: no two live quotes ask the same. */
  reserved_amounts: {
    coin: string
    script: string
    amount: Whole
    invoice_uid: string
    live_until: Time
    /** 1 while a claim stands on the invoice: then it outlives its quote. */
    held: Generated<Flag>
  }
  idempotency_keys: {
    account_id: Whole
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
    amount: Whole
    network_fee: Whole
    snapshot_id: string
    /** Height of the chain at the claim: a search for its transactions begins there. */
    since_height: Whole
    claimed_at: Time
    lease_until: Time
    /** Why the claim stands, or why it ended. */
    reason: string | null
    accepted_at: Time | null
    answer: string | null
    txid: string
    replaceable: Flag
    block_height: Whole | null
    block_hash: string | null
    confirmed_at: Time | null
    /** Still looked for in new blocks. */
    watched: Flag
    /** The block in which another transaction spends its coins and does not pay. */
    double_spent_height: Generated<Whole | null>
    double_spent_hash: Generated<string | null>
    /** How many confirmations make it confirmed, by its account's word when it was handed in; null: as the service's settings say. */
    depth: Generated<Whole | null>
  }
  payment_transactions: {
    payment_id: string
    place: Whole
    coin: string
    txid: string
    /** As it was handed in; empty for one that took the place of another. */
    hex: string
    /** It pays now: nothing has taken its place. */
    current: Generated<Flag>
  }
  payment_outputs: {
    payment_id: string
    coin: string
    txid: string
    vout: Whole
    script: string
    amount: Whole
    live: Flag
  }
  /** Why the last payment that was handed in for an unpaid invoice was not taken: for the payer's page. */
  payment_refusals: {
    invoice_uid: string
    code: string
    sentence: string
    coin: string | null
    members: string
    at: Time
  }
  payment_inputs: { payment_id: string; coin: string; txid: string; vout: Whole }
  /** `time`: the block's own, seconds since 1970; null for those that were followed before it was written down. */
  followed_blocks: { coin: string; height: Whole; hash: string; time: Generated<Whole | null> }
  /** Each return from a backup: the log ended at `last_position`, and went on behind `next_position`. */
  restores: { id: Generated<Whole>; restored_at: Time; last_position: Whole; next_position: Whole }
  /** Keys that sign payment requests: the private halves are in no table. */
  signing_keys: {
    id: string
    /** Compressed, hex. */
    public_key: string
    created_at: Time
    expires_at: Time
    /** When another took its place; the one without it signs. */
    retired_at: Time | null
  }
  /** Steps of the schema that were applied, kept by migrate.ts. */
  migrations: { name: string; applied_at: Time }
}
