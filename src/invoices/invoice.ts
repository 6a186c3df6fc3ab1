import { type CoinCode, getCoin } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Instant } from '../kernel/clock.ts'
import type { BaseUnits, Decimal } from '../kernel/money.ts'
import type { CheckoutOptions } from './checkout-options.ts'
import type { Quote } from './quote.ts'
import type { AnyWallet } from './received.ts'

/** The merchant's input and other facts that don't depend on the invoice's status. */
interface InvoiceDetails {
  readonly uid: string
  readonly accountId: number
  readonly amount: Decimal
  /** ISO 4217 code of the denomination. */
  readonly currency: string
  readonly memo: string | null
  readonly redirectUrl: string | null
  readonly webhookUrl: string | null
  readonly externalId: string | null
  readonly businessId: string | null
  readonly locationId: string | null
  readonly registerId: string | null
  /** JSON text, parsed only where it is shown. */
  readonly metadata: string | null
  /** The coins that can pay it, in order; null: those that the account accepts. */
  readonly coins: readonly CoinCode[] | null
  /** Required confirmations; null: the account's preference decides. */
  readonly confirmations: number | null
  readonly checkout: CheckoutOptions | null
  /** Hidden from lists of Greenfield clients. */
  readonly isArchived: boolean
  /** A payment that we broadcast in time was seen only after the invoice had expired. */
  readonly isPaidAfterExpiry: boolean
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly quote: Quote
  /** Id of the payment that is being settled for it. */
  readonly claimedBy: string | null
  /** Number of events so far. */
  readonly eventSequence: number
  /** Increases with every change: anything rendered from another revision is stale. */
  readonly revision: number
  /** Null unless any wallet that can send to an address may pay it. */
  readonly anyWallet: AnyWallet | null
}

export type Invoice = InvoiceDetails &
  (
    | { readonly status: 'unpaid' | 'cancelled' | 'expired' }
    | { readonly status: 'paid' | 'reversed'; readonly paidAt: Instant; readonly payment: SettledPayment }
  )

export type UnpaidInvoice = Invoice & { readonly status: 'unpaid' }

/** An invoice that was paid, even if its payment was reversed since. */
export type InvoiceWithPayment = Invoice & { readonly status: 'paid' | 'reversed' }

/** The payment that paid an invoice, as the invoice shows it. */
export interface SettledPayment {
  readonly id: string
  readonly coin: CoinCode
  readonly amount: BaseUnits
  /** Ids of its transactions, in order; the last pays the invoice. */
  readonly txids: readonly string[]
  /** The payment or an unconfirmed ancestor signals that it can be replaced (BIP 125): see `isReplaceable`. */
  readonly signalsReplacement: boolean
  /** Required confirmations. Null: the service's setting applies. */
  readonly requiredConfirmations: number | null
  readonly acceptedAt: Instant
  readonly confirmedAt: Instant | null
  /** When it first had the required confirmations. Unlike `confirmedAt`, a reorganisation doesn't clear it, only a double spend. */
  readonly settledAt: Instant | null
  /** Height of the block that contains it, or null. */
  readonly blockHeight: number | null
}

/** Whether a payment paid it, even if that payment was reversed since. */
export const hasPayment = (invoice: Invoice): invoice is InvoiceWithPayment =>
  invoice.status === 'paid' || invoice.status === 'reversed'

/** Whether another transaction can still replace it. */
export function isReplaceable({
  coin,
  signalsReplacement,
  blockHeight,
}: Pick<SettledPayment, 'coin' | 'signalsReplacement' | 'blockHeight'>): boolean {
  return blockHeight === null && (signalsReplacement || getCoin(coin).replacement === 'full')
}

/** Confirmations: the payment's own block and those on top of it. */
export function countConfirmations(
  { blockHeight }: Pick<SettledPayment, 'blockHeight'>,
  tip: number | null,
): number {
  return blockHeight === null || tip === null ? 0 : Math.max(0, tip - blockHeight + 1)
}

export const hasEnded = ({ status }: Pick<Invoice, 'status'>): boolean =>
  status === 'expired' || status === 'cancelled'

/**
 * Narrows the type to an invoice that can be paid.
 * @throws {ApiError} `invoice_paid`, `invoice_cancelled`, `invoice_expired`, `invoice_reversed`
 */
export function requirePayable(invoice: Invoice): UnpaidInvoice {
  switch (invoice.status) {
    case 'paid':
      throw new ApiError('invoice_paid')
    case 'cancelled':
      throw new ApiError('invoice_cancelled')
    case 'expired':
      throw new ApiError('invoice_expired')
    case 'reversed':
      throw new ApiError('invoice_reversed')
    case 'unpaid':
      return { ...invoice, status: 'unpaid' }
  }
}
