import type { Generated } from 'kysely'
import type { AmountColumn, BooleanColumn, TimeColumn } from './columns.ts'
import type { EventTables } from './event-tables.ts'
import type { PaymentTables } from './payment-tables.ts'
import type { SandboxTables } from './sandbox-tables.ts'
import type { SessionTables } from './session-tables.ts'

export interface Tables extends EventTables, PaymentTables, SandboxTables, SessionTables {
  accounts: {
    id: Generated<number>
    email: string
    name: string
    currency: string
    operator: BooleanColumn
    created_at: TimeColumn
    password: string | null
    /** Number of events of the subject `account/<id>` so far. */
    event_sequence: Generated<number>
    /** The version of the secret that signs its invoices' webhooks. The secrets themselves are not stored. */
    webhook_secret_version: Generated<number>
    webhook_secret_rotated_at: Generated<TimeColumn | null>
    /** Origins whose pages may show its checkout pages in a frame, separated by spaces. */
    frame_origins: Generated<string>
    /** The secret of its one-time codes is derived from this; null: no two-factor authentication. The secret itself is not stored. */
    code_key: Generated<string | null>
    /** The newest time step whose code was used: each code works once. */
    code_step: Generated<number>
    /** One bit for each used recovery code. */
    recovery_used: Generated<number>
    /** An IANA time zone such as `Europe/Berlin`. */
    time_zone: Generated<string>
    /** Coins that its invoices offer, in order, separated by spaces; null: every coin with a destination, in the service's order. */
    coins: Generated<string | null>
    /** How long a quote is valid; null: the service's setting. */
    hold_seconds: Generated<number | null>
    /** JSON such as `{"LTC": 2}`: required confirmations; null or a missing coin: the service's setting. */
    confirmations: Generated<string | null>
    /** Whether its new invoices accept payments from any wallet. */
    any_wallet: Generated<BooleanColumn>
    /** A shortfall of this many percent still counts as paid: a decimal from 0 to 5. */
    underpaid_percent: Generated<string>
    /** The language of its pages at its last sign-in, for emails that are sent in the background. */
    language: Generated<string | null>
    /** Whether its owner gets emails about payments that need attention. */
    email_exceptions: Generated<BooleanColumn>
    /** Whether buyers get receipts by email. */
    email_receipts: Generated<BooleanColumn>
  }
  audit_log: {
    number: number
    at: TimeColumn
    account_id: number
    actor: string
    action: string
    detail: string
    hash: string
  }
  /** The newest row of the audit log. */
  audit_chain: { id: number; number: number; hash: string }
  account_links: { id: Generated<number>; source: number; target: number; created_at: TimeColumn }
  /** Lookups of email addresses without an account in the last hour. */
  link_misses: { account_id: number; at: TimeColumn }
  /** People who work in another account. */
  staff: {
    id: Generated<number>
    account_id: number
    /** The member's own account. */
    member_id: number
    role: string
    created_at: TimeColumn
  }
  staff_invitations: {
    id: Generated<number>
    account_id: number
    email: string
    role: string
    /** SHA-256 of the secret in the link. */
    digest: string
    created_at: TimeColumn
    expires_at: TimeColumn
  }
  /** Invoices created at the till, and who created each. */
  till_sales: { invoice_uid: string; seller_id: number }
  access_tokens: {
    id: string
    account_id: number
    name: string
    scope: string
    /** Greenfield permissions as granted, separated by commas; null: the scope decides. */
    permissions: Generated<string | null>
    /** The plug-in that the token was created for, and the host of its shop. */
    application: Generated<string | null>
    application_host: Generated<string | null>
    digest: string
    created_at: TimeColumn
    expires_at: TimeColumn | null
    last_used_at: TimeColumn | null
    revoked_at: TimeColumn | null
  }
  destinations: {
    account_id: number
    coin: string
    kind: 'xpub' | 'address'
    value: string
    /** Hex script of a fixed address. */
    script: string | null
    key_id: string | null
    created_at: TimeColumn
    /** `address_locks.taken` when the account set this address. Null if it was set before this column existed: earlier than all others. */
    turn: Generated<number | null>
  }
  derivation_keys: { coin: string; key_id: string; next_index: number }
  /** One row per coin. Writing it locks the coin, so that only one transaction at a time derives an address or sets a fixed one. */
  address_locks: { coin: string; taken: number }
  rate_snapshots: { id: string; taken_at: TimeColumn; body: string }
  invoices: {
    uid: string
    account_id: number
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
    created_at: TimeColumn
    expires_at: TimeColumn
    paid_at: TimeColumn | null
    /** The current quote: its snapshot, its times, and the coins it offers: `BTC,LTC+3` is LTC with an amount offset of 3 base units. */
    snapshot_id: string
    quoted_at: TimeColumn
    quote_expires_at: TimeColumn
    coins: string
    /** Id of the payment that is being settled. */
    claimed_by: string | null
    /** Id of the payment that paid the invoice. */
    payment_id: string | null
    /** Coin of that payment, for the list's filter. */
    paid_coin: string | null
    event_sequence: number
    /** Increases with every change of the row: anything rendered from another revision is stale. */
    revision: number
    /** Fixed at creation. */
    any_wallet: Generated<BooleanColumn>
    underpaid_percent: Generated<string>
    /** The merchant accepted a payment that arrived after the invoice had ended. */
    paid_late: Generated<BooleanColumn>
    /** The value that the merchant accepted as full payment after it had ended. */
    accepted_value: Generated<string | null>
    /** The coins that can pay it: `BTC LTC`; null: those of its account. */
    accepted_coins: Generated<string | null>
    /** Required confirmations; null: those of its account. */
    confirmations: Generated<number | null>
    /** `CheckoutOptions`, in JSON. */
    checkout_options: Generated<string | null>
    archived: Generated<BooleanColumn>
    /** A payment that was sent in time arrived after it had expired. */
    paid_after_expiry: Generated<BooleanColumn>
  }
  /** Replaced quotes. They stay valid until they expire. */
  past_quotes: {
    invoice_uid: string
    snapshot_id: string
    quoted_at: TimeColumn
    expires_at: TimeColumn
    coins: string
  }
  /** Parts of external ids: a search matches them too, not only the beginning. */
  invoice_external_id_parts: { account_id: number; part: string; invoice_uid: string }
  /** Words of memo and metadata, for the search. */
  invoice_words: { account_id: number; word: string; invoice_uid: string }
  invoice_addresses: {
    invoice_uid: string
    coin: string
    address: string
    script: string
    key_id: string | null
    key_index: number | null
    allocated_at: TimeColumn
    /** Chain height when the address was issued. */
    since_height: number
    /** Whether the network is searched for payments to it. */
    watched: Generated<BooleanColumn>
  }
  /** Amounts requested on fixed addresses: no two valid quotes request the same. */
  reserved_amounts: {
    coin: string
    script: string
    amount: AmountColumn
    invoice_uid: string
    live_until: TimeColumn
    /** 1 while the invoice has a claim: then the reservation outlives its quote. */
    held: Generated<BooleanColumn>
  }
  idempotency_keys: {
    account_id: number
    route: string
    key: string
    body_digest: string
    answer: string
    created_at: TimeColumn
  }
  followed_blocks: {
    coin: string
    height: number
    hash: string
    /** The time in the block's header, in seconds since 1970; null for blocks that were followed before it was recorded. */
    time: Generated<number | null>
    /** 1 while only some of the effects of its connection or disconnection are written. */
    unfinished: Generated<BooleanColumn>
  }
  /** Coins whose nodes can't be read while an expired invoice waits for them, and for how long, in milliseconds. */
  unread_coins: { coin: string; unread_ms: number }
  /** Each restore from a backup: the log ended at `last_position` and continued after `next_position`. */
  restores: {
    id: Generated<number>
    restored_at: TimeColumn
    last_position: number
    next_position: number
  }
  /** Keys that sign payment requests: the private keys are not stored. */
  signing_keys: {
    id: string
    /** Compressed, hex. */
    public_key: string
    created_at: TimeColumn
    expires_at: TimeColumn
    /** When another key replaced it. The key without this time is the one that signs. */
    retired_at: TimeColumn | null
  }
  /** The base URL of the service that uses this database, for links in the command line's output. */
  service_address: { id: number; base_url: string }
  /** Applied schema migrations, maintained by migrate.ts. */
  migrations: { name: string; applied_at: TimeColumn }
}
