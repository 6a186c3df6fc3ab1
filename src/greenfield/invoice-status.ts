import type { Invoice, InvoiceWithPayment } from '../invoices/invoice.ts'
import { hasExcess, hasReceived } from '../invoices/received.ts'

/** The invoice statuses of BTCPay Server. */
export const greenfieldStatuses = ['New', 'Processing', 'Settled', 'Expired', 'Invalid'] as const
export type GreenfieldStatus = (typeof greenfieldStatuses)[number]
export const additionalStatuses = ['None', 'PaidLate', 'PaidPartial', 'PaidOver', 'Marked'] as const
type AdditionalStatus = (typeof additionalStatuses)[number]

/** The status of an invoice in the Greenfield API. */
export function getGreenfieldStatus(invoice: Invoice): {
  readonly status: GreenfieldStatus
  readonly additionalStatus: AdditionalStatus
} {
  switch (invoice.status) {
    case 'unpaid':
      return { status: 'New', additionalStatus: hasReceived(invoice) ? 'PaidPartial' : 'None' }
    case 'expired':
      return { status: 'Expired', additionalStatus: hasReceived(invoice) ? 'PaidPartial' : 'None' }
    case 'cancelled':
      return { status: 'Invalid', additionalStatus: 'Marked' }
    case 'reversed':
      return { status: 'Invalid', additionalStatus: 'None' }
    case 'paid':
      return {
        status: isSettled(invoice) ? 'Settled' : 'Processing',
        additionalStatus: getAdditionalStatus(invoice),
      }
  }
}

/** Whether all its counted payments have had the required confirmations at some time. A reorganisation doesn't undo that. */
function isSettled({ payment, anyWallet }: InvoiceWithPayment): boolean {
  const counted = anyWallet?.received.filter((output) => output.isCounted) ?? []
  return counted.length > 0
    ? counted.every(({ settledAt }) => settledAt !== null)
    : payment.settledAt !== null
}

function getAdditionalStatus({ anyWallet, isPaidAfterExpiry }: InvoiceWithPayment): AdditionalStatus {
  // The merchant accepted less than the amount.
  if (anyWallet?.acceptedValue) return 'Marked'
  if (isPaidAfterExpiry || anyWallet?.isPaidLate) return 'PaidLate'
  return hasExcess(anyWallet?.received ?? []) ? 'PaidOver' : 'None'
}
