import type { CoinCode } from '../../coins/index.ts'
import { second } from '../../kernel/clock.ts'
import type { RateSource, SourceOptions } from './source.ts'
import {
  collectRates,
  createSourceClient,
  getMember,
  parseBaseUrl,
  parsePrice,
  parseTime,
} from './source-client.ts'

const ids = new Map<CoinCode, string>([
  ['BTC', 'bitcoin'],
  ['BCH', 'bitcoin-cash'],
  ['BSV', 'bitcoin-cash-sv'],
  ['DASH', 'dash'],
  ['LTC', 'litecoin'],
  ['DOGE', 'dogecoin'],
])

/** The free plan allows 10 000 calls a month. A paid plan, which has its own host, is polled as often as the other sources. */
const freePlanPollMs = 270 * second

/**
 * CoinGecko's average over exchanges, with its own timestamp. It has required a key since 2026.
 * @see https://docs.coingecko.com/v3.0.1/reference/simple-price
 */
export function createCoingeckoSource(options: SourceOptions): RateSource {
  const address = parseBaseUrl('https://api.coingecko.com/api/v3', options.argument)
  const fetchJson = createSourceClient(options)
  const isPaidPlan = new URL(address).hostname.startsWith('pro-api.')
  const headers = options.key ? { [isPaidPlan ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: options.key } : {}
  const fetch: RateSource['fetch'] = async (pairs, signal) => {
    const url = new URL(`${address}/simple/price?include_last_updated_at=true&precision=full`)
    url.searchParams.set('ids', [...new Set(pairs.map(({ coin }) => ids.get(coin) ?? []))].flat().join())
    url.searchParams.set(
      'vs_currencies',
      [...new Set(pairs.map(({ currency }) => currency.toLowerCase()))].join(),
    )
    const { body } = await fetchJson(url, signal, headers)
    return collectRates('coingecko', pairs, ({ coin, currency }) => {
      const coinPrices = getMember(body, ids.get(coin) ?? '')
      return {
        value: parsePrice(getMember(coinPrices, currency.toLowerCase())),
        observedAt: parseTime(getMember(coinPrices, 'last_updated_at'), second),
      }
    })
  }
  return { name: 'coingecko', fetch, ...(!isPaidPlan && { pollMs: freePlanPollMs }) }
}
