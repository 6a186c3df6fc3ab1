import { randomBytes } from 'node:crypto'
import {
  type Destination,
  firstAddresses,
  givenIn,
  isSameDestination,
  readDestination,
} from '../../accounts/destination.ts'
import type { DestinationStore } from '../../accounts/destinations.ts'
import { extendedKeyFromSeed } from '../../coins/codec/hdkey.ts'
import type { ChainName, Coin } from '../../coins/coin.ts'
import { type CoinCode, coins } from '../../coins/index.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Seals } from '../../sessions/seal.ts'
import type { Signed } from '../../sessions/session.ts'

export type CoinOf = Coin & { readonly code: CoinCode }

/** Where the money of one coin goes, as it is shown. */
export interface Payout {
  readonly coin: CoinOf
  /** Null: nowhere, and no invoice can be paid in it. */
  readonly destination: Destination | null
  /** To compare with the wallet. */
  readonly addresses: readonly string[]
  /** Index of the address that the next invoice gets; null where it has one address, or none. */
  readonly nextIndex: number | null
}

/** What somebody wants to set, before it is set. */
export interface Wish extends Payout {
  readonly destination: Destination
  readonly isChange: boolean
  /** Which change the destination came from that was set when this one was typed. */
  readonly seen: number | null
}

export interface PayoutParts {
  readonly read: {
    readonly accounts: Pick<DestinationStore, 'destinations' | 'destinationTurn' | 'nextIndex'>
  }
  readonly chain: ChainName
  readonly seals: Seals
}

/** What is set, and what is about to be. */
export function payouts({ read, chain, seals }: PayoutParts) {
  return { all, one, seal, opened, keyForTrying }

  async function all(accountId: number): Promise<Payout[]> {
    const set = await read.accounts.destinations(accountId)
    const every = [...coins.values()] as CoinOf[]
    return Promise.all(every.map((coin) => shown(coin, set.find((each) => each.coin === coin.code) ?? null)))
  }

  async function one(accountId: number, coin: CoinOf): Promise<Payout> {
    const set = await read.accounts.destinations(accountId)
    return shown(coin, set.find((each) => each.coin === coin.code) ?? null)
  }

  async function shown(coin: CoinOf, destination: Destination | null): Promise<Payout> {
    if (!destination) return { coin, destination, addresses: [], nextIndex: null }
    const addresses = firstAddresses(coin, chain, destination)
    const isKey = destination.kind === 'xpub'
    const nextIndex = isKey ? await read.accounts.nextIndex(coin.code, destination.keyId) : null
    return { coin, destination, addresses, nextIndex }
  }

  /**
   * What was typed, to be looked at and then set. It goes along sealed: nothing is written yet, no address holds a key to read, and what is
   * set in the end is what was looked at, whatever else was typed meanwhile. With it goes what was set then: once that has changed, by this
   * or by anything else, the page that stands in a tab or a history sets nothing any more.
   * @throws {Refused} `destination_invalid`
   */
  async function seal(by: Signed, coin: CoinOf, text: string): Promise<string> {
    const { value } = readDestination(coin, chain, givenIn(text))
    const seen = await read.accounts.destinationTurn(by.accountId, coin.code)
    return seals.seal(`${seen ?? ''}|${value}`, belongs(by, coin))
  }

  /** @throws {Refused} `not_found`: it is none of this session's, for this coin */
  async function opened(by: Signed, coin: CoinOf, sealed: string): Promise<Wish> {
    const [, turn = '', value = null] =
      /^(\d*)\|(.+)$/.exec(seals.open(sealed, belongs(by, coin)) ?? '') ?? []
    if (value === null) throw new Refused('not_found')
    const seen = turn === '' ? null : Number(turn)
    const destination = readDestination(coin, chain, givenIn(value))
    const [wish, { destination: before }] = await Promise.all([
      shown(coin, destination),
      one(by.accountId, coin),
    ])
    const isChange = before === null || !isSameDestination(before, destination)
    return { ...wish, destination, isChange, seen }
  }

  /** Where coins are worth nothing: a key that nobody has the private half of, for who has no wallet at hand. */
  function keyForTrying(coin: CoinOf): string | null {
    return chain === 'regtest' ? extendedKeyFromSeed(randomBytes(32), { coin, chain }).xpub : null
  }
}

export type Payouts = ReturnType<typeof payouts>

const belongs = ({ accountId, sessionId }: Signed, { code }: CoinOf) => [
  'destination',
  code,
  accountId,
  sessionId,
]
