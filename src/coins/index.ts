import type { Coin } from './coin.ts'
import { registry } from './registry.ts'

/** `BTC`, `BCH` … : derived from the registry. */
export type CoinCode = (typeof registry)[number]['code']

/** Every supported coin by its code, in the order in which they are offered. */
export const coins: ReadonlyMap<CoinCode, Coin & { readonly code: CoinCode }> = new Map(
  registry.map((coin) => [coin.code, coin]),
)

/** The coin of a stored row. */
export function getCoin(code: CoinCode): Coin & { readonly code: CoinCode } {
  const coin = coins.get(code)
  if (!coin) throw new Error(`the database contains the coin ${code}, which this version doesn't support`)
  return coin
}

/** The coin with that code, in upper or lower case; undefined when there is none. */
export function findCoin(code: string): (Coin & { readonly code: CoinCode }) | undefined {
  return coins.get(code.toUpperCase() as CoinCode)
}
