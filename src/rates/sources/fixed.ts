import { type CoinCode, findCoin } from '../../coins/index.ts'
import { getMinorUnits } from '../../kernel/currencies.ts'
import type { Decimal } from '../../kernel/money.ts'
import { formatPair, type Rate } from '../rate.ts'
import type { RateSource, SourceOptions } from './source.ts'
import { parsePrice } from './source-client.ts'

/** Plausible prices for the sandbox, so that invoices in these four currencies need no configuration. */
const builtIn = `
  BTC/USD=95000,BTC/EUR=82000,BTC/GBP=72000,BTC/JPY=14500000,
  BCH/USD=520,BCH/EUR=450,BCH/GBP=395,BCH/JPY=79500,
  BSV/USD=26,BSV/EUR=22.5,BSV/GBP=19.75,BSV/JPY=3970,
  DASH/USD=64,DASH/EUR=55.25,DASH/GBP=48.5,DASH/JPY=9775,
  LTC/USD=100,LTC/EUR=86.5,LTC/GBP=75.75,LTC/JPY=15300,
  DOGE/USD=0.2,DOGE/EUR=0.1725,DOGE/GBP=0.1515,DOGE/JPY=30.5`

interface FixedRate {
  readonly coin: CoinCode
  readonly currency: string
  readonly value: Decimal
}

/**
 * Rates that never change and are always current. The setting (`BTC/USD=50000,LTC/EUR=80.5`) overrides or extends the built-in ones. Makes
 * no request: it returns all of its rates, regardless of the pairs.
 * @throws {Error} naming the invalid part
 */
export function createFixedSource({ clock, argument = '' }: SourceOptions): RateSource {
  const configuredRates = parseRates(argument)
  const names = configuredRates.map(formatPair)
  const duplicate = names.find((name, index) => names.indexOf(name) < index)
  if (duplicate !== undefined) throw new Error(`the fixed rate of ${duplicate} is listed twice`)

  const byName = new Map([...parseRates(builtIn), ...configuredRates].map((rate) => [formatPair(rate), rate]))
  const rates: Rate[] = [...byName.values()].map((rate) => ({
    ...rate,
    source: 'fixed',
    get observedAt() {
      return clock.now()
    },
  }))
  return { name: 'fixed', fetch: () => Promise.resolve(rates) }
}

const parseRates = (list: string): FixedRate[] => (list.trim() === '' ? [] : list.split(',').map(parseRate))

function parseRate(part: string): FixedRate {
  const text = part.trim()
  const [, code = '', currency = '', value] = /^([A-Z]+)\/([A-Z]+)=(\S+)$/.exec(text) ?? []
  if (value === undefined) throw new Error(`the fixed rate "${text}" must have the form BTC/USD=50000`)
  const coin = findCoin(code)
  if (!coin) throw new Error(`the fixed rate "${text}" has an unknown coin`)
  if (getMinorUnits(currency) === undefined)
    throw new Error(`the fixed rate "${text}" has an unknown currency`)
  const rate = parsePrice(value)
  if (!rate) throw new Error(`the fixed rate "${text}" must be a decimal above zero`)
  return { coin: coin.code, currency, value: rate }
}
