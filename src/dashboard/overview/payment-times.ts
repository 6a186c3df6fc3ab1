import { hour, type Instant, minute, second } from '../../kernel/clock.ts'

/** When an invoice was created and paid. */
export interface PaymentTime {
  readonly createdAt: Instant
  readonly paidAt: Instant
}

/** The number of invoices paid within one range of times. */
export interface TimeBucket {
  /** Exclusive lower bound; 0 in the first bucket, which includes 0. */
  readonly overMs: number
  /** Inclusive upper bound; null for no limit. */
  readonly withinMs: number | null
  readonly count: number
}

export interface PaymentTimes {
  /** Null if no invoice was paid. */
  readonly medianMs: number | null
  readonly buckets: readonly TimeBucket[]
  readonly count: number
}

/** Chosen for payers with a wallet at hand, payers who have to find theirs, and payers who come back later. */
const limits = [30 * second, minute, 2 * minute, 5 * minute, 15 * minute, hour] as const

export function summarisePaymentTimes(times: readonly PaymentTime[]): PaymentTimes {
  const sorted = times.map(({ createdAt, paidAt }) => Math.max(0, paidAt - createdAt)).sort((a, b) => a - b)
  const countWithin = (limit: number): number => sorted.filter((ms) => ms <= limit).length
  const buckets = [...limits, null].map((limit, index) => {
    const lowerLimit = limits[index - 1]
    const before = lowerLimit === undefined ? 0 : countWithin(lowerLimit)
    return {
      overMs: lowerLimit ?? 0,
      withinMs: limit,
      count: (limit === null ? sorted.length : countWithin(limit)) - before,
    }
  })
  return { medianMs: computeMedian(sorted), buckets, count: sorted.length }
}

function computeMedian(sorted: readonly number[]): number | null {
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  return upper === undefined || lower === undefined ? null : Math.round((lower + upper) / 2)
}
