import { type CoinCode, findCoin } from '../coins/index.ts'
import { type Instant, parseIsoString, toIsoString } from '../kernel/clock.ts'
import { formatDecimal, parseDecimal } from '../kernel/money.ts'
import { type Agreement, createMissingRate, formatNoRateReason, type NoRateReason } from './rate.ts'

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
  const rate = snapshot.rates.get(coin) ?? createMissingRate({ code: 'no_source' })
  return rate.isAgreed && rate.validUntil < now ? createMissingRate({ code: 'outdated' }) : rate
}

/** Whether two snapshots are equal apart from their ids and times. */
export const hasSameContent = (one: RateSnapshot, other: RateSnapshot): boolean =>
  serialiseContent(one) === serialiseContent(other)

const serialiseContent = ({ rates, feeRates }: RateSnapshot): string =>
  JSON.stringify([
    [...rates].map(([coin, rate]) => [
      coin,
      rate.isAgreed ? [formatDecimal(rate.value), rate.sources] : rate.reason,
    ]),
    [...feeRates].map(([coin, feeRate]) => [coin, feeRate.toString()]),
  ])

interface StoredRate {
  readonly value: string
  readonly sources: readonly string[]
  readonly at: string
  readonly fresh_until: string
}

/** `missing` is a code; earlier builds stored the text of `formatNoRateReason`. */
interface MissingRate {
  readonly missing: string
  readonly count?: number
  readonly required?: number
}

/** The stored snapshot without its id and time: decimals and integers as text, times in ISO 8601. */
interface Body {
  readonly currency: string
  readonly rates: Readonly<Record<string, StoredRate | MissingRate>>
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
  if (!rate.isAgreed) {
    const { code: missing, ...details } = rate.reason
    return { missing, ...details }
  }
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

function parseRate(storedRate: Body['rates'][string]): Agreement {
  if ('missing' in storedRate) return createMissingRate(parseReason(storedRate))
  const value = parseDecimal(storedRate.value)
  if (!value) throw new Error(`a stored rate cannot be parsed: ${storedRate.value}`)
  const { sources, at, fresh_until } = storedRate
  return {
    isAgreed: true,
    value,
    sources,
    observedAt: parseIsoString(at),
    validUntil: parseIsoString(fresh_until),
  }
}

function parseReason({ missing, count = 0, required = 0 }: MissingRate): NoRateReason {
  const [, countText, requiredText] = /^only (\d+) of (\d+) required sources$/.exec(missing) ?? []
  if (countText !== undefined)
    return { code: 'too_few_sources', count: Number(countText), required: Number(requiredText) }
  if (missing === 'too_few_sources') return { code: missing, count, required }
  const reason = simpleReasons.find((each) => each.code === missing || formatNoRateReason(each) === missing)
  return reason ?? { code: 'no_source' }
}

const simpleReasons: readonly NoRateReason[] = [
  { code: 'no_source' },
  { code: 'outdated' },
  { code: 'disagreement' },
]
