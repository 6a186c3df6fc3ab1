import { type CoinCode, coins } from '../coins/index.ts'
import { type Clock, second } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Transact } from '../kernel/transact.ts'
import { createRatePoller } from './poller.ts'
import { type Agreement, findAgreement, formatNoRateReason, formatPair, type Pair } from './rate.ts'
import { getEffectiveQuorum, type Quorum } from './settings.ts'
import type { RateSnapshot, SnapshotStore } from './snapshot.ts'
import { createRateSnapshots } from './snapshots.ts'
import type { RateSource } from './sources/source.ts'

export interface RatesOptions {
  readonly sources: readonly RateSource[]
  /** Currencies to request from the sources: ISO 4217, upper case. */
  readonly currencies: readonly string[]
  /** Ignored when fixed rates are the only source: they need no second one. */
  readonly quorum: Quorum
  readonly maxAgeMs: number
  readonly pollMs: number
  /** Required fee rates in base units per 1 000 bytes, for coins whose network is currently usable. */
  getFeeRates(): ReadonlyMap<CoinCode, bigint>
  readonly clock: Clock
  readonly transact: Transact<{ readonly snapshots: SnapshotStore }>
  /** For reads outside a transaction. */
  readonly snapshots: Pick<SnapshotStore, 'find'>
  readonly log: Logger
}

/** A gauge: the age of a source's rate for a pair. */
interface RateAge {
  readonly source: string
  readonly pair: string
  readonly seconds: number
}

/** A pair without an agreed rate. `reason` completes a sentence that starts with the coin. */
export interface UnpricedPair extends Pair {
  readonly reason: string
}

/** Rates of every coin, polled in the background. A coin has no rate unless enough sources agree. */
export function createRates(options: RatesOptions) {
  const { sources, maxAgeMs, clock } = options
  const codes = [...coins.keys()]
  const pairs = options.currencies.flatMap((currency) => codes.map((coin) => ({ coin, currency })))
  const quorum = getEffectiveQuorum(sources, options.quorum)
  const { start, stop, pollOnce, waitUntilPolled, listRates, listStates, getVersion } = createRatePoller({
    ...options,
    pairs,
  })
  const snapshots = createRateSnapshots({ ...options, findAgreements, getVersion })
  return {
    start,
    stop,
    pollOnce,
    ...snapshots,
    storeOncePolled,
    listCurrencies,
    listAges,
    listStates,
    listUnpricedPairs,
  }

  /** Like `storeCurrent`, but just after a start, waits for the first rates. */
  async function storeOncePolled(currency: string): Promise<RateSnapshot> {
    await waitUntilPolled()
    return snapshots.storeCurrent(currency)
  }

  function findAgreements(currency: string): ReadonlyMap<CoinCode, Agreement> {
    return new Map(codes.map((coin) => [coin, findCoinAgreement(coin, currency)]))
  }

  function findCoinAgreement(coin: CoinCode, currency: string): Agreement {
    const limits = { maxAgeMs, quorum: quorum.byCoin.get(coin) ?? quorum.defaultCount }
    return findAgreement(listRates({ coin, currency }), clock.now(), limits)
  }

  /** The currencies in which some coin has a rate now, sorted alphabetically. */
  function listCurrencies(): string[] {
    const availableCurrencies = new Set(listRates().map(({ currency }) => currency))
    return [...availableCurrencies]
      .filter((currency) => codes.some((coin) => findCoinAgreement(coin, currency).isAgreed))
      .sort()
  }

  /** The pairs without an agreed rate now, and why. */
  function listUnpricedPairs(): UnpricedPair[] {
    return pairs.flatMap(({ coin, currency }) => {
      const agreement = findCoinAgreement(coin, currency)
      return agreement.isAgreed ? [] : { coin, currency, reason: formatNoRateReason(agreement.reason) }
    })
  }

  function listAges(): RateAge[] {
    const now = clock.now()
    return listRates().map((rate) => {
      const seconds = Math.max(0, Math.floor((now - rate.observedAt) / second))
      return { source: rate.source, pair: formatPair(rate), seconds }
    })
  }
}
