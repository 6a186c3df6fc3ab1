import type { ChainName, Coin, ExtendedKey } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import { Refused } from '../kernel/refused.ts'

/** Where an account's money goes in one coin. */
export type Destination =
  /** A fresh address per invoice, `m/0/i` below the key. */
  | { readonly coin: CoinCode; readonly kind: 'xpub'; readonly value: string; readonly keyId: string }
  /** One address for all invoices: they are told apart by their amounts. `script` is hex. */
  | { readonly coin: CoinCode; readonly kind: 'address'; readonly value: string; readonly script: string }

type CoinOf = Coin & { readonly code: CoinCode }

/**
 * Reads an extended public key of that coin and chain.
 * @throws {Refused} `destination_invalid`; what was given is never echoed, for it may be a private key
 */
export function xpubDestination(
  coin: CoinOf,
  chain: ChainName,
  xpub: string,
): Destination & { kind: 'xpub' } {
  const { id } = coin.parseExtendedKey(xpub, chain)
  return { coin: coin.code, kind: 'xpub', value: xpub, keyId: id }
}

/** @throws {Refused} `destination_invalid` when it is no address of that coin on that chain */
export function addressDestination(
  coin: CoinOf,
  chain: ChainName,
  address: string,
): Destination & { kind: 'address' } {
  const script = coin.scriptFor(address, chain)
  if (!script) {
    throw new Refused('destination_invalid', `This is no ${coin.name} address of the ${chain} network.`)
  }
  return { coin: coin.code, kind: 'address', value: address, script: Buffer.from(script).toString('hex') }
}

const keptKeys = 1_000

/** Reads each extended key once: parsing one takes a point decompression, deriving from it an addition. */
export function extendedKeys(chain: ChainName): (coin: Coin, xpub: string) => ExtendedKey {
  const kept = new Map<string, ExtendedKey>()
  return (coin, xpub) => {
    const name = `${coin.code} ${xpub}`
    const known = kept.get(name)
    if (known) return known
    const key = coin.parseExtendedKey(xpub, chain)
    if (kept.size >= keptKeys) kept.delete(kept.keys().next().value ?? '')
    kept.set(name, key)
    return key
  }
}
