import { type CoinCode, findCoin } from '../coins/index.ts'
import { currencies } from '../kernel/currencies.ts'
import type { RateSource } from './sources/source.ts'

/** How many sources must agree on a coin's rate: usually, and for coins that few sources list. */
export interface Quorum {
  readonly usual: number
  readonly of: ReadonlyMap<CoinCode, number>
}

/** One source alone is never believed, unless the operator says so. */
export const usualQuorum = '2'
export const usualMaxAgeSeconds = 300
export const usualPollSeconds = 30

/** Currencies for which two sources or more give rates; for many pairs CoinGecko, which wants a key, is one of the two. */
export const usualCurrencies =
  'USD,EUR,GBP,JPY,CHF,CAD,AUD,NZD,SEK,NOK,DKK,PLN,CZK,HUF,TRY,BRL,MXN,ZAR,INR,KRW,SGD,HKD'

/**
 * Reads `RATE_QUORUM`: `2`, or `2,BSV=1` where a coin has too few sources.
 * @throws {Error} saying which part is wrong
 */
export function parseQuorum(text: string): Quorum {
  const [usual = '', ...exceptions] = text.split(',').map((part) => part.trim())
  return { usual: parseCount(usual), of: new Map(exceptions.map(parseException)) }
}

function parseException(part: string): readonly [CoinCode, number] {
  const [code = '', count = '', ...rest] = part.split('=')
  const coin = findCoin(code)
  if (!coin || rest.length > 0) throw new Error(`"${part}" is not of the form COIN=COUNT with a known coin`)
  return [coin.code, parseCount(count)]
}

function parseCount(text: string): number {
  if (!/^[1-9]$/.test(text)) throw new Error(`"${text}" is not a number of sources from 1 to 9`)
  return Number(text)
}

/** A fixed rate is the operator's own word: where there is nothing but that, it needs no second source. */
export function quorumFor(sources: readonly RateSource[], quorum: Quorum): Quorum {
  return sources.every(({ name }) => name === 'fixed') ? { usual: 1, of: new Map() } : quorum
}

/**
 * Reads `RATE_CURRENCIES`: `USD,EUR`.
 * @throws {Error} naming what is no active ISO 4217 code
 */
export function parseCurrencies(text: string): string[] {
  const codes = text.split(',').map((code) => code.trim())
  const unknown = codes.find((code) => !currencies.has(code))
  if (unknown !== undefined) throw new Error(`"${unknown}" is no active ISO 4217 currency code`)
  return [...new Set(codes)]
}
