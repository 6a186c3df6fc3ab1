import { findCoin } from '../coins/index.ts'
import { formatDecimal } from '../kernel/money.ts'
import { formatNoRateReason } from '../rates/rate.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'

interface RateDependencies {
  readonly getCurrentSnapshot: (currency: string) => RateSnapshot
  readonly listRatedCurrencies: () => readonly string[]
}

const maxPairs = 50

/** Rates of pairs such as `BTC_USD`. */
export const createRateLister =
  ({ getCurrentSnapshot, listRatedCurrencies }: RateDependencies) =>
  (pairs: readonly string[]) =>
    pairs.slice(0, maxPairs).map((pair) => {
      const [, code = '', currency = ''] = /^([a-z]{3,5})_([a-z]{3})$/i.exec(pair) ?? []
      const coin = findCoin(code)?.code
      const isKnown = coin !== undefined && listRatedCurrencies().includes(currency.toUpperCase())
      const rate = isKnown ? getCurrentSnapshot(currency.toUpperCase()).rates.get(coin) : undefined
      return rate?.isAgreed
        ? { currencyPair: pair, rate: formatDecimal(rate.value), errors: [] as string[] }
        : {
            currencyPair: pair,
            rate: '0',
            errors: [formatNoRateReason(rate?.reason ?? { code: 'no_source' })],
          }
    })
