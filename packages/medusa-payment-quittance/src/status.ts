import type { PaymentActions, PaymentSessionStatus } from '@medusajs/framework/types'
import type { Invoice } from 'quittance/client'

/** Maps an invoice's status to that of its payment session. */
export function getSessionStatus(invoice: Invoice): PaymentSessionStatus {
  switch (invoice.status) {
    case 'unpaid':
      return invoice.received?.payments.some(({ counted }) => counted) ? 'requires_more' : 'pending'
    case 'paid':
      return invoice.payment.confirmed_at === null ? 'authorized' : 'captured'
    case 'reversed':
      return 'error'
    case 'expired':
    case 'cancelled':
      return 'canceled'
  }
}

/** Maps an invoice's status to a webhook action. */
export function getWebhookAction(invoice: Invoice): PaymentActions {
  const status = getSessionStatus(invoice)
  return status === 'error' ? 'failed' : status
}

/** Webhooks that may change the status. */
export const statusEvents: ReadonlySet<string> = new Set([
  'invoice.paid',
  'invoice.cancelled',
  'invoice.expired',
  'invoice.reversed',
  'invoice.restored',
  'payment.received',
  'payment.confirmed',
])
