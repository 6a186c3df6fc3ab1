import type { NumberedEvent } from '../events/envelope.ts'
import type { Instant } from '../kernel/clock.ts'

/** Payments and invoices as events show them to the owner, as far as shops read them. */
interface EventPayment {
  readonly currency: string
  readonly amount: string
  readonly txid: string | null
  readonly accepted_at: string | null
  readonly confirmed_at: string | null
  readonly via?: string
  readonly excess?: string | null
  readonly paid_late?: boolean
}

interface EventData {
  readonly uid: string
  readonly invoice: {
    readonly metadata: unknown
    readonly payment: EventPayment | null
    readonly received?: { readonly payments: readonly unknown[] } | null
  }
  readonly payment: EventPayment | null
  readonly exception?: { readonly kind: string }
}

type Members = Readonly<Record<string, unknown>>

/** One event in the form that shop plug-ins know: the body without what each attempt adds. */
interface GreenfieldMessage {
  readonly type: string
  /** JSON text. */
  readonly payload: string
}

/**
 * The messages of an event, in order; none for events that shops don't know.
 * @param hasExpired whether the invoice expired before this event
 */
export function toGreenfieldMessages(event: NumberedEvent, hasExpired: boolean): GreenfieldMessage[] {
  if (!event.subject.startsWith('invoice/')) return []
  const data = JSON.parse(event.data, exactNumbers) as EventData
  const isLate = hasExpired || data.invoice.payment?.paid_late === true
  const store = {
    storeId: String(event.accountId),
    invoiceId: data.uid,
    metadata: data.invoice.metadata ?? {},
  }
  return listMessages(event.type, data, isLate).map(([type, members]) => ({
    type,
    payload: JSON.stringify({ type, ...store, ...members }),
  }))
}

function listMessages(
  type: string,
  data: EventData,
  isLate: boolean,
): readonly (readonly [type: string, members: Members])[] {
  const overPaid = (data.invoice.payment?.excess ?? null) !== null
  switch (type) {
    case 'invoice.created':
      return [['InvoiceCreated', {}]]
    case 'payment.received':
      return [['InvoiceReceivedPayment', paymentMembers(data, isLate)]]
    case 'payment.exception':
      return data.exception?.kind === 'late' ? [['InvoiceReceivedPayment', paymentMembers(data, true)]] : []
    case 'payment.accepted':
      // A payment from the network was reported when it was received.
      return data.payment?.via === 'network' ? [] : [['InvoiceReceivedPayment', paymentMembers(data, isLate)]]
    case 'invoice.paid':
      return isLate ? [['InvoicePaidAfterExpiration', {}]] : [['InvoiceProcessing', { overPaid }]]
    case 'payment.confirmed':
      return [
        ['InvoicePaymentSettled', paymentMembers(data, isLate)],
        ['InvoiceSettled', { overPaid, manuallyMarked: false }],
      ]
    case 'invoice.expired':
      return [['InvoiceExpired', { partiallyPaid: (data.invoice.received?.payments.length ?? 0) > 0 }]]
    case 'invoice.cancelled':
      return [['InvoiceInvalid', { manuallyMarked: true }]]
    case 'invoice.reversed':
      return [['InvoiceInvalid', { manuallyMarked: false }]]
    case 'invoice.restored':
      return data.invoice.payment?.confirmed_at
        ? [['InvoiceSettled', { overPaid, manuallyMarked: false }]]
        : [['InvoiceProcessing', { overPaid }]]
    default:
      return []
  }
}

/** No member is null: shops read them with typed getters. */
function paymentMembers({ payment }: EventData, afterExpiration: boolean): Members {
  if (!payment) return { afterExpiration }
  const { currency, amount, txid, accepted_at, confirmed_at } = payment
  return {
    afterExpiration,
    paymentMethodId: `${currency}-CHAIN`,
    payment: {
      id: txid ?? '',
      receivedDate: Math.floor(Date.parse(accepted_at ?? '1970-01-01') / 1_000),
      value: amount,
      fee: '0',
      status: confirmed_at ? 'Settled' : 'Processing',
      destination: '',
    },
  }
}

/** Metadata keeps the text of its numbers. */
function exactNumbers(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value
}

/** The id of an attempt as shops see it: the first one has the delivery's. */
const attemptIdOf = (deliveryId: string, number: number): string =>
  number === 1 ? deliveryId : `${deliveryId}.${number}`

/** The request body of an attempt. */
export function greenfieldBody(
  delivery: { readonly id: string; readonly number: number; readonly endpointId: string | null },
  payload: string,
  at: Instant,
): string {
  const head = JSON.stringify({
    deliveryId: attemptIdOf(delivery.id, delivery.number),
    webhookId: delivery.endpointId,
    originalDeliveryId: delivery.id,
    isRedelivery: delivery.number > 1,
    timestamp: Math.floor(at / 1_000),
  })
  return `${head.slice(0, -1)},${payload.slice(1)}`
}
