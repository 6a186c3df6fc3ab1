import { type createInvoicePager, newestFirst } from '../../invoices/browse.ts'
import { compareDecimals, type Decimal } from '../../kernel/money.ts'

export type BrowseInvoices = ReturnType<typeof createInvoicePager>

/** Catches two extra zeros, or a missing decimal point. */
const unusualFactor = 100n
/** An account with fewer invoices has no usual amount. */
const minInvoices = 3
/** The median is that of this many recent invoices. */
const maxInvoices = 20

/** Amounts of the newest invoices in this currency. */
export async function listLatestAmounts(
  browse: BrowseInvoices,
  accountId: number,
  currency: string,
): Promise<Decimal[]> {
  const query = { filters: { currency }, limit: maxInvoices, cursor: null, sort: newestFirst }
  const page = await browse(accountId, query)
  return (page?.invoices ?? []).map(({ amount }) => amount)
}

/** Whether the amount is at least 100 times the median of the latest ones. */
export function isUnusual(amount: Decimal, latest: readonly Decimal[]): boolean {
  const median = latest.toSorted(compareDecimals)[latest.length >> 1]
  if (median === undefined || latest.length < minInvoices) return false
  return compareDecimals(amount, { digits: median.digits * unusualFactor, scale: median.scale }) >= 0
}
