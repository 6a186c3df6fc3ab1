import { type CoinCode, findCoin } from '../coins/index.ts'
import { type Instant, parseIsoString, toIsoString } from '../kernel/clock.ts'
import { formatDecimal, parseDecimal } from '../kernel/money.ts'
import type { Agreement } from './rate.ts'

/** The rates in one currency and the fee rates at one moment. It is stored once, never changes, and quotes reference it. */
export interface RateSnapshot {
  readonly id: string
  readonly takenAt: Instant
  readonly currency: string
  /** Every coin: its rate with sources and time, or why it had none. */
  readonly rates: ReadonlyMap<CoinCode, Agreement>
  /** Base units per 1 000 bytes, for coins whose network was usable. */
  readonly feeRates: ReadonlyMap<CoinCode, bigint>
}

/** Storage of snapshots. */
export interface SnapshotStore {
  /** Stores the snapshot, unless it is already there. */
  insert(snapshot: RateSnapshot): Promise<void>
  find(id: string): Promise<RateSnapshot | null>
}

/** The rate at which `coin` may be offered at `now`: the snapshot's, unless it has become too old. */
export function getCurrentRate(snapshot: RateSnapshot, coin: CoinCode, now: Instant): Agreement {
  const rate = snapshot.rates.get(coin) ?? { agreed: false, reason: 'no source has a rate' }
  return rate.agreed && rate.validUntil < now ? { agreed: false, reason: 'its rates are too old' } : rate
}

/** Whether two snapshots are equal apart from their ids and times. */
export const hasSameContent = (one: RateSnapshot, other: RateSnapshot): boolean =>
  serialiseContent(one) === serialiseContent(other)

const serialiseContent = ({ rates, feeRates }: RateSnapshot): string =>
  JSON.stringify([
    [...rates].map(([coin, rate]) => [
      coin,
      rate.agreed ? [formatDecimal(rate.value), rate.sources] : rate.reason,
    ]),
    [...feeRates].map(([coin, feeRate]) => [coin, feeRate.toString()]),
  ])

interface StoredRate {
  readonly value: string
  readonly sources: readonly string[]
  readonly at: string
  readonly fresh_until: string
}

/** The stored snapshot without its id and time: decimals and integers as text, times in ISO 8601. */
interface Body {
  readonly currency: string
  readonly rates: Readonly<Record<string, StoredRate | { readonly missing: string }>>
  readonly fee_rates: Readonly<Record<string, string>>
}

/** Serialises a snapshot's body as JSON. */
export function serialiseSnapshotBody({ currency, rates, feeRates }: RateSnapshot): string {
  const body: Body = {
    currency,
    rates: Object.fromEntries([...rates].map(([coin, rate]) => [coin, serialiseRate(rate)])),
    fee_rates: Object.fromEntries([...feeRates].map(([coin, feeRate]) => [coin, feeRate.toString()])),
  }
  return JSON.stringify(body)
}

function serialiseRate(rate: Agreement): Body['rates'][string] {
  if (!rate.agreed) return { missing: rate.reason }
  const { value, sources, observedAt, validUntil } = rate
  return {
    value: formatDecimal(value),
    sources,
    at: toIsoString(observedAt),
    fresh_until: toIsoString(validUntil),
  }
}

/** Parses the output of `serialiseSnapshotBody`. Skips coins that the service no longer supports. */
export function parseSnapshotBody(id: string, takenAt: Instant, text: string): RateSnapshot {
  const body = JSON.parse(text) as Body
  return {
    id,
    takenAt,
    currency: body.currency,
    rates: mapByCoin(body.rates, parseRate),
    feeRates: mapByCoin(body.fee_rates, BigInt),
  }
}

function mapByCoin<From, To>(
  record: Readonly<Record<string, From>>,
  parse: (from: From) => To,
): ReadonlyMap<CoinCode, To> {
  const entries = Object.entries(record).flatMap(([code, from]) => {
    const coin = findCoin(code)
    return coin ? [[coin.code, parse(from)] as const] : []
  })
  return new Map(entries)
}

function parseRate(stored: Body['rates'][string]): Agreement {
  if ('missing' in stored) return { agreed: false, reason: stored.missing }
  const value = parseDecimal(stored.value)
  if (!value) throw new Error(`A stored rate cannot be parsed: ${stored.value}`)
  const { sources, at, fresh_until } = stored
  return {
    agreed: true,
    value,
    sources,
    observedAt: parseIsoString(at),
    validUntil: parseIsoString(fresh_until),
  }
}
