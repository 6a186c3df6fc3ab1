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
  }
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
  }
  payment_transactions: { payment_id: string; place: Whole; coin: string; txid: string; hex: string }
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
  /** Steps of the schema that were applied, kept by migrate.ts. */
  migrations: { name: string; applied_at: Time }
}
