import type { Generated } from 'kysely'
import type { AmountColumn, BooleanColumn, TimeColumn } from './columns.ts'

/** Payments, their transactions, and payments that the merchant has to decide about. */
export interface PaymentTables {
  payments: {
    id: string
    invoice_uid: string
    coin: string
    status: string
    amount: AmountColumn
    network_fee: AmountColumn
    snapshot_id: string
    /** Chain height at the claim, where the search for its transactions begins. */
    since_height: number
    claimed_at: TimeColumn
    lease_until: TimeColumn
    /** A code: why the claim is still open, or why it ended. */
    reason: string | null
    accepted_at: TimeColumn | null
    answer: string | null
    txid: string
    replaceable: BooleanColumn
    block_height: number | null
    block_hash: string | null
    confirmed_at: TimeColumn | null
    /** When it was first confirmed. A reorganisation doesn't clear it, only a double spend. */
    settled_at: Generated<TimeColumn | null>
    /** 1 while new blocks are still searched for it. */
    watched: BooleanColumn
    /** The block in which another transaction spends its inputs without paying. */
    double_spent_height: Generated<number | null>
    double_spent_hash: Generated<string | null>
    /** Required confirmations, from its account's setting when it was submitted; null: the service's setting. */
    depth: Generated<number | null>
    /** No block up to that height spends its inputs elsewhere; null before the first search. */
    searched_height: Generated<number | null>
    /** `protocol` if a wallet submitted it, `network` if it was found on the network. */
    via: Generated<'protocol' | 'network'>
    /** Its value in the invoice's currency: an exact decimal. Null unless the invoice accepts any wallet. */
    value: Generated<string | null>
    /** Once accepted, it counts towards the amount. 0: not yet, because it may be replaced or its fee is too low. */
    counted: Generated<BooleanColumn>
    /** Overpayment in base units. */
    excess: Generated<AmountColumn | null>
    /** The network's reason, or another transaction's id. */
    reason_detail: Generated<string | null>
    /** Another transaction in the mempool spends the same outputs. */
    replaced: Generated<BooleanColumn>
  }
  /** Received money that the merchant has to decide about. */
  payment_exceptions: {
    id: string
    account_id: number
    invoice_uid: string
    payment_id: string
    kind: string
    coin: string
    amount: AmountColumn
    value: string
    txid: string
    status: string
    refund_txid: string | null
    note: string | null
    created_at: TimeColumn
    resolved_at: TimeColumn | null
  }
  /** Emails about payments, for some months after they were requested. */
  payment_emails: {
    account_id: number
    kind: string
    /** Empty for an email that is about several invoices. */
    invoice_uid: string
    requested_at: TimeColumn
    /** When to send it; null: sent or abandoned. */
    due_at: TimeColumn | null
    attempts: Generated<number>
    sent_at: TimeColumn | null
  }
  /** The bytes of transactions, as submitted or found. Payments with the same bytes share a row. */
  transaction_bytes: {
    id: Generated<number>
    coin: string
    txid: string
    hex: string
  }
  payment_transactions: {
    payment_id: string
    place: number
    coin: string
    txid: string
    /** Null for a replacement, and for those of a rejected payment. */
    bytes_id: number | null
    /** 0 once another transaction has replaced it. */
    current: Generated<BooleanColumn>
  }
  payment_outputs: {
    payment_id: string
    coin: string
    txid: string
    vout: number
    script: string
    amount: AmountColumn
    live: BooleanColumn
  }
  /** Why the last payment submitted for an unpaid invoice was rejected, for the checkout page. */
  payment_refusals: {
    invoice_uid: string
    code: string
    sentence: string
    coin: string | null
    members: string
    at: TimeColumn
  }
  /**
   * Outputs that the payment and its unconfirmed or submitted ancestors spend. `ancestor` is the ancestor that spends it; null for the inputs
   * of the transaction that pays.
   */
  payment_inputs: {
    payment_id: string
    coin: string
    txid: string
    vout: number
    ancestor: Generated<string | null>
  }
}
