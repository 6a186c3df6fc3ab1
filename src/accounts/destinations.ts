import type { AuditLog, CreateAuditEntry } from '../audit/entry.ts'
import type { ChainName } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import type { EventLog } from '../events/event.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import {
  createDestinationChangedEvent,
  type Destination,
  type DestinationInput,
  deriveFirstAddresses,
  isSameDestination,
  parseDestination,
  requireDestinationCoin,
} from './destination.ts'
import { type AccountFinder, findAccount } from './find-account.ts'

/** Tracks which addresses were derived and which must not be. */
export interface DerivationStore {
  /** Until the transaction ends, no other transaction can derive an address of that coin or set one as a destination. */
  lockAddresses(coin: string): Promise<void>
  /** Takes the next index of a key, starting at 0. Rolled back with its transaction. */
  reserveIndex(coin: string, keyId: string): Promise<number>
  advanceIndex(coin: string, keyId: string, count: number): Promise<number>
  /** The key's next index, without taking it. */
  getNextIndex(coin: string, keyId: string): Promise<number>
  /** True if the script is any account's fixed destination. Requires the lock. */
  isFixedDestination(coin: string, script: string): Promise<boolean>
  /** True if the script was ever derived for an invoice. Requires the lock. */
  wasDerived(coin: string, script: string): Promise<boolean>
}

export interface AccountDestinationStore extends DerivationStore, AccountFinder {
  /** In the order of the coins. */
  listDestinations(accountId: number): Promise<Destination[]>
  /** Version of the destination, which increases with each change. Null if there is none, or it was set before versions were counted. */
  getDestinationVersion(accountId: number, coin: CoinCode): Promise<number | null>
  /** Requires the lock, which determines who set a fixed address first. */
  setDestination(accountId: number, destination: Destination, at: number): Promise<void>
  /** Increments the sequence of the subject `account/<id>`, and returns it. */
  incrementSequence(accountId: number): Promise<number>
}

interface DestinationStores {
  readonly accounts: AccountDestinationStore
  readonly audit: AuditLog
  readonly events: EventLog
}

/**
 * Limit per call. The counter belongs to the key, and someone who knows another account's key must not be able to use up its indexes (BIP32
 * has 2^31).
 */
export const maxSkippedAddresses = 10_000

/** Manages payout destinations. */
export function createDestinations(
  transact: Transact<DestinationStores>,
  { chain, clock, createAuditEntry }: { chain: ChainName; clock: Clock; createAuditEntry: CreateAuditEntry },
) {
  return { setDestination, advance }

  /**
   * Sets the account's destination for a coin. Returns the first addresses, to compare with the wallet. A change creates an event. If
   * `isChange` is true, callers should email the owner.
   * @param input with `expectedVersion`, the result of `getDestinationVersion` when the user opened the form: fails if the destination has
   * changed since then
   * @throws {ApiError} `destination_invalid`, `account_not_found`
   */
  async function setDestination(
    email: string,
    coinCode: string,
    input: DestinationInput & { readonly expectedVersion?: number | null },
  ) {
    const coin = requireDestinationCoin(coinCode)
    const destination = parseDestination(coin, chain, input)
    return transact(async ({ accounts, audit, events }) => {
      const { id } = await findAccount(accounts, email)
      // If two callers set the same destination concurrently, only one event is created.
      await accounts.lockAddresses(coin.code)
      if (destination.kind === 'address') await requireNotDerived(accounts, destination)
      const previousDestination = (await accounts.listDestinations(id)).find(
        (destination) => destination.coin === coin.code,
      )
      const isChange =
        previousDestination === undefined || !isSameDestination(previousDestination, destination)
      if (isChange && input.expectedVersion !== undefined)
        requireUnchanged(await accounts.getDestinationVersion(id, coin.code), input.expectedVersion)
      const now = clock.now()
      await accounts.setDestination(id, destination, now)
      const { kind } = destination
      const where = destination.kind === 'address' ? destination.value : destination.keyId
      if (isChange) {
        const sequence = await accounts.incrementSequence(id)
        await events.append([createDestinationChangedEvent(id, destination, { sequence, time: now })])
      }
      await audit.record(createAuditEntry(id, 'destination.set', { coin: coin.code, kind, where }))
      return {
        coin: coin.code,
        kind,
        firstAddresses: deriveFirstAddresses(coin, chain, destination),
        isChange,
      }
    })
  }

  /**
   * Skips the next `count` indexes of the account's key, for a wallet that has used them elsewhere.
   * @throws {ApiError} `destination_missing`, `skip_invalid`, `account_not_found`
   */
  async function advance(
    email: string,
    coinCode: string,
    count: number,
  ): Promise<{ coin: CoinCode; nextIndex: number }> {
    const coin = requireDestinationCoin(coinCode).code
    if (!Number.isInteger(count) || count < 1 || count > maxSkippedAddresses)
      throw new ApiError('skip_invalid', maxSkippedAddresses)
    return transact(async ({ accounts, audit }) => {
      const { id } = await findAccount(accounts, email)
      const destination = (await accounts.listDestinations(id)).find((candidate) => candidate.coin === coin)
      if (destination?.kind !== 'xpub') throw new ApiError('destination_missing')
      const nextIndex = await accounts.advanceIndex(coin, destination.keyId, count)
      await audit.record(
        createAuditEntry(id, 'destination.advanced', { coin, by: count, next_index: nextIndex }),
      )
      return { coin, nextIndex }
    })
  }
}

/** @throws {ApiError} `destination_invalid` */
async function requireNotDerived(
  accounts: DerivationStore,
  { coin, script }: Destination & { kind: 'address' },
): Promise<void> {
  if (!(await accounts.wasDerived(coin, script))) return
  throw new ApiError(
    'destination_invalid',
    'This address was derived for an invoice: use a different one as the fixed address.',
  ).withMembers({ reason: 'derived' })
}

/** @throws {ApiError} `destination_invalid` */
function requireUnchanged(current: number | null, expectedVersion: number | null): void {
  if (current === expectedVersion) return
  throw new ApiError(
    'destination_invalid',
    'The destination of this coin has changed in the meantime: start again.',
  ).withMembers({ reason: 'changed' })
}
