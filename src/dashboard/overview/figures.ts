import assert from 'node:assert/strict'
import { type Decimal, decimal } from '../../kernel/money.ts'

/** Paid invoices of one currency, paid in one coin. */
export interface Sale {
  /** Denomination. */
  readonly currency: string
  readonly coin: string
  readonly sum: Decimal
  readonly count: number
}

/** What some invoices come to. */
export interface Takings {
  readonly sum: Decimal
  readonly count: number
}

export interface TakingsIn extends Takings {
  readonly currency: string
}

export interface ShareOf extends Takings {
  readonly coin: string
  /** Of the sum of all coins, in thousandths, rounded. */
  readonly thousandths: number
}

export const nothing: Takings = { sum: decimal(0n, 0), count: 0 }

/** The most that ISO 4217 knows: no amount has more places than its currency. */
const mostPlaces = 4
const tenTo = [1n, 10n, 100n, 1_000n, 10_000n] as const

/** Sums are whole numbers of ten thousandths while they are made: nothing is rounded. */
export function takingsOf(sales: readonly Sale[]): Takings {
  let [units, count] = [0n, 0]
  for (const sale of sales) {
    units += unitsOf(sale.sum)
    count += sale.count
  }
  return { sum: decimal(units, mostPlaces), count }
}

/** The same with one sale for each currency and coin: what is added up again and again is added up once. */
export function condensed(sales: readonly Sale[]): Sale[] {
  const groups = Map.groupBy(sales, ({ currency, coin }) => `${currency} ${coin}`)
  return [...groups.values()].flatMap((some) => {
    const [first] = some
    return first ? [{ ...first, ...takingsOf(some) }] : []
  })
}

/** A line for each currency: the account's own first, even where there is nothing in it; the others by their codes. */
export function byCurrency(sales: readonly Sale[], own: string): [TakingsIn, ...TakingsIn[]] {
  const groups = Map.groupBy(sales, ({ currency }) => currency)
  const others = [...groups.keys()].filter((currency) => currency !== own).sort()
  const line = (currency: string): TakingsIn => ({ currency, ...takingsOf(groups.get(currency) ?? []) })
  return [line(own), ...others.map(line)]
}

/** What each coin has brought, the most first. All sales are of one currency. */
export function byCoin(sales: readonly Sale[]): ShareOf[] {
  const whole = unitsOf(takingsOf(sales).sum)
  const shares = [...Map.groupBy(sales, ({ coin }) => coin)].map(([coin, some]) => {
    const takings = takingsOf(some)
    const thousandths = whole === 0n ? 0n : (unitsOf(takings.sum) * 2_000n + whole) / (2n * whole)
    return { coin, ...takings, thousandths: Number(thousandths) }
  })
  return shares.sort((a, b) => {
    const [left, right] = [unitsOf(a.sum), unitsOf(b.sum)]
    return left === right ? (a.coin < b.coin ? -1 : 1) : left < right ? 1 : -1
  })
}

const unitsOf = ({ digits, scale }: Decimal): bigint => {
  assert(scale <= mostPlaces, 'an amount has more places than any currency')
  return digits * (tenTo[mostPlaces - scale] ?? 1n)
}
