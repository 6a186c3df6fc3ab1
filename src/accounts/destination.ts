import type { ChainName, Coin, ExtendedKey } from '../coins/coin.ts'
import { type CoinCode, coins } from '../coins/index.ts'
import type { Event } from '../events/event.ts'
import { ApiError } from '../kernel/api-error.ts'
import { createBoundedMap } from '../kernel/bounded-map.ts'
import type { Instant } from '../kernel/clock.ts'
import { toHex } from '../kernel/hex.ts'

/** The destination of payouts in one coin. */
export type Destination =
  /** A new address per invoice: `m/0/i` of the key. */
  | { readonly coin: CoinCode; readonly kind: 'xpub'; readonly value: string; readonly keyId: string }
  /** One address for all invoices, which are distinguished by their amounts. `script` is hex. */
  | { readonly coin: CoinCode; readonly kind: 'address'; readonly value: string; readonly script: string }

/** A destination as entered by a user. */
export type DestinationInput = { readonly xpub: string } | { readonly address: string }

export type CoinWithCode = Coin & { readonly code: CoinCode }

/** @throws {ApiError} `destination_invalid` */
export function requireDestinationCoin(code: string): CoinWithCode {
  const coin = coins.get(code.toUpperCase() as CoinCode)
  if (!coin) {
    throw new ApiError('destination_invalid', `Unknown coin: use one of ${[...coins.keys()].join(', ')}.`)
  }
  return coin as CoinWithCode
}

/** The longest address has 90 characters (BIP173); an extended key has 111. */
const maxAddressLength = 90

/** For a field that accepts either: decides which of the two the text is. Removes line breaks from pasted text. */
export function parseDestinationInput(text: string): DestinationInput {
  const compact = text.replaceAll(/\s+/g, '')
  return compact.length > maxAddressLength ? { xpub: compact } : { address: compact }
}

/**
 * Parses an extended public key or an address of that coin and chain.
 * @throws {ApiError} `destination_invalid`; the message never repeats the input, which may be a private key
 */
export function parseDestination(coin: CoinWithCode, chain: ChainName, input: DestinationInput): Destination {
  const { code } = coin
  if ('xpub' in input) {
    const { id } = coin.parseExtendedKey(input.xpub, chain)
    return { coin: code, kind: 'xpub', value: input.xpub, keyId: id }
  }
  const script = coin.addressToScript(input.address, chain)
  if (!script) {
    const message = `This is not a ${coin.name} address on the ${chain} network.`
    throw new ApiError('destination_invalid', message).withMembers({ reason: 'address' })
  }
  return { coin: code, kind: 'address', value: input.address, script: toHex(script) }
}

/** Compares destinations: one address can be written in several ways. */
export const isSameDestination = (one: Destination, other: Destination): boolean =>
  one.kind === 'address'
    ? other.kind === 'address' && one.script === other.script
    : other.kind === 'xpub' && one.value === other.value

const shownAddressCount = 3

/** Addresses for the owner to compare with their wallet: the first ones of a key, or the fixed address. */
export function deriveFirstAddresses(coin: Coin, chain: ChainName, { kind, value }: Destination): string[] {
  if (kind === 'address') return [value]
  const key = coin.parseExtendedKey(value, chain)
  return Array.from(
    { length: shownAddressCount },
    (_, index) => coin.scriptToAddress(key.deriveScript(index), chain) ?? '',
  )
}

/**
 * Builds the event for the owner. It contains the id of an extended key, not the key itself: anyone with the key could see all of the
 * account's addresses.
 */
export function createDestinationChangedEvent(
  accountId: number,
  destination: Destination,
  { sequence, time }: { sequence: number; time: Instant },
): Event {
  const { coin, kind } = destination
  return {
    type: 'account.destination.changed',
    time,
    subject: `account/${accountId}`,
    sequence,
    accountId,
    data: {
      account_id: accountId,
      coin,
      kind,
      address: destination.kind === 'address' ? destination.value : null,
      key_id: destination.kind === 'xpub' ? destination.keyId : null,
    },
  }
}

const maxCachedKeys = 1_000

/** Caches parsed extended keys: parsing takes a point decompression, deriving an address only an addition. */
export function createExtendedKeyCache(chain: ChainName): (coin: Coin, xpub: string) => ExtendedKey {
  const cache = createBoundedMap<string, ExtendedKey>(maxCachedKeys)
  return (coin, xpub) => {
    const cacheKey = `${coin.code} ${xpub}`
    const cached = cache.get(cacheKey)
    if (cached) return cached
    const key = coin.parseExtendedKey(xpub, chain)
    cache.set(cacheKey, key)
    return key
  }
}

/** The next address index of an account and coin. */
export interface NextIndex {
  readonly accountId: number
  readonly email: string
  readonly coin: string
  readonly nextIndex: number
  /** Index of the last address that was paid; null if none was. */
  readonly lastPaid: number | null
}
