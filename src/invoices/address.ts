import type { Destination } from '../accounts/destination.ts'
import type { ChainName, Coin, ExtendedKey } from '../coins/coin.ts'
import { type CoinCode, coins } from '../coins/index.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { BaseUnits } from '../kernel/money.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Unpaid } from './invoice.ts'
import type { Quote, QuotedCoin, QuoteSettings } from './quote.ts'
import { mostRaised, type ReservationStore } from './reservation.ts'

/** Where one coin of one invoice is paid: allocated when the coin is first asked for, and the invoice's from then on. */
export interface InvoiceAddress {
  readonly coin: CoinCode
  readonly address: string
  /** Hex. */
  readonly script: string
  /** Derived for this invoice alone; otherwise a fixed address that invoices share. */
  readonly derived: boolean
  /** Height of the chain when it was handed out: what was mined up to then cannot be a payment. */
  readonly sinceHeight: number
}

export interface AddressStore {
  addresses(uid: string): Promise<InvoiceAddress[]>
  /** False when the coin of the invoice has one already. */
  insertAddress(
    uid: string,
    address: InvoiceAddress,
    key: { readonly id: string; readonly index: number } | null,
    at: Instant,
  ): Promise<boolean>
  /** Changes the coins of that quote; false when it is not the current one any more, or has other coins by now. */
  setCoins(
    uid: string,
    quote: Pick<Quote, 'quotedAt' | 'coins'>,
    coins: readonly QuotedCoin[],
  ): Promise<boolean>
}

/** What allocating needs of the accounts. */
export interface DestinationStore {
  destinations(accountId: number): Promise<Destination[]>
  /** Until the transaction ends, nobody makes an address of that coin a fixed one. */
  lockAddresses(coin: string): Promise<void>
  takeIndex(coin: string, keyId: string): Promise<number>
  isFixed(coin: string, script: string): Promise<boolean>
}

export interface AllocateParts {
  readonly transact: Transact<{
    invoices: AddressStore
    accounts: DestinationStore
    reservations: ReservationStore
  }>
  readonly key: (coin: Coin, xpub: string) => ExtendedKey
  readonly chain: ChainName
  readonly tipHeight: (coin: string) => number | null
  readonly clock: Clock
  readonly settings: QuoteSettings
}

/** Thrown to undo a transaction: the invoice's quote is not as it was when it was read. */
class QuoteChanged extends Error {}

/** So many neighbours of one key cannot all be somebody's fixed addresses. */
const mostSkipped = 100

export function allocateAddress({ transact, key, chain, tipHeight, clock, settings }: AllocateParts) {
  /**
   * The address of a coin of an unpaid invoice; a fresh one when the coin is asked for the first time. Null when the quote was renewed, or a
   * coin of it raised, since the invoice was read: read it again.
   * @throws {Refused} `coin_not_offered` when the account takes that coin no more
   */
  return async function allocate(
    invoice: Unpaid,
    code: CoinCode,
    due: BaseUnits,
  ): Promise<InvoiceAddress | null> {
    try {
      return await choosing(invoice, code, due)
    } catch (error) {
      if (error instanceof QuoteChanged) return null
      throw error
    }
  }

  function choosing(invoice: Unpaid, code: CoinCode, due: BaseUnits): Promise<InvoiceAddress> {
    const { uid } = invoice
    return transact(async (stores) => {
      const { invoices, accounts } = stores
      const known = await knownAddress(invoices, uid, code)
      if (known) return known
      const coin = coins.get(code)
      const destination = (await accounts.destinations(invoice.accountId)).find((each) => each.coin === code)
      if (!coin || !destination) throw notOffered(invoice)
      const { address, derivedBy } = await choose(coin, destination, accounts)
      if (!address.derived) await reserve(invoice, address, due, stores)
      if (await invoices.insertAddress(uid, address, derivedBy, clock.now())) return address
      const theirs = await knownAddress(invoices, uid, code)
      if (!theirs) throw new Error('an address was neither inserted nor there')
      return theirs
    })
  }

  /** On a fixed address that was not the account's when the quote was made, the amount may be another invoice's. */
  async function reserve(
    invoice: Unpaid,
    { coin, script }: InvoiceAddress,
    due: BaseUnits,
    { invoices, reservations }: { invoices: AddressStore; reservations: ReservationStore },
  ): Promise<void> {
    const { uid, accountId, quote } = invoice
    const holder = { uid, accountId, liveUntil: quote.expiresAt + settings.graceMs, now: clock.now() }
    const taken = await reservations.take({ coin, script, lowest: due, highest: due + mostRaised }, holder)
    if (taken === null) throw notOffered(invoice)
    const raised = (each: QuotedCoin) =>
      each.code === coin ? { ...each, raise: each.raise + taken - due } : each
    // Also where nothing is raised: the quote that goes on must be the one whose amount was taken.
    if (!(await invoices.setCoins(uid, quote, quote.coins.map(raised)))) throw new QuoteChanged()
  }

  async function choose(coin: Coin, destination: Destination, accounts: DestinationStore) {
    const common = { coin: destination.coin, sinceHeight: tipHeight(destination.coin) ?? 0 }
    if (destination.kind === 'address') {
      const { value: address, script } = destination
      return { address: { ...common, address, script, derived: false }, derivedBy: null }
    }
    const { value, keyId: id } = destination
    await accounts.lockAddresses(coin.code)
    for (let tries = 0; tries < mostSkipped; tries++) {
      const index = await accounts.takeIndex(coin.code, id)
      const bytes = key(coin, value).scriptAt(index)
      const script = Buffer.from(bytes).toString('hex')
      // A derived address belongs to one invoice for ever: one that somebody uses as a fixed address is passed over.
      if (await accounts.isFixed(coin.code, script)) continue
      const address = coin.addressFor(bytes, chain) ?? ''
      return { address: { ...common, address, script, derived: true }, derivedBy: { id, index } }
    }
    throw new Error('no free index was found below an extended key')
  }
}

const notOffered = ({ quote }: Unpaid): Refused =>
  new Refused('coin_not_offered', quote.coins.map(({ code }) => code).join(', '))

const knownAddress = async (
  invoices: AddressStore,
  uid: string,
  code: CoinCode,
): Promise<InvoiceAddress | undefined> => (await invoices.addresses(uid)).find(({ coin }) => coin === code)
