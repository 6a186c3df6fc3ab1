import type { Instant } from '../kernel/clock.ts'

/** A change to an invoice or one of its payments. `invoice` is in the owner's view, fixed when the event is written. */
interface InvoiceEventData {
  readonly uid: string
  readonly status: string
  /** Transaction id, or null. */
  readonly hash: string | null
  readonly invoice: unknown
  readonly payment: unknown
  /** Only in `payment.received`: all payments received for the invoice. */
  readonly payments?: unknown
  /** Only in `payment.exception`. */
  readonly exception?: unknown
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
  | 'payment.received'
  | 'payment.exception'

/** Data of the six account events in the specification: exactly these fields. */
interface LinkEventData {
  readonly 'account.linked': { readonly source: number; readonly target: number; readonly id: number }
  readonly 'account.link.created': { readonly account_id: number; readonly id: number }
  readonly 'account.link.received': { readonly account_id: number; readonly id: number }
  readonly 'account.link.removed': { readonly id: number }
  readonly 'account.link.outbound.removed': { readonly id: number; readonly account_id: number }
  readonly 'account.link.inbound.removed': { readonly id: number; readonly account_id: number }
}

/** Notifies the owner that an endpoint was disabled, after failing for days or responding with 410. */
interface EndpointEventData {
  readonly 'webhook.endpoint.disabled': {
    readonly account_id: number
    readonly endpoint_id: string
    readonly url: string
    readonly reason: string
  }
}

/**
 * Notifies the owner that a payout destination changed. Either `address` or `key_id`, the id of the extended key, is set; the other is
 * null.
 */
interface DestinationEventData {
  readonly 'account.destination.changed': {
    readonly account_id: number
    readonly coin: string
    readonly kind: 'xpub' | 'address'
    readonly address: string | null
    readonly key_id: string | null
  }
}

/** All event types with their data. */
export type EventData = LinkEventData &
  DestinationEventData &
  EndpointEventData & { readonly [Type in InvoiceEventType]: InvoiceEventData }

export type EventType = keyof EventData

/** The event types at run time. The compiler requires an entry for every type. */
const typeFlags: Readonly<Record<EventType, true>> = {
  'invoice.created': true,
  'invoice.paid': true,
  'invoice.cancelled': true,
  'invoice.expired': true,
  'invoice.reversed': true,
  'invoice.restored': true,
  'payment.accepted': true,
  'payment.rejected': true,
  'payment.confirmed': true,
  'payment.replaced': true,
  'payment.surplus': true,
  'payment.received': true,
  'payment.exception': true,
  'account.linked': true,
  'account.link.created': true,
  'account.link.received': true,
  'account.link.removed': true,
  'account.link.outbound.removed': true,
  'account.link.inbound.removed': true,
  'account.destination.changed': true,
  'webhook.endpoint.disabled': true,
}

export const eventTypes: readonly string[] = Object.keys(typeFlags)

/** An event to be written to the log. */
export type Event = {
  readonly [Type in EventType]: {
    readonly type: Type
    readonly time: Instant
    /** Subject of the event: `invoice/<uid>`, `link/<id>` or `account/<id>`. */
    readonly subject: string
    /** 1, 2, 3 … within the subject: a counter on the subject's row, incremented in the same transaction. */
    readonly sequence: number
    /** The account whose stream contains the event. */
    readonly accountId: number
    /** A second account whose stream contains it, if the event concerns two. */
    readonly otherAccountId?: number
    readonly data: EventData[Type]
    /** JSON text of the invoice's metadata, which `data` leaves null. It is stored without parsing, which would be slow. */
    readonly metadata?: string | null
  }
}[EventType]

/** Writes events in the same transaction as the state change they describe. */
export interface EventLog {
  append(events: readonly Event[]): Promise<void>
}
