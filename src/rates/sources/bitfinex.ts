import { filterTradedPairs, type Markets } from './listed-pairs.ts'
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
  ['EUR', ['BTC']],
  ['GBP', ['BTC']],
  ['JPY', ['BTC']],
  ['TRY', ['BTC']],
])

/** Bitfinex's symbols: three letters, or any number of letters and a colon. */
const symbolOverrides = new Map([
  ['BCH', 'BCHN:'],
  ['DASH', 'DSH'],
  ['DOGE', 'DOGE:'],
])

/** Positions in `[SYMBOL, BID, BID_SIZE, ASK, ASK_SIZE, DAILY_CHANGE, DAILY_CHANGE_RELATIVE, LAST_PRICE, …]`. */
const fieldIndex = { bid: 1, ask: 3, last: 7 }

/**
 * Bitfinex's tickers, which have no timestamp and omit unlisted pairs.
 * @see https://docs.bitfinex.com/reference/rest-public-tickers
 */
export function createBitfinexSource(options: SourceOptions): RateSource {
  const address = parseBaseUrl('https://api-pub.bitfinex.com', options.argument)
  const fetchJson = createSourceClient(options)
  const fetch: RateSource['fetch'] = async (pairs, signal) => {
    const traded = filterTradedPairs(markets, pairs)
    if (traded.length === 0) return []
    const symbols = traded.map(({ coin, currency }) => `t${symbolOverrides.get(coin) ?? coin}${currency}`)
    const { body, observedAt } = await fetchJson(
      new URL(`${address}/v2/tickers?symbols=${symbols.join(',')}`),
      signal,
    )
    if (!Array.isArray(body)) throw new Error('the response is not a list of tickers')
    const tickers = new Map(toElements(body).map((ticker) => [getMember(ticker, 0), ticker]))
    return collectRates('bitfinex', traded, ({ coin, currency }) => {
      const ticker = tickers.get(`t${symbolOverrides.get(coin) ?? coin}${currency}`)
      const readField = (name: keyof typeof fieldIndex) => getMember(ticker, fieldIndex[name])
      return {
        value: clampLastPrice({ last: readField('last'), bid: readField('bid'), ask: readField('ask') }),
        observedAt,
      }
    })
  }
  return { name: 'bitfinex', fetch }
}
