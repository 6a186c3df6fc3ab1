import type { CoinCode } from '../coins/index.ts'
import type { Instant } from '../kernel/clock.ts'
import { type BaseUnits, type Decimal, formatCoins, formatDecimal } from '../kernel/money.ts'

/**
 * `partial`: part of the amount arrived, then the invoice ended · `late`: it arrived after the invoice ended · `surplus`: it arrived when
 * the invoice was already paid · `excess`: the payment that completed the amount was larger than what was due.
 */
export const exceptionKinds = ['partial', 'late', 'surplus', 'excess'] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

/** `void` if another transaction replaced the payment. */
export const exceptionStatuses = ['open', 'accepted', 'refunded', 'kept', 'void'] as const
export type ExceptionStatus = (typeof exceptionStatuses)[number]

/** Received money that the merchant has to decide about. */
export interface PaymentException {
  readonly id: string
  readonly accountId: number
  readonly invoiceUid: string
  readonly paymentId: string
  readonly kind: ExceptionKind
  readonly coin: CoinCode
  readonly amount: BaseUnits
  /** Exact, in the invoice's currency. */
  readonly value: Decimal
  readonly txid: string
  readonly status: ExceptionStatus
  readonly createdAt: Instant
}

export interface ExceptionWriter {
  insert(exception: PaymentException): Promise<void>
  /** Of every status, oldest first. */
  listByInvoice(invoiceUid: string): Promise<PaymentException[]>
  /** Closes an open exception as void, or opens it again. */
  setStatus(id: string, status: 'void' | 'open', at: Instant): Promise<void>
  /** Closes the open exceptions of a payment that was replaced or double-spent, and returns them. An excess depends on other payments too. */
  closeReplaced(paymentId: string, at: Instant): Promise<PaymentException[]>
  /** The payment is a surplus now: what was refunded or kept of its excess becomes a part of that. */
  moveExcess(paymentId: string): Promise<void>
  /** Closes the open `partial` exceptions of an invoice that was paid after all, and returns them. */
  closePartial(invoiceUid: string, at: Instant): Promise<PaymentException[]>
}

/** The fields that events and the API share. */
export const buildExceptionView = ({ id, kind, coin, amount, value, txid }: PaymentException) => ({
  id,
  kind,
  currency: coin,
  amount: formatCoins(amount),
  value: formatDecimal(value),
  txid,
})
