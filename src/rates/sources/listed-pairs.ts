import type { CoinCode } from '../../coins/index.ts'
import { type Clock, hour, type Instant } from '../../kernel/clock.ts'
import { formatPair, type Pair, type Rate } from '../rate.ts'
import type { RateSource } from './source.ts'

/** The coins that an exchange trades, by currency. */
export type Markets = ReadonlyMap<string, readonly CoinCode[]>

/** Filters the pairs that an exchange trades. */
export const filterTradedPairs = (markets: Markets, pairs: readonly Pair[]): readonly Pair[] =>
  pairs.filter(({ coin, currency }) => markets.get(currency)?.includes(coin))

/** Thrown by a request when any of its pairs is not (or no longer) listed. */
export class UnlistedPairError extends Error {
  override readonly name = 'UnlistedPairError'
}

/** Delay before a rejected pair is requested again: it may only have been halted temporarily. */
const recheckUnlistedAfterMs = hour

/**
 * For exchanges that reject a whole request because of one unlisted pair: splits the request in halves until that pair is isolated, and
 * skips it for an hour, so that a delisted pair never affects the others.
 */
export function createListedPairsFetch(clock: Clock, fetchPairs: RateSource['fetch']): RateSource['fetch'] {
  const unlistedAt = new Map<string, Instant>()
  return async (pairs, signal) => {
    const listedPairs = pairs.filter(isListed)
    const rates = await fetchInHalves(listedPairs, signal)
    if (listedPairs.length > 0 && !listedPairs.some(isListed)) {
      unlistedAt.clear()
      throw new UnlistedPairError('every pair was rejected')
    }
    return rates
  }

  async function fetchInHalves(pairs: readonly Pair[], signal: AbortSignal): Promise<readonly Rate[]> {
    const [first] = pairs
    if (!first) return []
    try {
      return await fetchPairs(pairs, signal)
    } catch (error) {
      if (!(error instanceof UnlistedPairError)) throw error
    }
    if (pairs.length === 1) {
      unlistedAt.set(formatPair(first), clock.now())
      return []
    }
    const half = pairs.length >> 1
    return [
      ...(await fetchInHalves(pairs.slice(0, half), signal)),
      ...(await fetchInHalves(pairs.slice(half), signal)),
    ]
  }

  function isListed(pair: Pair): boolean {
    const at = unlistedAt.get(formatPair(pair))
    return at === undefined || Math.abs(clock.now() - at) > recheckUnlistedAfterMs
  }
}
