import type { Destination } from '../accounts/destination.ts'
import type { ChainName, Coin, ExtendedKey } from '../coins/coin.ts'
import { type CoinCode, coins } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { toHex } from '../kernel/hex.ts'
import type { BaseUnits } from '../kernel/money.ts'
import type { Transact } from '../kernel/transact.ts'
import type { UnpaidInvoice } from './invoice.ts'
import type { Quote, QuotedCoin, QuoteSettings } from './quote.ts'
import { maxAmountOffset, type ReservationStore } from './reservation.ts'

/** The address for one coin of one invoice. It is allocated when the coin is first requested, and never changes. */
export interface InvoiceAddress {
  readonly coin: CoinCode
  readonly address: string
  /** Hex. */
  readonly script: string
  /** Derived for this invoice alone; otherwise a fixed address that invoices share. */
  readonly isDerived: boolean
  /** Chain height when the address was issued. Transactions mined up to then can't be a payment. */
  readonly sinceHeight: number
}

/** Whether payments from any wallet are found: payments to a fixed address match no single invoice, and BSV blocks can be too large to search. */
export const isWatchable = ({ coin, isDerived }: Pick<InvoiceAddress, 'coin' | 'isDerived'>): boolean =>
  isDerived && coin !== 'BSV'

export interface InvoiceAddressStore {
  listAddresses(uid: string): Promise<InvoiceAddress[]>
  /** False when the invoice's coin already has one. */
  insertAddress(
    uid: string,
    address: InvoiceAddress & { readonly isWatched: boolean },
    key: { readonly id: string; readonly index: number } | null,
    at: Instant,
  ): Promise<boolean>
  /** Changes the coins of this quote. False when it is no longer the current one, or its coins have changed since. */
  setCoins(
    uid: string,
    quote: Pick<Quote, 'quotedAt' | 'coins'>,
    coins: readonly QuotedCoin[],
  ): Promise<boolean>
}

/** The account data that address allocation needs. */
interface AddressAllocationStore {
  listDestinations(accountId: number): Promise<Destination[]>
  /** Until the transaction ends, no address of this coin can become a fixed address. */
  lockAddresses(coin: string): Promise<void>
  reserveIndex(coin: string, keyId: string): Promise<number>
  isFixedDestination(coin: string, script: string): Promise<boolean>
}

interface AllocateDependencies {
  readonly transact: Transact<{
    invoices: InvoiceAddressStore
    accounts: AddressAllocationStore
    reservations: ReservationStore
  }>
  readonly getKey: (coin: Coin, xpub: string) => ExtendedKey
  readonly chain: ChainName
  readonly getTipHeight: (coin: string) => number | null
  readonly clock: Clock
  readonly settings: QuoteSettings
}

/** Rolls back a transaction: the invoice's quote has changed since it was read. */
class QuoteChangedError extends Error {}

/** This many consecutive addresses of one key can't all be fixed addresses. */
const maxSkippedIndexes = 100

export function createAddressAllocator({
  transact,
  getKey,
  chain,
  getTipHeight,
  clock,
  settings,
}: AllocateDependencies) {
  /**
   * The address for a coin of an unpaid invoice, allocated on the first request for the coin. Null when the quote, or an amount offset in
   * it, has changed since the invoice was read: read it again.
   * @throws {ApiError} `coin_not_offered` when the account no longer accepts that coin
   */
  return async function allocate(
    invoice: UnpaidInvoice,
    code: CoinCode,
    due: BaseUnits,
  ): Promise<InvoiceAddress | null> {
    try {
      return await reserveAddress(invoice, code, due)
    } catch (error) {
      if (error instanceof QuoteChangedError) return null
      throw error
    }
  }

  function reserveAddress(invoice: UnpaidInvoice, code: CoinCode, due: BaseUnits): Promise<InvoiceAddress> {
    const { uid } = invoice
    return transact(async (stores) => {
      const { invoices, accounts } = stores
      const existing = await findAddress(invoices, uid, code)
      if (existing) return existing
      const coin = coins.get(code)
      const destination = (await accounts.listDestinations(invoice.accountId)).find(
        (each) => each.coin === code,
      )
      if (!coin || !destination) throw createNotOfferedError(invoice)
      const { address, derivedBy } = await chooseAddress(coin, destination, accounts)
      if (!address.isDerived) await reserve(invoice, address, due, stores)
      const isWatched = invoice.anyWallet !== null && isWatchable(address)
      if (await invoices.insertAddress(uid, { ...address, isWatched }, derivedBy, clock.now())) return address
      const concurrent = await findAddress(invoices, uid, code)
      if (!concurrent) throw new Error('an address was neither inserted nor found')
      return concurrent
    })
  }

  /** The account may have added the fixed address after the quote was created, so another invoice may hold this amount. */
  async function reserve(
    invoice: UnpaidInvoice,
    { coin, script }: InvoiceAddress,
    due: BaseUnits,
    { invoices, reservations }: { invoices: InvoiceAddressStore; reservations: ReservationStore },
  ): Promise<void> {
    const { uid, accountId, quote } = invoice
    const holder = { uid, accountId, liveUntil: quote.expiresAt + settings.graceMs, now: clock.now() }
    const reserved = await reservations.reserve(
      { coin, script, lowest: due, highest: due + maxAmountOffset },
      holder,
    )
    if (reserved === null) throw createNotOfferedError(invoice)
    const withOffset = (each: QuotedCoin) =>
      each.code === coin ? { ...each, amountOffset: each.amountOffset + reserved - due } : each
    // Runs even without an offset: the current quote must still be the one whose amount was reserved.
    if (!(await invoices.setCoins(uid, quote, quote.coins.map(withOffset)))) throw new QuoteChangedError()
  }

  async function chooseAddress(coin: Coin, destination: Destination, accounts: AddressAllocationStore) {
    const common = { coin: destination.coin, sinceHeight: getTipHeight(destination.coin) ?? 0 }
    if (destination.kind === 'address') {
      const { value: address, script } = destination
      return { address: { ...common, address, script, isDerived: false }, derivedBy: null }
    }
    const { value, keyId: id } = destination
    await accounts.lockAddresses(coin.code)
    for (let attempt = 0; attempt < maxSkippedIndexes; attempt++) {
      const index = await accounts.reserveIndex(coin.code, id)
      const bytes = getKey(coin, value).deriveScript(index)
      const script = toHex(bytes)
      // A derived address belongs to one invoice permanently, so skip any that is in use as a fixed address.
      if (await accounts.isFixedDestination(coin.code, script)) continue
      const address = coin.scriptToAddress(bytes, chain) ?? ''
      return { address: { ...common, address, script, isDerived: true }, derivedBy: { id, index } }
    }
    throw new Error('no unused index was found for an extended key')
  }
}

const createNotOfferedError = ({ quote }: UnpaidInvoice): ApiError =>
  new ApiError('coin_not_offered', quote.coins.map(({ code }) => code).join(', '))

const findAddress = async (
  invoices: InvoiceAddressStore,
  uid: string,
  code: CoinCode,
): Promise<InvoiceAddress | undefined> =>
  (await invoices.listAddresses(uid)).find(({ coin }) => coin === code)
