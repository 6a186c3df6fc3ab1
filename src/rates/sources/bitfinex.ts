import { type Markets, onMarkets } from './listed-pairs.ts'
import type { RateSource, SourceOptions } from './source.ts'
import { baseAddress, createSourceClient, currentPrice, elements, member, ratesOf } from './source-client.ts'

const markets: Markets = new Map([
  ['USD', ['BTC', 'BCH', 'DASH', 'LTC', 'DOGE']],
  ['EUR', ['BTC']],
  ['GBP', ['BTC']],
  ['JPY', ['BTC']],
  ['TRY', ['BTC']],
])

/** Bitfinex's symbols: three letters, or any number of letters and a colon. */
const assets = new Map([
  ['BCH', 'BCHN:'],
  ['DASH', 'DSH'],
  ['DOGE', 'DOGE:'],
])

/** Positions in `[SYMBOL, BID, BID_SIZE, ASK, ASK_SIZE, DAILY_CHANGE, DAILY_CHANGE_RELATIVE, LAST_PRICE, …]`. */
const place = { bid: 1, ask: 3, last: 7 }

/**
 * Bitfinex's tickers, which have no time and omit unlisted pairs.
 * @see https://docs.bitfinex.com/reference/rest-public-tickers
 */
export function bitfinex(options: SourceOptions): RateSource {
  const address = baseAddress('https://api-pub.bitfinex.com', options.argument)
  const ask = createSourceClient(options)
  const fetch: RateSource['fetch'] = async (pairs, signal) => {
    const traded = onMarkets(markets, pairs)
    if (traded.length === 0) return []
    const symbols = traded.map(({ coin, currency }) => `t${assets.get(coin) ?? coin}${currency}`)
    const { body, at } = await ask(new URL(`${address}/v2/tickers?symbols=${symbols.join(',')}`), signal)
    if (!Array.isArray(body)) throw new Error('not a list of tickers')
    const tickers = new Map(elements(body).map((ticker) => [member(ticker, 0), ticker]))
    return ratesOf('bitfinex', traded, ({ coin, currency }) => {
      const ticker = tickers.get(`t${assets.get(coin) ?? coin}${currency}`)
      const figure = (name: keyof typeof place) => member(ticker, place[name])
      return { value: currentPrice({ last: figure('last'), bid: figure('bid'), ask: figure('ask') }), at }
    })
  }
  return { name: 'bitfinex', fetch }
}
