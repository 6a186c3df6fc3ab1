import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseUnits, decimal } from '../kernel/money.ts'
import { type Invoice, requirePayable, type SettledPayment } from './invoice.ts'

const payment: SettledPayment = {
  id: 'pay_1',
  coin: 'LTC',
  amount: baseUnits(1n),
  txids: ['ab'],
  replaceable: false,
  requiredConfirmations: null,
  acceptedAt: 2,
  confirmedAt: null,
  settledAt: null,
  blockHeight: null,
}

/** An invoice in that status with the matching facts. */
function invoiceOf(status: Invoice['status']): Invoice {
  const bill = {
    uid: 'uid',
    accountId: 1,
    amount: decimal(125n, 1),
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
  if (status === 'paid' || status === 'reversed') return { ...bill, status, paidAt: 2, payment }
  return { ...bill, status }
}

test('an unpaid invoice can be paid and keeps its status', () => {
  assert.deepEqual(requirePayable(invoiceOf('unpaid')), invoiceOf('unpaid'))
})

test('other invoices cannot be paid, and the error names the status', () => {
  for (const status of ['paid', 'cancelled', 'expired', 'reversed'] as const)
    assert.throws(() => requirePayable(invoiceOf(status)), { code: `invoice_${status}` }, status)
})
