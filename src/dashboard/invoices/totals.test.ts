import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InvoiceAmount } from '../../invoices/list.ts'
import { createDecimal, formatDecimal } from '../../kernel/money.ts'
import { computeTotals } from './totals.ts'

const createAmount = (status: string, cents: bigint, count = 1, currency = 'USD'): InvoiceAmount => ({
  status,
  amount: createDecimal(cents, 2),
  currency,
  count,
})

test('totals are exact sums by currency, for all and for paid invoices; a reversed invoice is not paid', () => {
  const { count, invoiced, paid } = computeTotals(
    [
      createAmount('paid', 10n, 3),
      createAmount('reversed', 20n),
      createAmount('unpaid', 5n, 1, 'EUR'),
      createAmount('paid', 3n, 1, 'EUR'),
      createAmount('paid', 9_007_199_254_740_993n, 7, 'JPY'),
    ],
    'USD',
  )
  const formatWritten = (all: typeof invoiced) =>
    all.map(({ sum, currency }) => `${formatDecimal(sum)} ${currency}`)
  assert.equal(count, 13)
  assert.deepEqual(formatWritten(invoiced), ['0.5 USD', '0.08 EUR', '630503947831869.51 JPY'])
  assert.deepEqual(formatWritten(paid), ['0.3 USD', '0.03 EUR', '630503947831869.51 JPY'])
})
