import type { CoinCode } from '../../coins/index.ts'
import { type Clock, hour, type Instant } from '../../kernel/clock.ts'
import { type Pair, pairName, type Rate } from '../rate.ts'
import type { RateSource } from './source.ts'

/** The coins that an exchange trades, by currency. */
export type Markets = ReadonlyMap<string, readonly CoinCode[]>

/** Those of the pairs that an exchange trades. */
export const onMarkets = (markets: Markets, pairs: readonly Pair[]): readonly Pair[] =>
  pairs.filter(({ coin, currency }) => markets.get(currency)?.includes(coin))

/** Thrown by a question when one of its pairs is not listed (any more), whichever it is. */
export class Unlisted extends Error {
  override readonly name = 'Unlisted'
}

/** A pair that was refused is asked for again after so long: it may have been halted only for a while. */
const askedAgainAfterMs = hour

/**
 * For exchanges that refuse a whole question for one pair that they do not list: halves the question until that pair
 * stands alone, and leaves it out for an hour. So a delisted pair never takes the others with it.
 */
export function listing(clock: Clock, ask: RateSource['fetch']): RateSource['fetch'] {
  const unlistedAt = new Map<string, Instant>()
  return async (pairs, signal) => {
    const listed = pairs.filter(isListed)
    const rates = await inHalves(listed, signal)
    if (listed.length > 0 && !listed.some(isListed)) {
      unlistedAt.clear()
      throw new Unlisted('every pair was refused')
    }
    return rates
  }

  async function inHalves(pairs: readonly Pair[], signal: AbortSignal): Promise<readonly Rate[]> {
    const [first] = pairs
    if (!first) return []
    try {
      return await ask(pairs, signal)
    } catch (error) {
      if (!(error instanceof Unlisted)) throw error
    }
    if (pairs.length === 1) {
      unlistedAt.set(pairName(first), clock.now())
      return []
    }
    const half = pairs.length >> 1
    return [...(await inHalves(pairs.slice(0, half), signal)), ...(await inHalves(pairs.slice(half), signal))]
  }

  function isListed(pair: Pair): boolean {
    const at = unlistedAt.get(pairName(pair))
    return at === undefined || Math.abs(clock.now() - at) > askedAgainAfterMs
  }
}
