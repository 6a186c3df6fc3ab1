import type { UnpaidInvoice } from '../../src/invoices/invoice.ts'
import { createDecimal } from '../../src/kernel/money.ts'

/** An invoice over $12.50 with only the required fields. */
export const unpaidInvoice: UnpaidInvoice = {
  uid: 'uid',
  accountId: 1,
  status: 'unpaid',
  amount: createDecimal(125n, 1),
  currency: 'USD',
  memo: null,
  redirectUrl: null,
  webhookUrl: null,
  externalId: null,
  businessId: null,
  locationId: null,
  registerId: null,
  metadata: null,
  coins: null,
  confirmations: null,
  checkout: null,
  isArchived: false,
  isPaidAfterExpiry: false,
  createdAt: 0,
  expiresAt: 10,
  quote: { snapshotId: 's', quotedAt: 0, expiresAt: 5, coins: [] },
  claimedBy: null,
  eventSequence: 1,
  revision: 1,
  anyWallet: null,
}
