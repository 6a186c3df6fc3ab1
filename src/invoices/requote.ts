import { type InvoiceDefaults, selectDestinations } from '../accounts/preferences.ts'
import type { Clock } from '../kernel/clock.ts'
import { shareInFlight } from '../kernel/share-calls.ts'
import type { Transact } from '../kernel/transact.ts'
import type { InvoiceAddress } from './address.ts'
import type { AmountQueue } from './amount-queue.ts'
import type { QuoteInputs } from './create.ts'
import type { Invoice } from './invoice.ts'
import { selectCoins } from './option.ts'
import { computeQuoteExpiry, needsNewQuote, type Quote, type QuoteSettings } from './quote.ts'
import { type ReservationStore, reserveAmounts } from './reservation.ts'

export interface QuoteStore {
  /** Replaces `old` with `quote`; `old` stays valid until its own expiry. False when `old` is no longer the current quote. */
  replaceQuote(uid: string, old: Quote, quote: Quote): Promise<boolean>
}

interface RequoteStores {
  readonly invoices: QuoteStore
  readonly reservations: ReservationStore
}

export interface RequoteDependencies {
  readonly transact: Transact<RequoteStores>
  readonly findInvoiceDefaults: (accountId: number) => Promise<InvoiceDefaults>
  /** The issued addresses. They stay the invoice's, even if the destination changes or the account stops offering the coin. */
  readonly listAddresses: (uid: string) => Promise<InvoiceAddress[]>
  readonly quoteInputs: QuoteInputs
  readonly queue: AmountQueue
  readonly settings: QuoteSettings
  readonly clock: Clock
}

/** Creates a new quote for an unpaid invoice when its own has expired, or soon will. The uid and the addresses stay the same. */
export function createRequoter({
  transact,
  findInvoiceDefaults,
  listAddresses,
  quoteInputs,
  queue,
  settings,
  clock,
}: RequoteDependencies) {
  // Concurrent readers of one invoice, such as a page that everyone reloads, share one transaction.
  return shareInFlight(({ uid }: Invoice) => uid, requote)

  /** True when the invoice was changed, by this call or a concurrent one: read it again. */
  async function requote(invoice: Invoice): Promise<boolean> {
    if (invoice.status !== 'unpaid' || !needsNewQuote(invoice, clock.now())) return false
    const defaults = await findInvoiceDefaults(invoice.accountId)
    const quoteMs = defaults.holdMs ?? settings.quoteMs
    // A quote that lasts longer than a new one would is left unchanged.
    if (computeQuoteExpiry(clock.now(), invoice.expiresAt, { quoteMs }) <= invoice.quote.expiresAt)
      return false
    const destinations = selectDestinations(defaults, invoice.coins)
    const candidates = quoteInputs.findCandidates(destinations, await listAddresses(invoice.uid))
    const snapshot = await quoteInputs.storeNewestRates(invoice.currency)
    const now = clock.now()
    const { offered } = selectCoins(invoice, candidates, snapshot, now)
    if (offered.length === 0) return false
    const expiresAt = computeQuoteExpiry(now, invoice.expiresAt, { quoteMs })
    const { uid, accountId } = invoice
    const write = async ({ invoices, reservations }: RequoteStores) => {
      const holder = { uid, accountId, liveUntil: expiresAt + settings.graceMs, now }
      const coins = await reserveAmounts(reservations, offered, holder)
      // A quote needs at least one coin: keep the old one.
      if (coins.length === 0) return false
      await invoices.replaceQuote(uid, invoice.quote, {
        snapshotId: snapshot.id,
        quotedAt: now,
        expiresAt,
        coins,
      })
      return true
    }
    return queue(offered, () => transact(write))
  }
}
