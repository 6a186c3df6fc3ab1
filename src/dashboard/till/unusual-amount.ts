import { compareDecimals, type Decimal } from '../../kernel/money.ts'

/** Catches two extra zeros, or a missing decimal point. */
const unusualFactor = 100n
/** Fewer invoices don't show what is usual. */
const minInvoices = 3

/** Whether the amount is at least 100 times the median of the latest ones. */
export function isUnusual(amount: Decimal, latest: readonly Decimal[]): boolean {
  const usual = latest.toSorted(compareDecimals)[latest.length >> 1]
  if (usual === undefined || latest.length < minInvoices) return false
  return compareDecimals(amount, { digits: usual.digits * unusualFactor, scale: usual.scale }) >= 0
}
