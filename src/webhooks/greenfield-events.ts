import type { NumberedEvent } from '../events/envelope.ts'
import { cutMetadata } from '../events/metadata.ts'
import { type Instant, second } from '../kernel/clock.ts'
import { findMember, replaceMember } from '../kernel/json-members.ts'
import { buildPaymentMembers, type EventPayment, type PaidOutput } from './greenfield-payment.ts'

/** The fields of event data that messages to shop plug-ins are built from. */
export interface EventData {
  readonly uid: string
  readonly invoice: {
    readonly payment: EventPayment | null
    readonly received?: { readonly payments: readonly unknown[] } | null
  }
  readonly payment: EventPayment | null
  /** Of `payment.received`. */
  readonly payments?: readonly EventPayment[]
  /** `status` is set once it is resolved. */
  readonly exception?: { readonly id: string; readonly kind: string; readonly status?: string }
}

type Members = Readonly<Record<string, unknown>>

/** Invoice data that shop plug-ins read but events don't contain. */
export interface InvoiceRecords {
  /** The sequence of its `invoice.expired`; null if it has none. */
  readonly expirySequence: number | null
  /** The merchant has accepted less than the amount. */
  readonly isMarked: boolean
  /** The outputs that paid it, including replaced ones. */
  readonly outputs: readonly PaidOutput[]
  readonly reportedPayments: readonly ReportedPayment[]
}

/** A payment that an event has reported to shop plug-ins: `payment.received`, or `payment.exception`. */
export interface ReportedPayment extends Pick<EventPayment, 'txid' | 'amount'> {
  /** Of the event. */
  readonly sequence: number
  readonly exceptionId: string | null
}

/** An event in BTCPay Server's format, without the fields that each attempt adds. */
export interface GreenfieldMessage {
  readonly type: string
  /** JSON text. */
  readonly payload: string
}

/** The messages of an event, in order; none for events without an equivalent in BTCPay Server. */
export function toGreenfieldMessages(event: NumberedEvent, records: InvoiceRecords): GreenfieldMessage[] {
  if (!event.subject.startsWith('invoice/')) return []
  const { metadata, rest } = cutMetadata(event.data)
  const data = JSON.parse(rest) as EventData
  const { expirySequence } = records
  const hasExpired = expirySequence !== null && expirySequence < event.sequence
  const isLate = hasExpired || data.invoice.payment?.paid_late === true
  const store = { storeId: String(event.accountId), invoiceId: data.uid }
  const isStored = metadata === null || metadata.length <= maxStoredMetadata
  const metadataText = isStored ? (metadata ?? '{}') : omittedMetadata
  const messages = listMessages(event.type, data, records, isLate).filter(
    ([type]) => type !== 'InvoiceReceivedPayment' || !isReported(event, data, records),
  )
  return messages.map(([type, members]) => {
    const [head, tail] = [JSON.stringify({ type, ...store }), JSON.stringify(members)]
    const rest = tail === '{}' ? tail.slice(1) : `,${tail.slice(1)}`
    return { type, payload: `${head.slice(0, -1)},"metadata":${metadataText}${rest}` }
  })
}

/** Events that may be about a payment that was reported before. */
export const repeatingEventTypes: ReadonlySet<string> = new Set(['payment.accepted', 'payment.exception'])

/** Whether an earlier event has reported the payment: BTCPay Server reports each payment once. Its exception may have been opened again. */
function isReported(
  { type, sequence }: NumberedEvent,
  { payment, exception }: EventData,
  { reportedPayments }: InvoiceRecords,
): boolean {
  if (!repeatingEventTypes.has(type)) return false
  return reportedPayments.some((reported) => {
    if (reported.sequence >= sequence) return false
    if (exception && reported.exceptionId !== null) return reported.exceptionId === exception.id
    return reported.txid === payment?.txid && reported.amount === payment?.amount
  })
}

/**
 * Longer metadata is not part of the stored payload, because an account may have 100 endpoints: the message of the event contains it.
 * It is copied as text, so that its numbers keep their digits.
 */
const maxStoredMetadata = 1_024
/** Stands for omitted metadata, which itself is never null. */
const omittedMetadata = 'null'

