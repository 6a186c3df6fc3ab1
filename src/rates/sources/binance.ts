import { createListedPairsFetch, filterTradedPairs, type Markets, UnlistedPairError } from './listed-pairs.ts'
import type { RateSource, SourceOptions } from './source.ts'
import {
  clampLastPrice,
  collectRates,
  createSourceClient,
  getMember,
  parseBaseUrl,
  parseTime,
  SourceError,
  toElements,
} from './source-client.ts'

/** Binance has no dollar market: a token pegged to the dollar is not the dollar. */
const markets: Markets = new Map([
  ['EUR', ['BTC', 'BCH', 'LTC', 'DOGE']],
  ['JPY', ['BTC', 'BCH', 'LTC', 'DOGE']],
  ['TRY', ['BTC', 'LTC', 'DOGE']],
  ['BRL', ['BTC', 'LTC', 'DOGE']],
  ['PLN', ['BTC']],
  ['CZK', ['BTC']],
  ['MXN', ['BTC']],
  ['ZAR', ['BTC']],
])

/** -1121 `Invalid symbol.`: one of the requested symbols isn't listed. */
const invalidSymbol = '-1121'

/**
 * Binance's 24-hour statistics, with their closing time.
 * @see https://developers.binance.com/docs/binance-spot-api-docs/rest-api/market-data-endpoints
 */
export function createBinanceSource(options: SourceOptions): RateSource {
  const address = parseBaseUrl('https://data-api.binance.vision', options.argument)
  const fetchJson = createSourceClient(options)
  const fetch = createListedPairsFetch(options.clock, async (pairs, signal) => {
    const url = new URL(`${address}/api/v3/ticker/24hr`)
    url.searchParams.set('symbols', JSON.stringify(pairs.map(({ coin, currency }) => coin + currency)))
    const { body } = await fetchJson(url, signal).catch((error: unknown) => {
      const isUnlisted = error instanceof SourceError && getMember(error.body, 'code') === invalidSymbol
      throw isUnlisted ? new UnlistedPairError(error.message) : error
    })
    if (!Array.isArray(body)) throw new Error('the response is not a list of tickers')
    const tickers = new Map(toElements(body).map((ticker) => [getMember(ticker, 'symbol'), ticker]))
    return collectRates('binance', pairs, ({ coin, currency }) => {
      const ticker = tickers.get(coin + currency)
      const [last, bid, ask] = ['lastPrice', 'bidPrice', 'askPrice'].map((key) => getMember(ticker, key))
      return {
        value: clampLastPrice({ last, bid, ask }),
        observedAt: parseTime(getMember(ticker, 'closeTime'), 1),
      }
    })
  })
  return { name: 'binance', fetch: (pairs, signal) => fetch(filterTradedPairs(markets, pairs), signal) }
}
