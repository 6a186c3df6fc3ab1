import type { InvoiceAmount } from '../../invoices/list.ts'
import { createDecimal } from '../../kernel/money.ts'
import { type CurrencyRevenue, sumByCurrency } from '../overview/figures.ts'

/** A total of more invoices would take too many reads. The export contains them all. */
export const maxInvoicesInTotals = 5_000

/** Totals of the filtered invoices. */
export interface Totals {
  readonly count: number
  readonly invoiced: readonly CurrencyRevenue[]
  readonly paid: readonly CurrencyRevenue[]
}

export function computeTotals(amounts: readonly InvoiceAmount[], currency: string): Totals {
  const computeSums = (invoices: readonly InvoiceAmount[]) =>
    sumByCurrency(
      invoices.map(({ amount, currency, count }) => ({
        currency,
        coin: '',
        sum: createDecimal(amount.digits * BigInt(count), amount.scale),
        count,
      })),
      currency,
    ).filter(({ count }) => count > 0)
  return {
    count: amounts.reduce((sum, { count }) => sum + count, 0),
    invoiced: computeSums(amounts),
    paid: computeSums(amounts.filter(({ status }) => status === 'paid')),
  }
}
