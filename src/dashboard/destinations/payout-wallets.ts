import { randomBytes } from 'node:crypto'
import {
  type CoinWithCode,
  type Destination,
  deriveFirstAddresses,
  isSameDestination,
  parseDestination,
  parseDestinationInput,
} from '../../accounts/destination.ts'
import type { AccountDestinationStore } from '../../accounts/destinations.ts'
import { deriveAccountKeys } from '../../coins/codec/hdkey.ts'
import type { ChainName } from '../../coins/coin.ts'
import { coins } from '../../coins/index.ts'
import { ApiError } from '../../kernel/api-error.ts'
import type { TextCipher } from '../../kernel/text-cipher.ts'
import type { SignedInUser } from '../../sessions/session.ts'

/** A coin's payout wallet, as shown. */
export interface PayoutWallet {
  readonly coin: CoinWithCode
  /** Null if none is set. Invoices then don't offer the coin. */
  readonly destination: Destination | null
  /** The first addresses, to compare with the wallet. */
  readonly addresses: readonly string[]
  /** Index of the next invoice's address; null if the destination is a single address or is not set. */
  readonly nextIndex: number | null
}

/** A new payout wallet before it is set. */
export interface PayoutWalletDraft extends PayoutWallet {
  readonly destination: Destination
  readonly isChange: boolean
  /** Version of the destination that was set when the draft was created; null if there was none. */
  readonly expectedVersion: number | null
}

export interface PayoutWalletDependencies {
  readonly read: {
    readonly accounts: Pick<
      AccountDestinationStore,
      'listDestinations' | 'getDestinationVersion' | 'getNextIndex'
    >
  }
  readonly chain: ChainName
  readonly cipher: TextCipher
}

/** Current payout wallets, and drafts of new ones. */
export function createPayoutWallets({ read, chain, cipher }: PayoutWalletDependencies) {
  return { list, find, encryptDraft, decryptDraft, createTestKey }

  async function list(accountId: number): Promise<PayoutWallet[]> {
    const destinations = await read.accounts.listDestinations(accountId)
    const allCoins = [...coins.values()] as CoinWithCode[]
    return Promise.all(
      allCoins.map((coin) =>
        toPayoutWallet(coin, destinations.find((each) => each.coin === coin.code) ?? null),
      ),
    )
  }

  async function find(accountId: number, coin: CoinWithCode): Promise<PayoutWallet> {
    const destinations = await read.accounts.listDestinations(accountId)
    return toPayoutWallet(coin, destinations.find((each) => each.coin === coin.code) ?? null)
  }

  async function toPayoutWallet(coin: CoinWithCode, destination: Destination | null): Promise<PayoutWallet> {
    if (!destination) return { coin, destination, addresses: [], nextIndex: null }
    const addresses = deriveFirstAddresses(coin, chain, destination)
    const isKey = destination.kind === 'xpub'
    const nextIndex = isKey ? await read.accounts.getNextIndex(coin.code, destination.keyId) : null
    return { coin, destination, addresses, nextIndex }
  }

  /**
   * Encrypts a new destination, to be reviewed and then set. Nothing is stored before that, no URL contains a readable key, and the
   * destination that is set is exactly the one that was reviewed. The draft includes the version of the current destination, so that it
   * can't be set once the destination has changed.
   * @throws {ApiError} `destination_invalid`
   */
  async function encryptDraft(user: SignedInUser, coin: CoinWithCode, text: string): Promise<string> {
    const { value } = parseDestination(coin, chain, parseDestinationInput(text))
    const expectedVersion = await read.accounts.getDestinationVersion(user.accountId, coin.code)
    return cipher.encrypt(`${expectedVersion ?? ''}|${value}`, getAssociatedData(user, coin))
  }

  /** @throws {ApiError} `not_found`: not a draft of this session for this coin */
  async function decryptDraft(
    user: SignedInUser,
    coin: CoinWithCode,
    encryptedDraft: string,
  ): Promise<PayoutWalletDraft> {
    const [, version = '', value = null] =
      /^(\d*)\|(.+)$/.exec(cipher.decrypt(encryptedDraft, getAssociatedData(user, coin)) ?? '') ?? []
    if (value === null) throw new ApiError('not_found')
    const expectedVersion = version === '' ? null : Number(version)
    const destination = parseDestination(coin, chain, parseDestinationInput(value))
    const [wallet, { destination: currentDestination }] = await Promise.all([
      toPayoutWallet(coin, destination),
      find(user.accountId, coin),
    ])
    const isChange = currentDestination === null || !isSameDestination(currentDestination, destination)
    return { ...wallet, destination, isChange, expectedVersion }
  }

  /** A random key that belongs to no wallet; null outside regtest. */
  function createTestKey(coin: CoinWithCode): string | null {
    return chain === 'regtest' ? deriveAccountKeys(randomBytes(32), { coin, chain }).xpub : null
  }
}

export type PayoutWallets = ReturnType<typeof createPayoutWallets>

const getAssociatedData = ({ accountId, sessionId }: SignedInUser, { code }: CoinWithCode) => [
  'destination',
  code,
  accountId,
  sessionId,
]
