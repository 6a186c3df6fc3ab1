import assert from 'node:assert/strict'
import { createDecimal, type Decimal } from '../../kernel/money.ts'

/** Paid invoices in one currency, paid in one coin. */
export interface SalesTotal {
  /** The currency of the invoices. */
  readonly currency: string
  readonly coin: string
  readonly sum: Decimal
  readonly count: number
}

/** Sum and number of some invoices. */
export interface Revenue {
  readonly sum: Decimal
  readonly count: number
}

export interface CurrencyRevenue extends Revenue {
  readonly currency: string
}

export interface CoinShare extends Revenue {
  readonly coin: string
  /** Share of the sum of all coins, in thousandths, rounded. */
  readonly thousandths: number
}

export const noRevenue: Revenue = { sum: createDecimal(0n, 0), count: 0 }

/** The most that a currency has in ISO 4217. No amount has more decimal places than its currency. */
const maxDecimalPlaces = 4
const powersOfTen = [1n, 10n, 100n, 1_000n, 10_000n] as const

/** Adds up exactly, in integers of 1/10 000. */
export function computeRevenue(sales: readonly SalesTotal[]): Revenue {
  let [units, count] = [0n, 0]
  for (const sale of sales) {
    units += toUnits(sale.sum)
    count += sale.count
  }
  return { sum: createDecimal(units, maxDecimalPlaces), count }
}

/** Merges sales with the same currency and coin, so that later totals add up fewer items. */
export function mergeSales(sales: readonly SalesTotal[]): SalesTotal[] {
  const groups = Map.groupBy(sales, ({ currency, coin }) => `${currency} ${coin}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first ? [{ ...first, ...computeRevenue(group) }] : []
  })
}

/** Revenue per currency: the account's currency first, even without revenue, then the others by code. */
export function sumByCurrency(
  sales: readonly SalesTotal[],
  accountCurrency: string,
): [CurrencyRevenue, ...CurrencyRevenue[]] {
  const groups = Map.groupBy(sales, ({ currency }) => currency)
  const others = [...groups.keys()].filter((currency) => currency !== accountCurrency).sort()
  const sumCurrency = (currency: string): CurrencyRevenue => ({
    currency,
    ...computeRevenue(groups.get(currency) ?? []),
  })
  return [sumCurrency(accountCurrency), ...others.map(sumCurrency)]
}

/** Revenue per coin, largest first. All sales must be in one currency. */
export function sumByCoin(sales: readonly SalesTotal[]): CoinShare[] {
  const total = toUnits(computeRevenue(sales).sum)
  const shares = [...Map.groupBy(sales, ({ coin }) => coin)].map(([coin, group]) => {
    const revenue = computeRevenue(group)
    const thousandths = total === 0n ? 0n : (toUnits(revenue.sum) * 2_000n + total) / (2n * total)
    return { coin, ...revenue, thousandths: Number(thousandths) }
  })
  return shares.sort((a, b) => {
    const [left, right] = [toUnits(a.sum), toUnits(b.sum)]
    return left === right ? (a.coin < b.coin ? -1 : 1) : left < right ? 1 : -1
  })
}

const toUnits = ({ digits, scale }: Decimal): bigint => {
  assert(scale <= maxDecimalPlaces, 'an amount has more decimals than any currency')
  return digits * (powersOfTen[maxDecimalPlaces - scale] ?? 1n)
}
