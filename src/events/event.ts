import type { Instant } from '../kernel/clock.ts'

/** What happened to an invoice or a payment of it; `invoice` in the owner's form, fixed when the event is written. */
export interface InvoiceFacts {
  readonly uid: string
  readonly status: string
  /** Id of the transaction, or null. */
  readonly hash: string | null
  readonly invoice: unknown
  readonly payment: unknown
}

export type InvoiceEventType =
  | 'invoice.created'
  | 'invoice.paid'
  | 'invoice.cancelled'
  | 'invoice.expired'
  | 'invoice.reversed'
  | 'invoice.restored'
  | 'payment.accepted'
  | 'payment.rejected'
  | 'payment.confirmed'
  | 'payment.replaced'
  | 'payment.surplus'

/** Every event with its data, in one union. */
export type Event = {
  readonly time: Instant
  /** What it is about: `invoice/<uid>`, `link/<id>`, `account/<id>`. */
  readonly subject: string
  /** 1, 2, 3 … within the subject: a counter on the subject's row, moved in the same transaction. */
  readonly sequence: number
  /** Whose stream holds it. */
  readonly accountId: number
} & { readonly type: InvoiceEventType; readonly data: InvoiceFacts }

/** Writes events inside the transaction that changes the state they tell of. */
export interface EventLog {
  append(events: readonly Event[]): Promise<void>
}
