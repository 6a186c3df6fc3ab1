import type { AskedAmount } from '../../invoices/list.ts'
import { decimal } from '../../kernel/money.ts'
import { byCurrency, type TakingsIn } from '../overview/figures.ts'

/** A total over more invoices costs too many reads for a figure that nobody asked for. The export contains them all. */
export const maxTotalled = 5_000

/** Totals of the filtered invoices. */
export interface Totals {
  readonly count: number
  readonly asked: readonly TakingsIn[]
  readonly paid: readonly TakingsIn[]
}

export function totalsOf(amounts: readonly AskedAmount[], currency: string): Totals {
  const sums = (those: readonly AskedAmount[]) =>
    byCurrency(
      those.map(({ amount, currency, count }) => ({
        currency,
        coin: '',
        sum: decimal(amount.digits * BigInt(count), amount.scale),
        count,
      })),
      currency,
    ).filter(({ count }) => count > 0)
  return {
    count: amounts.reduce((sum, { count }) => sum + count, 0),
    asked: sums(amounts),
    paid: sums(amounts.filter(({ status }) => status === 'paid')),
  }
}
