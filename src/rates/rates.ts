import { type CoinCode, coins } from '../coins/index.ts'
import { type Clock, second } from '../kernel/clock.ts'
import type { Notes } from '../kernel/notes.ts'
import type { Transact } from '../kernel/transact.ts'
import { polls } from './polls.ts'
import { type Agreement, agree, type Pair, pairName } from './rate.ts'
import { type Quorum, quorumFor } from './settings.ts'
import type { SnapshotStore } from './snapshot.ts'
import { rateSnapshots } from './snapshots.ts'
import type { RateSource } from './sources/source.ts'

export interface RatesOptions {
  readonly sources: readonly RateSource[]
  /** Currencies that the sources are asked for: ISO 4217, upper case. */
  readonly currencies: readonly string[]
  /** Fixed rates alone need no second source, whatever it says. */
  readonly quorum: Quorum
  readonly maxAgeMs: number
  readonly pollMs: number
  /** Required fee rates, base units per 1 000 bytes, of the coins whose network is usable now. */
  feeRates(): ReadonlyMap<CoinCode, bigint>
  readonly clock: Clock
  readonly transact: Transact<{ readonly snapshots: SnapshotStore }>
  /** For reading outside of a transaction. */
  readonly snapshots: Pick<SnapshotStore, 'find'>
  readonly log: Notes
}

/** How old a source's rate of a pair is: a gauge. */
export interface RateAge {
  readonly source: string
  readonly pair: string
  readonly seconds: number
}

/** A pair without a price. `reason` ends a sentence that begins with the coin. */
export interface RefusedPair extends Pair {
  readonly reason: string
}

export type Rates = ReturnType<typeof rates>

/** Rates of every coin, polled in the background and agreed between sources; a coin without agreement has none. */
export function rates(options: RatesOptions) {
  const { sources, maxAgeMs, clock } = options
  const codes = [...coins.keys()]
  const pairs = options.currencies.flatMap((currency) => codes.map((coin) => ({ coin, currency })))
  const quorum = quorumFor(sources, options.quorum)
  const { start, stop, refresh, rates, states, version } = polls({ ...options, pairs })
  const snapshots = rateSnapshots({ ...options, agreements, version })
  return { start, stop, refresh, ...snapshots, currencies, ages, states, refused }

  function agreements(currency: string): ReadonlyMap<CoinCode, Agreement> {
    return new Map(codes.map((coin) => [coin, agreement(coin, currency)]))
  }

  function agreement(coin: CoinCode, currency: string): Agreement {
    const limits = { maxAgeMs, quorum: quorum.of.get(coin) ?? quorum.usual }
    return agree(rates({ coin, currency }), clock.now(), limits)
  }

  /** The currencies in which some coin has a rate now, in alphabetical order. */
  function currencies(): string[] {
    const said = new Set(rates().map(({ currency }) => currency))
    return [...said].filter((currency) => codes.some((coin) => agreement(coin, currency).agreed)).sort()
  }

  /** The pairs that have no price now, and why. */
  function refused(): RefusedPair[] {
    return pairs.flatMap(({ coin, currency }) => {
      const found = agreement(coin, currency)
      return found.agreed ? [] : { coin, currency, reason: found.reason }
    })
  }

  function ages(): RateAge[] {
    const now = clock.now()
    return rates().map((rate) => {
      const seconds = Math.max(0, Math.floor((now - rate.at) / second))
      return { source: rate.source, pair: pairName(rate), seconds }
    })
  }
}
