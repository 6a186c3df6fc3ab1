import { toIsoString } from '../kernel/clock.ts'
import { replaceMember } from '../kernel/json-members.ts'
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
import { buildPaymentOptions, buildRequestUrl, type PaymentOption } from './option.ts'
import { buildPartsView, buildReceivedView } from './received-view.ts'

/** Data that a view needs in addition to the invoice. */
export interface ViewContext {
  readonly baseUrl: string
  /** Height of the newest followed block, or null. */
  readonly getTipHeight: (coin: string) => number | null
}

/** The public view, for anyone who knows the uid. */
export function buildPublicView(invoice: Invoice, context: ViewContext): Record<string, unknown> {
  const wasPaid = hasPayment(invoice)
  return {
    amount: JSON.rawJSON(formatDecimal(invoice.amount)),
    currency: invoice.currency,
    uid: invoice.uid,
    status: invoice.status,
    uri: `pay:?r=${buildRequestUrl(context.baseUrl, invoice.uid)}`,
    checkout_url: `${context.baseUrl}/checkout/${invoice.uid}`,
    redirect_url: invoice.redirectUrl,
    memo: invoice.memo,
    created_at: toIsoString(invoice.createdAt),
    expires_at: toIsoString(invoice.expiresAt),
    paid_at: wasPaid ? toIsoString(invoice.paidAt) : null,
    payment: wasPaid
      ? { ...buildPaymentView(invoice.payment, context), ...buildPartsView(invoice, context.getTipHeight) }
      : null,
    ...(invoice.anyWallet && { received: buildReceivedView(invoice.anyWallet, context.getTipHeight) }),
  }
}

/** The owner's view, also for accounts with view access. It adds the merchant's own fields. */
export function buildOwnerView(invoice: Invoice, context: ViewContext): Record<string, unknown> {
  return {
    ...buildPublicView(invoice, context),
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

/**
 * The owner's view as JSON text. Metadata is copied as stored: parsing and writing 32 KiB of numbers takes ten milliseconds, and anyone may
 * show an invoice.
 */
export function formatOwnerView(invoice: Invoice, context: ViewContext): string {
  const text = JSON.stringify(buildOwnerView({ ...invoice, metadata: null }, context))
  return replaceMember(text, 'metadata', invoice.metadata ?? 'null')
}

export function buildPaymentView(
  payment: SettledPayment,
  { getTipHeight }: ViewContext,
): Record<string, unknown> {
  return {
    currency: payment.coin,
    amount: formatCoins(payment.amount),
    txid: payment.txids.at(-1) ?? null,
    txids: payment.txids,
    confirmations: countConfirmations(payment, getTipHeight(payment.coin)),
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
  return invoice.status === 'unpaid' ? buildPaymentOptions(invoice, snapshot, baseUrl) : []
}
