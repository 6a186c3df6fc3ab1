import type { ChainName, Coin, ExtendedKey } from '../coins/coin.ts'
import { type CoinCode, coins } from '../coins/index.ts'
import type { Event } from '../events/event.ts'
import type { Instant } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'

/** Where an account's money goes in one coin. */
export type Destination =
  /** A fresh address per invoice, `m/0/i` below the key. */
  | { readonly coin: CoinCode; readonly kind: 'xpub'; readonly value: string; readonly keyId: string }
  /** One address for all invoices: they are told apart by their amounts. `script` is hex. */
  | { readonly coin: CoinCode; readonly kind: 'address'; readonly value: string; readonly script: string }

/** What somebody says about where the money is to go. */
export type GivenDestination = { readonly xpub: string } | { readonly address: string }

type CoinOf = Coin & { readonly code: CoinCode }

/** @throws {Refused} `destination_invalid` */
export function coinNamed(code: string): CoinOf {
  const coin = coins.get(code.toUpperCase() as CoinCode)
  if (!coin) {
    throw new Refused(
      'destination_invalid',
      `There is no such coin: name one of ${[...coins.keys()].join(', ')}.`,
    )
  }
  return coin as CoinOf
}

/** The longest address has 90 characters (BIP173), and an extended key has 111. */
const longestAddress = 90

/** Which of both a text is meant to be: from a field that takes either. What a narrow window broke into lines is whole again. */
export function givenIn(text: string): GivenDestination {
  const given = text.replaceAll(/\s+/g, '')
  return given.length > longestAddress ? { xpub: given } : { address: given }
}

/**
 * Reads an extended public key or an address of that coin and chain.
 * @throws {Refused} `destination_invalid`; what was given is never echoed, for it may be a private key
 */
export function readDestination(coin: CoinOf, chain: ChainName, given: GivenDestination): Destination {
  const { code } = coin
  if ('xpub' in given) {
    const { id } = coin.parseExtendedKey(given.xpub, chain)
    return { coin: code, kind: 'xpub', value: given.xpub, keyId: id }
  }
  const script = coin.scriptFor(given.address, chain)
  if (!script) {
    const sentence = `This is no ${coin.name} address of the ${chain} network.`
    throw new Refused('destination_invalid', sentence).with({ reason: 'address' })
  }
  return { coin: code, kind: 'address', value: given.address, script: Buffer.from(script).toString('hex') }
}

/** Does the money go to the same place? An address may be written in several ways. */
export const isSameDestination = (one: Destination, other: Destination): boolean =>
  one.kind === 'address'
    ? other.kind === 'address' && one.script === other.script
    : other.kind === 'xpub' && one.value === other.value

const shownAddresses = 3

/** What to compare with the wallet: the first addresses of a key, or the one address. */
export function firstAddresses(coin: Coin, chain: ChainName, { kind, value }: Destination): string[] {
  if (kind === 'address') return [value]
  const key = coin.parseExtendedKey(value, chain)
  return Array.from(
    { length: shownAddresses },
    (_, index) => coin.addressFor(key.scriptAt(index), chain) ?? '',
  )
}

/** What the account is told. An extended key itself would let whoever hears of it see all of the account's addresses: its id names it. */
export function announceChanged(
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
