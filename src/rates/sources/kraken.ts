import { createListedPairsFetch, filterTradedPairs, type Markets, UnlistedPairError } from './listed-pairs.ts'
import type { RateSource, SourceOptions } from './source.ts'
import {
  clampLastPrice,
  collectRates,
  createSourceClient,
  getMember,
  parseBaseUrl,
  toElements,
} from './source-client.ts'

const markets: Markets = new Map([
  ['USD', ['BTC', 'BCH', 'DASH', 'LTC', 'DOGE']],
  ['EUR', ['BTC', 'BCH', 'DASH', 'LTC', 'DOGE']],
  ['GBP', ['BTC', 'BCH', 'LTC', 'DOGE']],
  ['AUD', ['BTC', 'BCH', 'LTC', 'DOGE']],
  ['JPY', ['BTC', 'BCH', 'LTC']],
  ['CAD', ['BTC', 'DOGE']],
  ['CHF', ['BTC']],
])

/** Kraken's asset names, where they differ from ours. */
const assets = new Map([
  ['BTC', 'XBT'],
  ['DOGE', 'XDG'],
])

/**
 * Kraken's ticker, which has no timestamp. The response for `XBTUSD` uses the older name `XXBTZUSD`; newer markets have only one name.
 * @see https://docs.kraken.com/api/docs/rest-api/get-ticker-information
 */
export function createKrakenSource(options: SourceOptions): RateSource {
  const address = parseBaseUrl('https://api.kraken.com', options.argument)
  const fetchJson = createSourceClient(options)
  const fetch = createListedPairsFetch(options.clock, async (pairs, signal) => {
    const names = pairs.map(({ coin, currency }) => (assets.get(coin) ?? coin) + currency)
    const { body, observedAt } = await fetchJson(
      new URL(`${address}/0/public/Ticker?pair=${names.join(',')}`),
      signal,
    )
    const errors = toElements(getMember(body, 'error')).map(String)
    if (errors.some((error) => error.startsWith('EQuery:Unknown asset pair')))
      throw new UnlistedPairError(errors.join())
    const result = getMember(body, 'result')
    if (typeof result !== 'object' || result === null)
      throw new Error(`the response has no result: ${errors.join()}`)

    return collectRates('kraken', pairs, ({ coin, currency }) => {
      const asset = assets.get(coin) ?? coin
      const ticker = getMember(result, asset + currency) ?? getMember(result, `X${asset}Z${currency}`)
      const readFirst = (key: string) => getMember(getMember(ticker, key), 0)
      return {
        value: clampLastPrice({ last: readFirst('c'), bid: readFirst('b'), ask: readFirst('a') }),
        observedAt,
      }
    })
  })
  return { name: 'kraken', fetch: (pairs, signal) => fetch(filterTradedPairs(markets, pairs), signal) }
}
