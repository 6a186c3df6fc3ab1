import { second } from '../../kernel/clock.ts'
import type { RateSource, SourceOptions } from './source.ts'
import { baseAddress, collectRates, createSourceClient, member, parseTime, price } from './source-client.ts'

/**
 * WhatsOnChain's BSV rate in dollars, with its own time. It is included because the large exchanges no longer trade that coin.
 * @see https://docs.taal.com/core-products/whatsonchain/exchange-rate
 */
export function createWhatsonchainSource(options: SourceOptions): RateSource {
  const address = baseAddress('https://api.whatsonchain.com', options.argument)
  const fetchJson = createSourceClient(options)
  const fetch: RateSource['fetch'] = async (pairs, signal) => {
    const supportedPairs = pairs.filter(({ coin, currency }) => coin === 'BSV' && currency === 'USD')
    if (supportedPairs.length === 0) return []
    const { body } = await fetchJson(new URL(`${address}/v1/bsv/main/exchangerate`), signal)
    if (member(body, 'currency') !== 'USD') throw new Error('not a rate in USD')
    return collectRates('whatsonchain', supportedPairs, () => ({
      value: price(member(body, 'rate')),
      at: parseTime(member(body, 'time'), second),
    }))
  }
  return { name: 'whatsonchain', fetch }
}
