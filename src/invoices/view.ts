import { toIsoString } from '../kernel/clock.ts'
import { formatCoins, formatDecimal } from '../kernel/money.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import {
  countConfirmations,
  hasPayment,
  type Invoice,
  isReplaceable,
  type SettledPayment,
} from './invoice.ts'
import { parseMetadata } from './metadata.ts'
import { type PaymentOption, paymentOptions, requestUrl } from './option.ts'
import { viewParts, viewReceived } from './received-view.ts'

/** Data that a view needs in addition to the invoice. */
export interface ViewContext {
  readonly baseUrl: string
  /** Height of the newest followed block, or null. */
  readonly tipHeight: (coin: string) => number | null
}

/** The public view, for anyone who knows the uid. */
export function publicInvoice(invoice: Invoice, context: ViewContext): Record<string, unknown> {
  const settled = hasPayment(invoice)
  return {
    amount: JSON.rawJSON(formatDecimal(invoice.amount)),
    currency: invoice.currency,
    uid: invoice.uid,
    status: invoice.status,
    uri: `pay:?r=${requestUrl(context.baseUrl, invoice.uid)}`,
    checkout_url: `${context.baseUrl}/checkout/${invoice.uid}`,
    redirect_url: invoice.redirectUrl,
    memo: invoice.memo,
    created_at: toIsoString(invoice.createdAt),
    expires_at: toIsoString(invoice.expiresAt),
    paid_at: settled ? toIsoString(invoice.paidAt) : null,
    payment: settled
      ? { ...viewPayment(invoice.payment, context), ...viewParts(invoice, context.tipHeight) }
      : null,
    ...(invoice.anyWallet && { received: viewReceived(invoice.anyWallet, context.tipHeight) }),
  }
}

/** The owner's view, also for accounts with view access. It adds the merchant's own fields. */
export function ownerInvoice(invoice: Invoice, context: ViewContext): Record<string, unknown> {
  return {
    ...publicInvoice(invoice, context),
    webhook_url: invoice.webhookUrl,
    external_id: invoice.externalId,
    business_id: invoice.businessId,
    location_id: invoice.locationId,
    register_id: invoice.registerId,
    metadata: invoice.metadata === null ? null : parseMetadata(invoice.metadata),
    coins: invoice.coins,
    confirmations: invoice.confirmations,
  }
}

export function viewPayment(payment: SettledPayment, { tipHeight }: ViewContext): Record<string, unknown> {
  return {
    currency: payment.coin,
    amount: formatCoins(payment.amount),
    txid: payment.txids.at(-1) ?? null,
    txids: payment.txids,
    confirmations: countConfirmations(payment, tipHeight(payment.coin)),
    replaceable: isReplaceable(payment),
    accepted_at: toIsoString(payment.acceptedAt),
    confirmed_at: toIsoString(payment.confirmedAt),
  }
}

/** `payment_options` of an invoice: empty unless it is unpaid. */
export function listPaymentOptions(
  invoice: Invoice,
  snapshot: RateSnapshot,
  baseUrl: string,
): PaymentOption[] {
  return invoice.status === 'unpaid' ? paymentOptions(invoice, snapshot, baseUrl) : []
}
