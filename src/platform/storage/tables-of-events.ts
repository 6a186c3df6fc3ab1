import type { Generated } from 'kysely'
import type { Flag, Time, Whole } from './columns.ts'

/** The log, what reads it, and what is handed on from it. */
export interface EventTables {
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
    /** Of no event that happened: tried once, and what comes of it says nothing of the endpoint. */
    test: Generated<Flag>
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
}
