import { createListedPairsFetch, filterTradedPairs, type Markets, UnlistedPairError } from './listed-pairs.ts'
import type { RateSource, SourceOptions } from './source.ts'
import {
  baseAddress,
  collectRates,
  createSourceClient,
  currentPrice,
  elements,
  member,
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
 * Kraken's ticker, which has no time. A request for `XBTUSD` is answered under the older name `XXBTZUSD`; newer markets have one name.
 * @see https://docs.kraken.com/api/docs/rest-api/get-ticker-information
 */
export function createKrakenSource(options: SourceOptions): RateSource {
  const address = baseAddress('https://api.kraken.com', options.argument)
  const fetchJson = createSourceClient(options)
  const fetch = createListedPairsFetch(options.clock, async (pairs, signal) => {
    const names = pairs.map(({ coin, currency }) => (assets.get(coin) ?? coin) + currency)
    const { body, at } = await fetchJson(
      new URL(`${address}/0/public/Ticker?pair=${names.join(',')}`),
      signal,
    )
    const errors = elements(member(body, 'error')).map(String)
    if (errors.some((error) => error.startsWith('EQuery:Unknown asset pair')))
      throw new UnlistedPairError(errors.join())
    const result = member(body, 'result')
    if (typeof result !== 'object' || result === null) throw new Error(`no result: ${errors.join()}`)

    return collectRates('kraken', pairs, ({ coin, currency }) => {
      const asset = assets.get(coin) ?? coin
      const ticker = member(result, asset + currency) ?? member(result, `X${asset}Z${currency}`)
      const first = (key: string) => member(member(ticker, key), 0)
      return { value: currentPrice({ last: first('c'), bid: first('b'), ask: first('a') }), at }
    })
  })
  return { name: 'kraken', fetch: (pairs, signal) => fetch(filterTradedPairs(markets, pairs), signal) }
}
