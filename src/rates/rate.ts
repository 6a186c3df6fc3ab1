import type { CoinCode } from '../coins/index.ts'
import { type Instant, minute } from '../kernel/clock.ts'
import { compareDecimals, createDecimal, type Decimal } from '../kernel/money.ts'

/** A coin priced in a currency (ISO 4217, upper case). */
export interface Pair {
  readonly coin: CoinCode
  readonly currency: string
}

/** A rate from one source. */
export interface Rate extends Pair {
  /** Units of the currency per coin. */
  readonly value: Decimal
  readonly source: string
  /** The source's own time if it provides one, otherwise the time of its response. */
  readonly observedAt: Instant
}

/** The name of a pair: `BTC/USD`. */
export const formatPair = ({ coin, currency }: Pair): string => `${coin}/${currency}`

/** When rates from several sources agree. */
export interface AgreementLimits {
  readonly maxAgeMs: number
  /** How many sources must agree. */
  readonly quorum: number
}

/** The rate that enough sources agree on, or why there is none. */
export type Agreement =
  | {
      readonly isAgreed: true
      /** Median of the agreeing rates, units of the currency per coin. */
      readonly value: Decimal
      /** Names of the agreeing sources, sorted. */
      readonly sources: readonly string[]
      /** Time of the oldest rate among them. */
      readonly observedAt: Instant
      /** After this time the rate is too old to be offered. */
      readonly validUntil: Instant
    }
  | { readonly isAgreed: false; readonly reason: NoRateReason }

/** Why a coin has no rate. */
export type NoRateReason =
  | { readonly code: 'no_source' | 'outdated' | 'disagreement' }
  /** Fewer sources than required have a recent rate. */
  | { readonly code: 'too_few_sources'; readonly count: number; readonly required: number }

/** Completes a sentence that starts with the coin: "BTC: its sources disagree". */
export function formatNoRateReason(reason: NoRateReason): string {
  switch (reason.code) {
    case 'no_source':
      return 'no source has a rate'
    case 'outdated':
      return 'its rates are too old'
    case 'disagreement':
      return 'its sources disagree'
    case 'too_few_sources':
      return `only ${reason.count} of ${reason.required} required sources`
  }
}

/**
 * Rates agree when the highest is within 5% of the lowest. Exchanges differ by less than 1%, in a crash by about 3%. A faulty rate (a
 * dead feed, a wrong currency, a shifted decimal point) is off by far more.
 */
const agreementPercent = 5n

/** A source's clock may run this far ahead of ours. Beyond that, its times are meaningless. */
const clockSkewMs = minute

export const createMissingRate = (reason: NoRateReason): Agreement => ({ isAgreed: false, reason })

/**
 * Combines the sources' rates of one pair, at most one each, into one rate: the median of the largest group that agrees. Rates that are
 * zero, too old or from the future don't count, and outliers are dropped. There is no rate if the quorum isn't met, or if an equally large
 * group agrees on a different rate.
 */
export function findAgreement(
  rates: readonly Rate[],
  now: Instant,
  { maxAgeMs, quorum }: AgreementLimits,
): Agreement {
  const valid = rates.filter(({ value, observedAt }) => value.digits > 0n && observedAt <= now + clockSkewMs)
  if (valid.length === 0) return createMissingRate({ code: 'no_source' })
  const recent = valid.filter(({ observedAt }) => observedAt + maxAgeMs >= now)
  if (recent.length === 0) return createMissingRate({ code: 'outdated' })
  if (recent.length < quorum)
    return createMissingRate({ code: 'too_few_sources', count: recent.length, required: quorum })

  const group = findLargestGroup(recent)
  if (group.length < quorum || group.length === 0) return createMissingRate({ code: 'disagreement' })
  const observedAt = Math.min(now, ...group.map((rate) => rate.observedAt))
  const sources = group.map(({ source }) => source).sort()
  return {
    isAgreed: true,
    value: computeMedian(group.map(({ value }) => value)),
    sources,
    observedAt,
    validUntil: observedAt + maxAgeMs,
  }
}

/**
 * The largest group of rates within 5% of one another, lowest first. Of overlapping groups of equal size, the one with the smallest
 * spread. Empty when a disjoint group is equally large.
 */
function findLargestGroup(rates: readonly Rate[]): readonly Rate[] {
  const sorted = rates.toSorted((a, b) => compareDecimals(a.value, b.value))
  const groups = sorted.map(({ value: lowest }, start) => {
    const highest = { digits: lowest.digits * (100n + agreementPercent), scale: lowest.scale + 2 }
    return sorted.slice(start).filter(({ value }) => compareDecimals(value, highest) <= 0)
  })
  const [largest = [], ...others] = groups.sort((a, b) => b.length - a.length || compareSpreads(a, b))
  const competing = others.find(
    (group) => group.length === largest.length && !group.some((rate) => largest.includes(rate)),
  )
  return competing ? [] : largest
}

/** Negative when the ratio of highest to lowest is smaller in `a` than in `b`. */
function compareSpreads(a: readonly Rate[], b: readonly Rate[]): number {
  const [lowA, highA, lowB, highB] = [a[0], a.at(-1), b[0], b.at(-1)]
  if (!lowA || !highA || !lowB || !highB) return 0
  return compareDecimals(multiply(highA.value, lowB.value), multiply(highB.value, lowA.value))
}

const multiply = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  scale: a.scale + b.scale,
})

/** The middle of sorted values, or the exact mean of the middle two. */
function computeMedian(sorted: readonly Decimal[]): Decimal {
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  if (!upper || !lower) throw new RangeError('an empty list has no median')
  const scale = Math.max(lower.scale, upper.scale)
  const sum =
    lower.digits * 10n ** BigInt(scale - lower.scale) + upper.digits * 10n ** BigInt(scale - upper.scale)
  return createDecimal(sum * 5n, scale + 1)
}
