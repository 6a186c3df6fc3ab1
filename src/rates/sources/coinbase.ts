import type { CoinCode } from '../../coins/index.ts'
import type { Pair, Rate } from '../rate.ts'
import type { RateSource, SourceOptions } from './source.ts'
import { collectRates, createSourceClient, getMember, parseBaseUrl, parsePrice } from './source-client.ts'

/**
 * Coinbase's exchange rates: one request per coin, which returns every supported currency, without a timestamp.
 * @see https://docs.cdp.coinbase.com/coinbase-app/track-apis/exchange-rates
 */
export function createCoinbaseSource(options: SourceOptions): RateSource {
  const address = parseBaseUrl('https://api.coinbase.com', options.argument)
  const fetchJson = createSourceClient(options)
  return { name: 'coinbase', fetch }

  /** A rejected coin (BSV is no longer traded there) doesn't affect the others. */
  async function fetch(pairs: readonly Pair[], signal: AbortSignal): Promise<readonly Rate[]> {
    const coins = [...new Set(pairs.map(({ coin }) => coin))]
    const results = await Promise.allSettled(coins.map((coin) => fetchRates(coin, pairs, signal)))
    const rates = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    if (rates.length === 0)
      throw results.find((result) => result.status === 'rejected')?.reason ?? new Error('no pairs requested')
    return rates.flat()
  }

  async function fetchRates(
    coin: CoinCode,
    pairs: readonly Pair[],
    signal: AbortSignal,
  ): Promise<readonly Rate[]> {
    const { body, observedAt } = await fetchJson(
      new URL(`${address}/v2/exchange-rates?currency=${coin}`),
      signal,
    )
    const data = getMember(body, 'data')
    if (getMember(data, 'currency') !== coin) throw new Error('the response has the rates of another coin')
    const requestedPairs = pairs.filter((pair) => pair.coin === coin)
    return collectRates('coinbase', requestedPairs, ({ currency }) => ({
      value: parsePrice(getMember(getMember(data, 'rates'), currency)),
      observedAt,
    }))
  }
}
