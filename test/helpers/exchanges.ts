import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { CoinCode } from '../../src/coins/index.ts'
import { second } from '../../src/kernel/clock.ts'
import type { Pair } from '../../src/rates/rate.ts'

/** A coin in a currency. */
export const pair = (coin: CoinCode, currency: string): Pair => ({ coin, currency })

/** An exchange's value for a pair, as JSON: a number, a string, anything; undefined for a pair that it does not list. */
export type PriceLookup = (pair: string) => string | undefined

/** An exchange on localhost that responds in the format of its documentation. */
export interface Form {
  /** The documentation page with that example. */
  readonly documented: string
  /** Two pairs that it lists; the second is missing if it lists only one. */
  readonly pairs: readonly [Pair, Pair?]
  /** The format of its prices. */
  readonly write: (price: string) => string
  /** Whether its response has a time. */
  readonly timed: boolean
  respond(
    url: URL,
    getPrice: PriceLookup,
    at: number,
  ): { readonly status?: number; readonly body: string } | undefined
}

const asText = (price: string): string => JSON.stringify(price)
const asNumber = (price: string): string => price

/** The objects or arrays for which `one` returns something, or null if a requested one is unknown. */
function all(names: readonly string[], one: (name: string) => string | undefined): string[] | null {
  const found = names.map(one)
  return found.every((text) => text !== undefined) ? found : null
}

/** Every source with network requests, by its name in `RATES`. */
export const forms: Readonly<Record<string, Form>> = {
  kraken: {
    documented: 'https://docs.kraken.com/api/docs/rest-api/get-ticker-information',
    pairs: [pair('BTC', 'USD'), pair('DOGE', 'EUR')],
    write: asText,
    timed: false,
    respond(url, getPrice) {
      if (url.pathname !== '/0/public/Ticker') return undefined
      const ours = new Map([
        ['XBTUSD', ['XXBTZUSD', 'BTC/USD']],
        ['XDGEUR', ['XDGEUR', 'DOGE/EUR']],
      ])
      const tickers = all(url.searchParams.get('pair')?.split(',') ?? [], (requested) => {
        const [name, pair = ''] = ours.get(requested) ?? []
        const last = getPrice(pair)
        return (
          last &&
          `"${name}":{"a":[${last},"1","1.000"],"b":[${last},"1","1.000"],"c":[${last},"0.00067643"],
          "v":["4083.67001100","4412.73601799"],"p":["30706.77771","30689.13205"],"t":[34619,38907],
          "l":["29868.30000","29868.30000"],"h":["31631.00000","31631.00000"],"o":"30502.80000"}`
        )
      })
      if (!tickers) return { body: '{"error":["EQuery:Unknown asset pair"]}' }
      return { body: `{"error":[],"result":{${tickers.join()}}}` }
    },
  },
  coinbase: {
    documented: 'https://docs.cdp.coinbase.com/coinbase-app/track-apis/exchange-rates',
    pairs: [pair('BTC', 'USD'), pair('LTC', 'EUR')],
    write: asText,
    timed: false,
    respond(url, getPrice) {
      const coin = url.searchParams.get('currency')
      if (url.pathname !== '/v2/exchange-rates') return undefined
      const rates = ['USD', 'EUR'].flatMap((currency) => {
        const rate = getPrice(`${coin}/${currency}`)
        return rate === undefined ? [] : `"${currency}":${rate}`
      })
      if (rates.length === 0) {
        return { status: 400, body: '{"errors":[{"id":"invalid_request","message":"Currency is invalid"}]}' }
      }
      return { body: `{"data":{"currency":"${coin}","rates":{"AED":"36.73",${rates.join()},"ZWL":"589.0"}}}` }
    },
  },
  coingecko: {
    documented: 'https://docs.coingecko.com/v3.0.1/reference/simple-price',
    pairs: [pair('BTC', 'USD'), pair('BSV', 'EUR')],
    write: asNumber,
    timed: true,
    respond(url, getPrice, at) {
      if (url.pathname !== '/simple/price' || url.searchParams.get('include_last_updated_at') !== 'true')
        return undefined
      const coins = Object.entries({ bitcoin: 'BTC/USD', 'bitcoin-cash-sv': 'BSV/EUR' }).flatMap(
        ([id, pair]) => {
          const price = url.searchParams.get('ids')?.split(',').includes(id) ? getPrice(pair) : undefined
          const currency = pair.slice(-3).toLowerCase()
          return price === undefined
            ? []
            : `"${id}":{"${currency}":${price},"last_updated_at":${Math.floor(at / second)}}`
        },
      )
      return { body: `{${coins.join()}}` }
    },
  },
  bitfinex: {
    documented: 'https://docs.bitfinex.com/reference/rest-public-tickers',
    pairs: [pair('BTC', 'USD'), pair('BCH', 'USD')],
    write: asNumber,
    timed: false,
    respond(url, getPrice) {
      if (url.pathname !== '/v2/tickers') return undefined
      const ours = new Map([
        ['tBTCUSD', 'BTC/USD'],
        ['tBCHN:USD', 'BCH/USD'],
      ])
      const tickers = url.searchParams
        .get('symbols')
        ?.split(',')
        .flatMap((symbol) => {
          const last = getPrice(ours.get(symbol) ?? '')
          if (last === undefined) return []
          return `["${symbol}",${last},31.89055171,${last},43.35811863,-550.8,-0.0674,${last},8314.71200815,8257.8,7500]`
        })
      return { body: `[${tickers?.join()}]` }
    },
  },
  binance: {
    documented: 'https://developers.binance.com/docs/binance-spot-api-docs/rest-api/market-data-endpoints',
    pairs: [pair('BTC', 'EUR'), pair('LTC', 'JPY')],
    write: asText,
    timed: true,
    respond(url, getPrice, at) {
      if (url.pathname !== '/api/v3/ticker/24hr') return undefined
      const symbols: readonly string[] = JSON.parse(url.searchParams.get('symbols') ?? '[]')
      const tickers = all(symbols, (symbol) => {
        const last = getPrice(`${symbol.slice(0, -3)}/${symbol.slice(-3)}`)
        return (
          last &&
          `{"symbol":"${symbol}","priceChange":"-94.99999800","priceChangePercent":"-95.960",
          "weightedAvgPrice":"0.29628482","prevClosePrice":"0.10002000","lastPrice":${last},"lastQty":"200.00000000",
          "bidPrice":${last},"bidQty":"100.00000000","askPrice":${last},"askQty":"100.00000000","openPrice":"99.0",
          "highPrice":"100.00000000","lowPrice":"0.10000000","volume":"8913.30000000","quoteVolume":"15.30000000",
          "openTime":${at - 86_400_000},"closeTime":${at},"firstId":28385,"lastId":28460,"count":76}`
        )
      })
      return tickers
        ? { body: `[${tickers.join()}]` }
        : { status: 400, body: '{"code":-1121,"msg":"Invalid symbol."}' }
    },
  },
  whatsonchain: {
    documented: 'https://docs.taal.com/core-products/whatsonchain/exchange-rate',
    pairs: [pair('BSV', 'USD')],
    write: asNumber,
    timed: true,
    respond(url, getPrice, at) {
      if (url.pathname !== '/v1/bsv/main/exchangerate') return undefined
      return { body: `{"rate":${getPrice('BSV/USD')},"time":${Math.floor(at / second)},"currency":"USD"}` }
    },
  },
}

/** A server on localhost; returns its address. */
export async function serve(
  t: TestContext,
  respond: (url: URL, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer((request, response) =>
    respond(new URL(request.url ?? '', 'http://localhost'), response),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
