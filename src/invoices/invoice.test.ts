import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unpaidInvoice } from '../../test/helpers/unpaid-invoice.ts'
import { baseUnits } from '../kernel/money.ts'
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

/** An invoice in that status with the matching fields. */
function invoiceOf(status: Invoice['status']): Invoice {
  if (status === 'paid' || status === 'reversed') return { ...unpaidInvoice, status, paidAt: 2, payment }
  return { ...unpaidInvoice, status }
}

test('an unpaid invoice can be paid and keeps its status', () => {
  assert.deepEqual(requirePayable(invoiceOf('unpaid')), invoiceOf('unpaid'))
})

test('other invoices cannot be paid, and the error names the status', () => {
  for (const status of ['paid', 'cancelled', 'expired', 'reversed'] as const)
    assert.throws(() => requirePayable(invoiceOf(status)), { code: `invoice_${status}` }, status)
})
