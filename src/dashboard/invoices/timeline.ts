import type { PaymentRejection } from '../../checkout/payment-rejections.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { DeliveryWithAttempts } from '../../webhooks/deliveries.ts'
import type { Attempt } from '../../webhooks/webhook.ts'
import type { LoggedEvent, PaymentRecord, RequestedCoin } from './history.ts'

/** Something that happened to an invoice, or is due to happen. */
export type TimelineEntry = { readonly at: Instant } & (
  | {
      readonly kind: 'event'
      readonly type: string
      readonly txid: string | null
      readonly payment: LoggedEvent['payment']
      readonly isVoid: boolean
    }
  /** A wallet requested a coin, and an address was issued; null for viewers. */
  | { readonly kind: 'requested'; readonly coin: string; readonly address: string | null }
  /** The invoice was requoted; `count` is the number of requotes so far. */
  | { readonly kind: 'requoted'; readonly count: number }
  | { readonly kind: 'submitted'; readonly coin: string; readonly txid: string | null }
  | { readonly kind: 'rejected'; readonly coin: string | null; readonly message: string }
  | { readonly kind: 'attempt'; readonly delivery: DeliveryWithAttempts; readonly attempt: Attempt }
  /** A webhook attempt is scheduled. */
  | { readonly kind: 'due'; readonly delivery: DeliveryWithAttempts }
)

export interface InvoiceHistory {
  readonly invoice: Invoice
  readonly events: readonly LoggedEvent[]
  readonly payments: readonly PaymentRecord[]
  readonly requestedCoins: readonly RequestedCoin[]
  readonly pastQuotes: number
  readonly rejection: PaymentRejection | null
  /** Null for viewers. */
  readonly deliveries: readonly DeliveryWithAttempts[] | null
}

/** The oldest entries beyond this number are dropped, except the creation. */
const maxEntries = 200

/** The invoice's history in order, from its creation to the next webhook attempt. */
export function buildTimeline(history: InvoiceHistory): { entries: TimelineEntry[]; omittedCount: number } {
  const all = [
    ...listHistoryEntries(history),
    ...toRejectionEntries(history.rejection),
    ...(history.deliveries ?? []).flatMap(toDeliveryEntries),
  ].sort((a, b) => a.at - b.at)
  const [first, ...rest] = all
  const omittedCount = Math.max(0, all.length - maxEntries)
  return { entries: first ? [first, ...rest.slice(omittedCount)] : [], omittedCount }
}

/** Entries with equal times keep this order. */
function listHistoryEntries({
  invoice,
  events,
  payments,
  requestedCoins,
  pastQuotes,
  deliveries,
}: InvoiceHistory): TimelineEntry[] {
  const [creationEvents, laterEvents] = [
    events.filter(({ type }) => type === 'invoice.created'),
    events.filter(({ type }) => type !== 'invoice.created'),
  ]
  return [
    // The event log may have been pruned, but the invoice still has its creation time.
    ...(creationEvents.length > 0
      ? creationEvents.map(toEventEntry)
      : [{ kind: 'event', type: 'invoice.created', at: invoice.createdAt, ...noPayment } as const]),
    ...requestedCoins.map(
      ({ coin, address, at }): TimelineEntry => ({
        kind: 'requested',
        coin,
        address: deliveries === null ? null : address,
        at,
      }),
    ),
    ...(pastQuotes > 0 ? [{ kind: 'requoted', count: pastQuotes, at: invoice.quote.quotedAt } as const] : []),
    ...payments.filter(wasSubmitted).map(toSubmittedEntry),
    ...laterEvents.map(toEventEntry),
    ...(laterEvents.some(({ type }) => type === 'invoice.paid') ? [] : toPaidEntries(invoice)),
  ]
}

const noPayment = { txid: null, payment: null, isVoid: false } as const

const toEventEntry = ({ id: _, ...event }: LoggedEvent): TimelineEntry => ({
  kind: 'event',
  ...event,
})

/** Others were only seen on the network; no wallet submitted them. */
const wasSubmitted = ({ status, via }: PaymentRecord): boolean => via === 'protocol' && status !== 'surplus'

const toSubmittedEntry = ({ coin, claimedAt, transactions }: PaymentRecord): TimelineEntry => ({
  kind: 'submitted',
  coin,
  txid: transactions[0]?.txid ?? null,
  at: claimedAt,
})

function toPaidEntries(invoice: Invoice): TimelineEntry[] {
  if (invoice.status !== 'paid' && invoice.status !== 'reversed') return []
  const txid = invoice.payment.txids.at(-1) ?? null
  return [{ kind: 'event', type: 'invoice.paid', at: invoice.paidAt, ...noPayment, txid }]
}

const toRejectionEntries = (rejection: PaymentRejection | null): TimelineEntry[] =>
  rejection === null
    ? []
    : [{ kind: 'rejected', at: rejection.at, coin: rejection.coin, message: rejection.message }]

const toDeliveryEntries = (delivery: DeliveryWithAttempts): TimelineEntry[] => [
  ...delivery.attempts.map(
    (attempt): TimelineEntry => ({ kind: 'attempt', delivery, attempt, at: attempt.at }),
  ),
  ...(delivery.nextAt === null ? [] : [{ kind: 'due', delivery, at: delivery.nextAt } as const]),
]
