import type { Coin } from './coin.ts'
import { registry } from './registry.ts'

/** `BTC`, `BCH` … : grows with the registry. */
export type CoinCode = (typeof registry)[number]['code']

/** Every coin that the service knows, by its code, in the order in which they are offered. */
export const coins: ReadonlyMap<CoinCode, Coin & { readonly code: CoinCode }> = new Map(
  registry.map((coin) => [coin.code, coin]),
)

/** The coin that a caller names, in either case; undefined when there is none. */
export function findCoin(code: string): (Coin & { readonly code: CoinCode }) | undefined {
  return coins.get(code.toUpperCase() as CoinCode)
}
