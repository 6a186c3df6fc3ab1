import type { CoinCode } from '../../coins/index.ts'
import type { Pair, Rate } from '../rate.ts'
import type { RateSource, SourceOptions } from './source.ts'
import { baseAddress, collectRates, createSourceClient, member, price } from './source-client.ts'

/**
 * Coinbase's exchange rates: one request per coin, which returns every supported currency, without a timestamp.
 * @see https://docs.cdp.coinbase.com/coinbase-app/track-apis/exchange-rates
 */
export function createCoinbaseSource(options: SourceOptions): RateSource {
  const address = baseAddress('https://api.coinbase.com', options.argument)
  const fetchJson = createSourceClient(options)
  return { name: 'coinbase', fetch }

  /** A rejected coin (BSV is no longer traded there) doesn't affect the others. */
  async function fetch(pairs: readonly Pair[], signal: AbortSignal): Promise<readonly Rate[]> {
    const coins = [...new Set(pairs.map(({ coin }) => coin))]
    const answers = await Promise.allSettled(coins.map((coin) => ratesFor(coin, pairs, signal)))
    const rates = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    if (rates.length === 0)
      throw answers.find((answer) => answer.status === 'rejected')?.reason ?? new Error('not a coin')
    return rates.flat()
  }

  async function ratesFor(
    coin: CoinCode,
    pairs: readonly Pair[],
    signal: AbortSignal,
  ): Promise<readonly Rate[]> {
    const { body, at } = await fetchJson(new URL(`${address}/v2/exchange-rates?currency=${coin}`), signal)
    const data = member(body, 'data')
    if (member(data, 'currency') !== coin) throw new Error('not the requested rates')
    const requestedPairs = pairs.filter((pair) => pair.coin === coin)
    return collectRates('coinbase', requestedPairs, ({ currency }) => ({
      value: price(member(member(data, 'rates'), currency)),
      at,
    }))
  }
}
