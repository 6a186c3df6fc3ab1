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

/** What the specification's six account events carry: exactly these fields. */
export interface LinkEventData {
  readonly 'account.linked': { readonly source: number; readonly target: number; readonly id: number }
  readonly 'account.link.created': { readonly account_id: number; readonly id: number }
  readonly 'account.link.received': { readonly account_id: number; readonly id: number }
  readonly 'account.link.removed': { readonly id: number }
  readonly 'account.link.outbound.removed': { readonly id: number; readonly account_id: number }
  readonly 'account.link.inbound.removed': { readonly id: number; readonly account_id: number }
}

/** What its owner is told of an endpoint that took nothing for days, or is gone. */
export interface EndpointEventData {
  readonly 'webhook.endpoint.disabled': {
    readonly account_id: number
    readonly endpoint_id: string
    readonly url: string
    readonly reason: string
  }
}

/** What an owner is told of a change of where money goes: `address`, or the id of the extended key; the other is null. */
export interface DestinationEventData {
  readonly 'account.destination.changed': {
    readonly account_id: number
    readonly coin: string
    readonly kind: 'xpub' | 'address'
    readonly address: string | null
    readonly key_id: string | null
  }
}

/** Every type of event with its data, in one place. */
export type EventData = LinkEventData &
  DestinationEventData &
  EndpointEventData & { readonly [Type in InvoiceEventType]: InvoiceFacts }

export type EventType = keyof EventData

/** The types as a program may name them; the compiler asks for the line when one is added. */
const everyType: Readonly<Record<EventType, true>> = {
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
  'account.linked': true,
  'account.link.created': true,
  'account.link.received': true,
  'account.link.removed': true,
  'account.link.outbound.removed': true,
  'account.link.inbound.removed': true,
  'account.destination.changed': true,
  'webhook.endpoint.disabled': true,
}

export const eventTypes: readonly string[] = Object.keys(everyType)

/** Something that happened, as it is written down. */
export type Event = {
  readonly [Type in EventType]: {
    readonly type: Type
    readonly time: Instant
    /** What it is about: `invoice/<uid>`, `link/<id>`, `account/<id>`. */
    readonly subject: string
    /** 1, 2, 3 … within the subject: a counter on the subject's row, moved in the same transaction. */
    readonly sequence: number
    /** Whose stream holds it. */
    readonly accountId: number
    /** The second account whose stream holds it, where two are concerned. */
    readonly otherAccountId?: number
    readonly data: EventData[Type]
  }
}[EventType]

/** Writes events inside the transaction that changes the state they tell of. */
export interface EventLog {
  append(events: readonly Event[]): Promise<void>
}
