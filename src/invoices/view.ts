import { iso } from '../kernel/clock.ts'
import { formatCoins, formatDecimal } from '../kernel/money.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import type { Invoice, SettledPayment } from './invoice.ts'
import { type PaymentOption, paymentOptions, requestUrl } from './option.ts'

/** What a view needs beside the invoice: our address, and how far each chain has come. */
export interface ViewContext {
  readonly baseUrl: string
  /** Height of the newest block that was followed, or null. */
  readonly tipHeight: (coin: string) => number | null
}

/** The form that anybody who knows the uid may see. */
export function publicInvoice(invoice: Invoice, context: ViewContext): Record<string, unknown> {
  const settled = invoice.status === 'paid' || invoice.status === 'reversed'
  return {
    amount: JSON.rawJSON(formatDecimal(invoice.amount)),
    currency: invoice.currency,
    uid: invoice.uid,
    status: invoice.status,
    uri: `pay:?r=${requestUrl(context.baseUrl, invoice.uid)}`,
    redirect_url: invoice.redirectUrl,
    memo: invoice.memo,
    created_at: iso(invoice.createdAt),
    expires_at: iso(invoice.expiresAt),
    paid_at: settled ? iso(invoice.paidAt) : null,
    payment: settled ? paymentOf(invoice.payment, context) : null,
  }
}

/** The form of the owner and of accounts that may view: with what the merchant gave for itself. */
export function ownerInvoice(invoice: Invoice, context: ViewContext): Record<string, unknown> {
  return {
    ...publicInvoice(invoice, context),
    webhook_url: invoice.webhookUrl,
    external_id: invoice.externalId,
    business_id: invoice.businessId,
    location_id: invoice.locationId,
    register_id: invoice.registerId,
    metadata: invoice.metadata,
  }
}

export function paymentOf(payment: SettledPayment, { tipHeight }: ViewContext): Record<string, unknown> {
  return {
    currency: payment.coin,
    amount: formatCoins(payment.amount),
    txid: payment.txids.at(-1) ?? null,
    txids: payment.txids,
    confirmations: confirmations(payment, tipHeight(payment.coin)),
    replaceable: payment.replaceable && payment.blockHeight === null,
    accepted_at: iso(payment.acceptedAt),
    confirmed_at: payment.confirmedAt === null ? null : iso(payment.confirmedAt),
  }
}

/** Blocks on top of the payment, its own included. */
export function confirmations(
  { blockHeight }: Pick<SettledPayment, 'blockHeight'>,
  tip: number | null,
): number {
  return blockHeight === null || tip === null ? 0 : Math.max(0, tip - blockHeight + 1)
}

/** `payment_options` of an invoice: none unless it is unpaid. */
export function optionsOf(invoice: Invoice, snapshot: RateSnapshot, baseUrl: string): PaymentOption[] {
  return invoice.status === 'unpaid' ? paymentOptions(invoice, snapshot, baseUrl) : []
}