function insertMetadata({ payload, body }: StoredMessage): string {
  const range = findMember(payload, 'metadata')
  if (!range || payload.slice(...range) !== omittedMetadata) return payload
  const data = findMember(body, 'data')
  const metadata = data && cutMetadata(body.slice(...data)).metadata
  return replaceMember(payload, 'metadata', metadata ?? '{}')
}

/** A test event about an invoice that doesn't exist. Plug-ins recognise tests by the prefix of the invoice id. */
export const buildTestPayload = (accountId: number, deliveryId: string): string =>
  JSON.stringify({
    type: 'InvoiceCreated',
    storeId: String(accountId),
    invoiceId: `__test__${deliveryId}__test__`,
    metadata: {},
  })

function listMessages(
  type: string,
  data: EventData,
  { outputs, isMarked: manuallyMarked }: Pick<InvoiceRecords, 'outputs' | 'isMarked'>,
  isLate: boolean,
): readonly (readonly [type: string, members: Members])[] {
  const overPaid = (data.invoice.payment?.excess ?? null) !== null
  const hints = { exceptionId: data.exception?.id ?? null, received: data.payments ?? [] }
  const isSettled = type === 'payment.confirmed'
  const describePayment = (afterExpiration: boolean, payment = data.payment) => ({
    afterExpiration,
    ...(payment && buildPaymentMembers(payment, outputs, { hints, isSettled })),
  })
  switch (type) {
    case 'invoice.created':
      return [['InvoiceCreated', {}]]
    case 'payment.received':
      return [['InvoiceReceivedPayment', describePayment(isLate)]]
    case 'payment.exception':
      return data.exception?.kind === 'late' && data.exception.status === undefined
        ? [['InvoiceReceivedPayment', describePayment(true)]]
        : []
    case 'payment.accepted':
      // A payment from the network was reported when it was received.
      return data.payment?.via === 'network' ? [] : [['InvoiceReceivedPayment', describePayment(isLate)]]
    case 'invoice.paid':
      // BTCPay Server reports only whole payments as paid after expiration.
      return isLate && !manuallyMarked
        ? [['InvoicePaidAfterExpiration', {}]]
        : [['InvoiceProcessing', { overPaid }]]
    case 'payment.confirmed': {
      const payments = data.payment?.parts ?? [data.payment]
      return [
        ...payments.map((payment) => ['InvoicePaymentSettled', describePayment(isLate, payment)] as const),
        ['InvoiceSettled', { overPaid, manuallyMarked }],
      ]
    }
    case 'invoice.expired':
      return [['InvoiceExpired', { partiallyPaid: (data.invoice.received?.payments.length ?? 0) > 0 }]]
    case 'invoice.cancelled':
      return [['InvoiceInvalid', { manuallyMarked: true }]]
    case 'invoice.reversed':
      return [['InvoiceInvalid', { manuallyMarked: false }]]
    case 'invoice.restored':
      return data.invoice.payment?.confirmed_at
        ? [['InvoiceSettled', { overPaid, manuallyMarked }]]
        : [['InvoiceProcessing', { overPaid }]]
    default:
      return []
  }
}

/** The id of an attempt for shop plug-ins. The first attempt has the id of the delivery. */
export const formatAttemptId = (deliveryId: string, number: number): string =>
  number === 1 ? deliveryId : `${deliveryId}.${number}`

/** Null if it isn't a valid attempt id. */
export function parseAttemptId(text: string): { readonly id: string; readonly number: number } | null {
  const [, id, number] = /^(whd_[0-9a-z]{26})(?:\.([2-9]|[1-9][0-9]{1,8}))?$/.exec(text) ?? []
  return id === undefined ? null : { id, number: Number(number ?? 1) }
}

interface StoredMessage {
  /** The payload of the delivery. */
  readonly payload: string
  /** The body of the event's message, in our own format. */
  readonly body: string
}

/** The request body of an attempt. */
export function buildGreenfieldBody(
  delivery: { readonly id: string; readonly number: number; readonly endpointId: string | null },
  message: StoredMessage,
  at: Instant,
): string {
  const head = JSON.stringify({
    deliveryId: formatAttemptId(delivery.id, delivery.number),
    webhookId: delivery.endpointId,
    originalDeliveryId: delivery.id,
    isRedelivery: delivery.number > 1,
    timestamp: Math.floor(at / second),
  })
  return `${head.slice(0, -1)},${insertMetadata(message).slice(1)}`
}
