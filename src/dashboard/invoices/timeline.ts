import type { Refusal } from '../../checkout/refusals.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { DeliveryShown } from '../../webhooks/deliveries.ts'
import type { Attempt } from '../../webhooks/webhook.ts'
import type { AskedCoin, LoggedEvent, PaymentFacts } from './history.ts'

/** Something that happened to an invoice, or is about to. */
export type Entry = { readonly at: Instant } & (
  | {
      readonly kind: 'event'
      readonly type: string
      readonly txid: string | null
      readonly payment: LoggedEvent['payment']
    }
  /** A wallet asked for a coin, and was given an address; null: it is not the reader's to see. */
  | { readonly kind: 'asked'; readonly coin: string; readonly address: string | null }
  /** The prices were renewed, so many times by then. */
  | { readonly kind: 'requoted'; readonly count: number }
  | { readonly kind: 'submitted'; readonly coin: string; readonly txid: string | null }
  | { readonly kind: 'refused'; readonly coin: string | null; readonly sentence: string }
  | { readonly kind: 'attempt'; readonly delivery: DeliveryShown; readonly attempt: Attempt }
  /** A webhook is sent then. */
  | { readonly kind: 'due'; readonly delivery: DeliveryShown }
)

export interface Happened {
  readonly invoice: Invoice
  readonly events: readonly LoggedEvent[]
  readonly payments: readonly PaymentFacts[]
  readonly asked: readonly AskedCoin[]
  readonly pastQuotes: number
  readonly refusal: Refusal | null
  /** Null: they are not the reader's to see. */
  readonly deliveries: readonly DeliveryShown[] | null
}

/** More lines are no help: the oldest of them, but for the creation, are left out. */
const mostEntries = 200

/** What happened, from the creation to the last attempt to tell of it, in order. */
export function timelineOf(happened: Happened): { entries: Entry[]; leftOut: number } {
  const all = [
    ...facts(happened),
    ...told(happened.refusal),
    ...(happened.deliveries ?? []).flatMap(deliveryEntries),
  ].sort((a, b) => a.at - b.at)
  const [first, ...rest] = all
  const leftOut = Math.max(0, all.length - mostEntries)
  return { entries: first ? [first, ...rest.slice(leftOut)] : [], leftOut }
}

/** In the order in which they come when they were at the same moment. */
function facts({ invoice, events, payments, asked, pastQuotes, deliveries }: Happened): Entry[] {
  const [created, later] = [
    events.filter(({ type }) => type === 'invoice.created'),
    events.filter(({ type }) => type !== 'invoice.created'),
  ]
  return [
    // The log may have been pruned: the invoice itself still knows.
    ...(created.length > 0
      ? created.map(eventEntry)
      : [{ kind: 'event', type: 'invoice.created', at: invoice.createdAt, ...noPayment } as const]),
    ...asked.map(
      ({ coin, address, at }): Entry => ({
        kind: 'asked',
        coin,
        address: deliveries === null ? null : address,
        at,
      }),
    ),
    ...(pastQuotes > 0 ? [{ kind: 'requoted', count: pastQuotes, at: invoice.quote.quotedAt } as const] : []),
    ...payments.filter(wasHandedIn).map(submittedEntry),
    ...later.map(eventEntry),
    ...(later.some(({ type }) => type === 'invoice.paid') ? [] : paidEntry(invoice)),
  ]
}

const noPayment = { txid: null, payment: null } as const

const eventEntry = ({ type, at, txid, payment }: LoggedEvent): Entry => ({
  kind: 'event',
  type,
  at,
  txid,
  payment,
})

/** What came by the chain alone nobody has handed in. */
const wasHandedIn = ({ status }: PaymentFacts): boolean => status !== 'surplus'

const submittedEntry = ({ coin, claimedAt, transactions }: PaymentFacts): Entry => ({
  kind: 'submitted',
  coin,
  txid: transactions[0]?.txid ?? null,
  at: claimedAt,
})

function paidEntry(invoice: Invoice): Entry[] {
  if (invoice.status !== 'paid' && invoice.status !== 'reversed') return []
  const txid = invoice.payment.txids.at(-1) ?? null
  return [{ kind: 'event', type: 'invoice.paid', at: invoice.paidAt, txid, payment: null }]
}

const told = (refusal: Refusal | null): Entry[] =>
  refusal === null
    ? []
    : [{ kind: 'refused', at: refusal.at, coin: refusal.coin, sentence: refusal.sentence }]

const deliveryEntries = (delivery: DeliveryShown): Entry[] => [
  ...delivery.attempts.map((attempt): Entry => ({ kind: 'attempt', delivery, attempt, at: attempt.at })),
  ...(delivery.nextAt === null ? [] : [{ kind: 'due', delivery, at: delivery.nextAt } as const]),
]
