import type { AuditLog } from '../audit/entry.ts'
import type { ChainName } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import type { EventLog } from '../events/event.ts'
import type { Clock } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Done } from './accounts.ts'
import {
  announceChanged,
  coinNamed,
  type Destination,
  firstAddresses,
  type GivenDestination,
  isSameDestination,
  readDestination,
} from './destination.ts'
import { type FindAccount, findIn } from './find.ts'

/** Which addresses were derived, and which must not be. */
export interface DerivationStore {
  /** Until the transaction ends, no other derives an address of that coin, or makes one somebody's destination. */
  lockAddresses(coin: string): Promise<void>
  /** Takes the next index of a key; the first is 0. Rolled back with its transaction. */
  takeIndex(coin: string, keyId: string): Promise<number>
  advanceIndex(coin: string, keyId: string, by: number): Promise<number>
  /** The index of a key that is taken next. */
  nextIndex(coin: string, keyId: string): Promise<number>
  /** Is this script somebody's fixed destination? Asked under the lock. */
  isFixed(coin: string, script: string): Promise<boolean>
  /** Was this script ever derived for an invoice? Asked under the lock. */
  wasDerived(coin: string, script: string): Promise<boolean>
}

export interface DestinationStore extends DerivationStore, FindAccount {
  /** In the order of the coins. */
  destinations(accountId: number): Promise<Destination[]>
  /** Which change of it the destination of that coin comes from: each has a higher number. Null: there is none, or it was set before they were counted. */
  destinationTurn(accountId: number, coin: CoinCode): Promise<number | null>
  /** Under the lock, which tells who came to a fixed address first. */
  setDestination(accountId: number, destination: Destination, at: number): Promise<void>
  /** The next sequence of the subject `account/<id>`. */
  nextSequence(accountId: number): Promise<number>
}

export interface DestinationStores {
  readonly accounts: DestinationStore
  readonly audit: AuditLog
  readonly events: EventLog
}

/** Of one call: the counter belongs to the key, and who knows a key of somebody else's is not to use it up (BIP32 has 2^31 indexes). */
export const mostSkipped = 10_000

/** Where an account's money goes. */
export function destinations(
  transact: Transact<DestinationStores>,
  { chain, clock, done }: { chain: ChainName; clock: Clock; done: Done },
) {
  return { setDestination, advance }

  /**
   * Where the account's money of that coin goes from now on, and the first addresses to compare with the wallet's. A change is an event of
   * the account; `isChange` says whether it was one, for who writes a letter.
   * @param given with `seen`, what `destinationTurn` said when somebody began to look at it: then it replaces nothing that was set since
   * @throws {Refused} `destination_invalid`, `account_not_found`
   */
  async function setDestination(
    email: string,
    coinCode: string,
    given: GivenDestination & { readonly seen?: number | null },
  ) {
    const coin = coinNamed(coinCode)
    const destination = readDestination(coin, chain, given)
    return transact(async ({ accounts, audit, events }) => {
      const { id } = await findIn(accounts, email)
      // Two who set the same at once announce it once.
      await accounts.lockAddresses(coin.code)
      if (destination.kind === 'address') await requireUnderived(accounts, destination)
      const before = (await accounts.destinations(id)).find((each) => each.coin === coin.code)
      const isChange = before === undefined || !isSameDestination(before, destination)
      if (isChange && given.seen !== undefined)
        requireUnchanged(await accounts.destinationTurn(id, coin.code), given.seen)
      const now = clock.now()
      await accounts.setDestination(id, destination, now)
      const { kind } = destination
      const where = destination.kind === 'address' ? destination.value : destination.keyId
      if (isChange) {
        const sequence = await accounts.nextSequence(id)
        await events.append([announceChanged(id, destination, { sequence, time: now })])
      }
      await audit.record(done(id, 'destination.set', { coin: coin.code, kind, where }))
      return {
        coin: coin.code,
        kind,
        firstAddresses: firstAddresses(coin, chain, destination),
        isChange,
      }
    })
  }

  /**
   * Skips the next `by` indexes of the account's key: for a wallet that used them elsewhere.
   * @throws {Refused} `destination_missing`, `skip_invalid`, `account_not_found`
   */
  async function advance(
    email: string,
    coinCode: string,
    by: number,
  ): Promise<{ coin: CoinCode; nextIndex: number }> {
    const coin = coinNamed(coinCode).code
    if (!Number.isInteger(by) || by < 1 || by > mostSkipped) throw new Refused('skip_invalid', mostSkipped)
    return transact(async ({ accounts, audit }) => {
      const { id } = await findIn(accounts, email)
      const destination = (await accounts.destinations(id)).find((each) => each.coin === coin)
      if (destination?.kind !== 'xpub') throw new Refused('destination_missing')
      const nextIndex = await accounts.advanceIndex(coin, destination.keyId, by)
      await audit.record(done(id, 'destination.advanced', { coin, by, next_index: nextIndex }))
      return { coin, nextIndex }
    })
  }
}

/** @throws {Refused} `destination_invalid` */
async function requireUnderived(
  accounts: DerivationStore,
  { coin, script }: Destination & { kind: 'address' },
): Promise<void> {
  if (!(await accounts.wasDerived(coin, script))) return
  throw new Refused(
    'destination_invalid',
    'This address was derived for an invoice: a fixed address must be another.',
  ).with({ reason: 'derived' })
}

/** @throws {Refused} `destination_invalid` */
function requireUnchanged(now: number | null, seen: number | null): void {
  if (now === seen) return
  throw new Refused(
    'destination_invalid',
    'The destination of this coin was changed since this one was looked at: begin again.',
  ).with({ reason: 'changed' })
}
