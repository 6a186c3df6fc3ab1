import type { NumberedEvent } from '../events/envelope.ts'
import { type Instant, second } from '../kernel/clock.ts'
import { parseRawNumbers } from '../kernel/exact-json.ts'

/** Payments and invoices as events show them to the owner, as far as shops read them. */
interface EventPayment {
  readonly currency: string
  readonly amount: string
  readonly txid: string | null
  readonly confirmed_at?: string | null
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
  /** `status` is set once there is nothing to decide any more. */
  readonly exception?: { readonly kind: string; readonly status?: string }
}

type Members = Readonly<Record<string, unknown>>

/** Invoice data that shops read but that isn't in the events. */
export interface InvoiceRecords {
  /** The sequence of its `invoice.expired`; null if it has none. */
  readonly expirySequence: number | null
  /** The outputs that paid it, also those that were replaced. */
  readonly outputs: readonly PaidOutput[]
}

interface PaidOutput {
  readonly coin: string
  readonly txid: string
  readonly vout: number
  /** Nothing has replaced it. */
  readonly isCurrent: boolean
  readonly receivedAt: Instant
  readonly address: string
}

/** One event in the form that shop plug-ins know: the body without what each attempt adds. */
interface GreenfieldMessage {
  readonly type: string
  /** JSON text. */
  readonly payload: string
}

/** The messages of an event, in order; none for events that shops don't know. */
export function toGreenfieldMessages(
  event: NumberedEvent,
  { expirySequence, outputs }: InvoiceRecords,
): GreenfieldMessage[] {
  if (!event.subject.startsWith('invoice/')) return []
  // Metadata keeps the text of its numbers.
  const data = parseRawNumbers(event.data) as EventData
  const hasExpired = expirySequence !== null && expirySequence < event.sequence
  const isLate = hasExpired || data.invoice.payment?.paid_late === true
  const store = {
    storeId: String(event.accountId),
    invoiceId: data.uid,
    metadata: data.invoice.metadata ?? {},
  }
  return listMessages(event.type, data, outputs, isLate).map(([type, members]) => ({
    type,
    payload: JSON.stringify({ type, ...store, ...members }),
  }))
}

/** A test, about an invoice that no shop has. Plug-ins know tests by the id's prefix. */
export const testPayload = (accountId: number, deliveryId: string): string =>
  JSON.stringify({
    type: 'InvoiceCreated',
    storeId: String(accountId),
    invoiceId: `__test__${deliveryId}__test__`,
    metadata: {},
  })

function listMessages(
  type: string,
  data: EventData,
  outputs: readonly PaidOutput[],
  isLate: boolean,
): readonly (readonly [type: string, members: Members])[] {
  const overPaid = (data.invoice.payment?.excess ?? null) !== null
  const paymentMembers = (afterExpiration: boolean) => ({
    afterExpiration,
    ...(data.payment && paymentOf(data.payment, outputs, type === 'payment.confirmed')),
  })
  switch (type) {
    case 'invoice.created':
      return [['InvoiceCreated', {}]]
    case 'payment.received':
      return [['InvoiceReceivedPayment', paymentMembers(isLate)]]
    case 'payment.exception':
      return data.exception?.kind === 'late' && data.exception.status === undefined
        ? [['InvoiceReceivedPayment', paymentMembers(true)]]
        : []
    case 'payment.accepted':
      // A payment from the network was reported when it was received.
      return data.payment?.via === 'network' ? [] : [['InvoiceReceivedPayment', paymentMembers(isLate)]]
    case 'invoice.paid':
      return isLate ? [['InvoicePaidAfterExpiration', {}]] : [['InvoiceProcessing', { overPaid }]]
    case 'payment.confirmed':
      return [
        ['InvoicePaymentSettled', paymentMembers(isLate)],
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

/** As in the payment methods of the invoice. No member is null: shops read them with typed getters. */
function paymentOf(
  { currency, amount, txid }: EventPayment,
  outputs: readonly PaidOutput[],
  isSettled: boolean,
): Members {
  const ofCoin = outputs.filter(({ coin }) => coin === currency)
  const output = ofCoin.find((each) => each.txid === txid) ?? ofCoin.find(({ isCurrent }) => isCurrent)
  return {
    paymentMethodId: `${currency}-CHAIN`,
    payment: {
      id: `${output?.txid ?? txid ?? ''}-${output?.vout ?? 0}`,
      receivedDate: Math.floor((output?.receivedAt ?? 0) / second),
      value: amount,
      fee: '0',
      status: isSettled ? 'Settled' : 'Processing',
      destination: output?.address ?? '',
    },
  }
}

/** The id of an attempt as shops see it: the first one has the delivery's. */
export const formatAttemptId = (deliveryId: string, number: number): string =>
  number === 1 ? deliveryId : `${deliveryId}.${number}`

/** Null if it can't be the id of an attempt. */
export function parseAttemptId(text: string): { readonly id: string; readonly number: number } | null {
  const [, id, number] = /^(whd_[0-9a-z]{26})(?:\.([2-9]|[1-9][0-9]{1,8}))?$/.exec(text) ?? []
  return id === undefined ? null : { id, number: Number(number ?? 1) }
}

/** The request body of an attempt. */
export function greenfieldBody(
  delivery: { readonly id: string; readonly number: number; readonly endpointId: string | null },
  payload: string,
  at: Instant,
): string {
  const head = JSON.stringify({
    deliveryId: formatAttemptId(delivery.id, delivery.number),
    webhookId: delivery.endpointId,
    originalDeliveryId: delivery.id,
    isRedelivery: delivery.number > 1,
    timestamp: Math.floor(at / second),
  })
  return `${head.slice(0, -1)},${payload.slice(1)}`
}
