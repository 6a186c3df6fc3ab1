import { type CoinCode, findCoin } from '../coins/index.ts'
import { currencies } from '../kernel/currencies.ts'
import type { RateSource } from './sources/source.ts'

/** How many sources must agree on a coin's rate: the default, and exceptions for coins that few sources list. */
export interface Quorum {
  readonly defaultCount: number
  readonly byCoin: ReadonlyMap<CoinCode, number>
}

/** A single source is never trusted, unless the operator allows it. */
export const defaultQuorum = '2'
export const defaultMaxAgeSeconds = 300
export const defaultPollSeconds = 30

/** Currencies for which at least two sources have rates. For many pairs one of the two is CoinGecko, which requires a key. */
export const defaultCurrencies =
  'USD,EUR,GBP,JPY,CHF,CAD,AUD,NZD,SEK,NOK,DKK,PLN,CZK,HUF,TRY,BRL,MXN,ZAR,INR,KRW,SGD,HKD'

/**
 * Parses `RATE_QUORUM`: `2`, or `2,BSV=1` where a coin has too few sources.
 * @throws {Error} naming the invalid part
 */
export function parseQuorum(text: string): Quorum {
  const [defaultCount = '', ...exceptions] = text.split(',').map((part) => part.trim())
  return { defaultCount: parseCount(defaultCount), byCoin: new Map(exceptions.map(parseException)) }
}

function parseException(part: string): readonly [CoinCode, number] {
  const [code = '', count = '', ...rest] = part.split('=')
  const coin = findCoin(code)
  if (!coin || rest.length > 0) throw new Error(`"${part}" must have the form COIN=COUNT with a known coin`)
  return [coin.code, parseCount(count)]
}

function parseCount(text: string): number {
  if (!/^[1-9]$/.test(text)) throw new Error(`"${text}" must be a number of sources from 1 to 9`)
  return Number(text)
}

/** The operator sets fixed rates, so when they are the only source they need no second one. */
export function getEffectiveQuorum(sources: readonly RateSource[], quorum: Quorum): Quorum {
  return sources.every(({ name }) => name === 'fixed') ? { defaultCount: 1, byCoin: new Map() } : quorum
}

/**
 * Parses `RATE_CURRENCIES`: `USD,EUR`.
 * @throws {Error} naming the first code that isn't an active ISO 4217 code
 */
export function parseCurrencies(text: string): string[] {
  const codes = text.split(',').map((code) => code.trim())
  const unknown = codes.find((code) => !currencies.has(code))
  if (unknown !== undefined) throw new Error(`"${unknown}" is not an active ISO 4217 currency code`)
  return [...new Set(codes)]
}
