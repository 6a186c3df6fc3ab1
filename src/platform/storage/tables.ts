import type { Generated } from 'kysely'

/** Whole numbers: SQLite gives `bigint`, PostgreSQL gives `bigint` for int8 and `number` for int4. Mappers say `Number()` or `BigInt()`. */
type Whole = bigint | number
/** ISO 8601 text in UTC with milliseconds, on both. */
type Time = string
/** 0 or 1. */
type Flag = bigint | number

export interface Tables {
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
  payment_inputs: { payment_id: string; coin: string; txid: string; vout: Whole }
  followed_blocks: { coin: string; height: Whole; hash: string }
  events: {
    id: string
    type: string
    time: Time
    subject: string
    sequence: Whole
    /** Place in the whole log; null until numbered. */
    position: Whole | null
    account_id: Whole
    /** The second account whose stream holds the event. */
    other_account_id: Whole | null
    data: string
  }
  /** The newest position, and the newest of those that were pruned. */
  event_clock: { id: Whole; last: Whole; pruned: Generated<Whole> }
  /** How far those have come that read the whole log. */
  log_readers: { name: string; position: Whole }
  webhook_endpoints: {
    id: string
    account_id: Whole
    url: string
    description: string | null
    /** Types of event between commas; empty: all. */
    types: string
    enabled: Flag
    created_at: Time
    secret_version: Whole
    secret_rotated_at: Time | null
    /** The first failure since it last took something. */
    failing_since: Time | null
    disabled_at: Time | null
    disabled_reason: string | null
  }
  /** What is sent of an event, for as long as a delivery needs it. */
  webhook_messages: { event_id: string; type: string; body: string }
  webhook_deliveries: {
    id: string
    event_id: string
    account_id: Whole
    /** Null: it goes to the webhook_url of an invoice. */
    endpoint_id: string | null
    url: string
    /** Those of one receiver share its limits, and nobody else's. */
    receiver: string
    state: string
    created_at: Time
    /** When it is sent next; while it is being sent, when it is sent again should this process be gone. */
    next_at: Time | null
    /** Attempts ever made: the number of the newest. */
    attempts: Whole
    /** Attempts since it was written, or sent again by hand: the place in the schedule. */
    tries: Whole
    /** 1 once an attempt has failed, until one succeeds. */
    failed: Flag
  }
  /** `ms` and `error` are null while it is under way. */
  webhook_attempts: {
    delivery_id: string
    number: Whole
    at: Time
    status: Whole | null
    ms: Whole | null
    error: string | null
    answer: string | null
  }
  /** What each queued transport has still to be told, and what it was. */
  outbox: {
    transport: string
    event_id: string
    subject: string
    sequence: Whole
    /** `failing`: the first of its subject, which was not taken; `behind`: a later one of such a subject. */
    state: 'queued' | 'failing' | 'behind' | 'delivered'
    attempts: Generated<Whole>
    /** Of a failing one. */
    next_at: Generated<Time | null>
    lease_until: Generated<Time | null>
    last_error: Generated<string | null>
    delivered_at: Generated<Time | null>
  }
  /** The lock under which a transport's rows are claimed and settled, and why nothing can be handed to it, if that is so. */
  outbox_transports: { transport: string; obstacle: string | null; obstacle_since: Time | null }
  /** Runs of events whose root goes into a chain, and the transaction that carries it. */
  anchors: {
    id: Generated<Whole>
    coin: string
    first_position: Whole
    last_position: Whole
    events: Whole
    root: string
    /** Hashes of 64 hex digits, one after the other. */
    leaves: string
    created_at: Time
    status: 'sending' | 'sent'
    reason: string | null
    txid: string
    hex: string
    fee: Whole
    block_height: Whole | null
    block_hash: string | null
  }
  /** Outputs that pay the key of the anchors; `spent_by`: the anchor whose transaction spends one. */
  anchor_coins: {
    coin: string
    txid: string
    vout: Whole
    script: string
    amount: Whole
    spent_by: Whole | null
  }
  /** Which process makes a coin's anchors. */
  anchor_turns: { coin: string; holder: string; lease_until: Time }
  /** The sandbox's chains: the tip of each, and how its node is to fail. */
  sandbox_chains: {
    coin: string
    height: Whole
    hash: string
    /** Median time of the tip and the ten blocks before it, seconds since 1970. */
    median_time: Whole
    /** Moves with everything that the miner does: no two coinbases are alike. */
    revision: Whole
    fail_mode: string
    fail_left: Whole
  }
  sandbox_blocks: {
    coin: string
    hash: string
    height: Whole
    /** 80 bytes, hex. */
    header: string
    time: Whole
    median_time: Whole
    transaction_count: Whole
    /** 1 once the chain was reorganised away from it. */
    stale: Flag
    /** Of a stale block, a JSON list of hex; those of the others are in sandbox_transactions. */
    transactions: string | null
  }
  sandbox_transactions: {
    /** Order of arrival: parents come before their children. */
    sequence: Generated<Whole>
    coin: string
    txid: string
    hex: string
    /** BIP141; four times the size where the coin has no segwit. */
    weight: Whole
    fee: Whole
    /** 0 when every input is final. */
    lock_time: Whole
    coinbase: Flag
    /** Of its block; null while it is in the pool. */
    height: Whole | null
    /** When it came, seconds since 1970. */
    time: Whole
  }
  sandbox_spends: { coin: string; txid: string; vout: Whole; spender: string }
  /** Outputs that `sandbox_fund` pays from. */
  sandbox_treasury: { coin: string; txid: string; vout: Whole; amount: Whole; free: Flag }
  /** Each return from a backup: the log ended at `last_position`, and went on behind `next_position`. */
  restores: { id: Generated<Whole>; restored_at: Time; last_position: Whole; next_position: Whole }
  /** Steps of the schema that were applied, kept by migrate.ts. */
  migrations: { name: string; applied_at: Time }
}
