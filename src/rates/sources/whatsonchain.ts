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

/**
 * WhatsOnChain's BSV rate in dollars, with its own timestamp. It is included because the large exchanges no longer trade that coin.
 * @see https://docs.taal.com/core-products/whatsonchain/exchange-rate
 */
export function createWhatsonchainSource(options: SourceOptions): RateSource {
  const address = parseBaseUrl('https://api.whatsonchain.com', options.argument)
  const fetchJson = createSourceClient(options)
  const fetch: RateSource['fetch'] = async (pairs, signal) => {
    const supportedPairs = pairs.filter(({ coin, currency }) => coin === 'BSV' && currency === 'USD')
    if (supportedPairs.length === 0) return []
    const { body } = await fetchJson(new URL(`${address}/v1/bsv/main/exchangerate`), signal)
    if (getMember(body, 'currency') !== 'USD') throw new Error('the response is not a rate in USD')
    return collectRates('whatsonchain', supportedPairs, () => ({
      value: parsePrice(getMember(body, 'rate')),
      observedAt: parseTime(getMember(body, 'time'), second),
    }))
  }
  return { name: 'whatsonchain', fetch }
}
