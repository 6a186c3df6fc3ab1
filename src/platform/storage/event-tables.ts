import type { Generated } from 'kysely'
import type { AmountColumn, BooleanColumn, TimeColumn } from './columns.ts'

/** The event log, its readers, and the deliveries and anchors made from it. */
export interface EventTables {
  events: {
    id: string
    type: string
    time: TimeColumn
    subject: string
    sequence: number
    /** Position in the whole log; null until numbered. */
    position: number | null
    account_id: number
    /** The second account whose stream contains the event. */
    other_account_id: number | null
    data: string
  }
  /** The newest position, and the newest pruned one. */
  event_clock: { id: number; last: number; pruned: Generated<number> }
  /** The last position of each reader of the whole log. */
  log_readers: { name: string; position: number }
  /** Accounts whose events after this position, up to the webhooks' position in `log_readers`, are not fanned out yet. */
  webhook_backlogs: { account_id: number; position: number }
  webhook_endpoints: {
    id: string
    account_id: number
    url: string
    description: string | null
    /** Event types separated by commas; empty: all. */
    types: string
    enabled: BooleanColumn
    created_at: TimeColumn
    secret_version: number
    secret_rotated_at: TimeColumn | null
    /** A secret chosen by the owner, encrypted; null if none. */
    own_secret: Generated<string | null>
    /** The version number of `own_secret`. */
    own_secret_version: Generated<number | null>
    /** The token with which a shop plug-in created it; null for other endpoints. */
    token_id: Generated<string | null>
    /** The events of a shop plug-in's endpoint, separated by commas; `*`: all. Null for other endpoints. */
    greenfield_events: Generated<string | null>
    /** 0 if failed deliveries are not retried. */
    automatic_redelivery: Generated<BooleanColumn>
    /** The first failure since its last success. */
    failing_since: TimeColumn | null
    disabled_at: TimeColumn | null
    /** A `DisabledReason`. */
    disabled_reason: string | null
  }
  /** The body sent for an event, kept as long as a delivery needs it. */
  webhook_messages: { event_id: string; type: string; body: string }
  webhook_deliveries: {
    id: string
    event_id: string
    account_id: number
    /** Null: it goes to the webhook_url of an invoice. */
    endpoint_id: string | null
    url: string
    /** Deliveries to one receiver share its limits; other receivers are not affected. */
    receiver: string
    state: string
    created_at: TimeColumn
    /**
     * Time of the next attempt. During an attempt: the time at which another process takes over if this one has died. `blockedUntil` while
     * an earlier event of the invoice has not been delivered to the receiver.
     */
    next_at: TimeColumn | null
    /** Number of attempts so far. */
    attempts: number
    /** Attempts since it was created or manually resent: the position in the retry schedule. */
    tries: number
    /** 1 once an attempt has failed, until one succeeds. */
    failed: BooleanColumn
    /** 1 for a test event: sent once; the result doesn't affect the endpoint's status. */
    test: Generated<BooleanColumn>
    /** `invoice/<uid>`; null for other events. */
    subject: Generated<string | null>
    /** The event's number within the subject. */
    sequence: Generated<number | null>
    /** For a shop plug-in: the body without the fields that each attempt adds. */
    payload: Generated<string | null>
    /** The number of this delivery among those of the same event to the same receiver. */
    part: Generated<number>
  }
  /** `ms` and `error` are null while the attempt is running. */
  webhook_attempts: {
    delivery_id: string
    number: number
    at: TimeColumn
    status: number | null
    ms: number | null
    /** An `AttemptErrorCode`; null if there was a response. */
    error: string | null
    error_detail: Generated<string | null>
    answer: string | null
  }
  /** Events that each queued transport still has to deliver, and those it has delivered. */
  outbox: {
    transport: string
    event_id: string
    subject: string
    sequence: number
    /** `failing`: the first event of its subject failed; `behind`: a later event of such a subject. */
    state: 'queued' | 'failing' | 'behind' | 'delivered'
    attempts: Generated<number>
    /** Set for a failing event. */
    next_at: Generated<TimeColumn | null>
    lease_until: Generated<TimeColumn | null>
    last_error: Generated<string | null>
    delivered_at: Generated<TimeColumn | null>
  }
  /** The lock for claiming and settling a transport's rows, and the reason why nothing can be sent through it, if any. */
  outbox_transports: { transport: string; obstacle: string | null; obstacle_since: TimeColumn | null }
  /** Batches of events, their Merkle root and the transaction that anchors it. */
  anchors: {
    id: Generated<number>
    coin: string
    first_position: number
    last_position: number
    events: number
    root: string
    /** Concatenated hashes of 64 hex digits each. */
    leaves: string
    created_at: TimeColumn
    status: 'sending' | 'sent'
    reason: string | null
    txid: string
    hex: string
    fee: AmountColumn
    block_height: number | null
    block_hash: string | null
  }
  /** Outputs that pay the anchor wallet; `spent_by`: the anchor whose transaction spends the output. */
  anchor_coins: {
    coin: string
    txid: string
    vout: number
    script: string
    amount: AmountColumn
    spent_by: number | null
  }
  /** The lease of the process that creates a coin's anchors. */
  anchor_turns: { coin: string; holder: string; lease_until: TimeColumn }
}
