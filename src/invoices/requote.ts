import type { Offering } from '../accounts/preferences.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import type { InvoiceAddress } from './address.ts'
import type { Quoting } from './create.ts'
import type { Invoice } from './invoice.ts'
import { offer } from './option.ts'
import { needsFreshQuote, type Quote, type QuoteSettings, quoteEnd } from './quote.ts'
import { type ReservationStore, reserveAmounts } from './reservation.ts'

export interface QuoteStore {
  /** Puts `fresh` in the place of `old`, which runs on to its own end; false when it is not the current one any more. */
  replaceQuote(uid: string, old: Quote, fresh: Quote): Promise<boolean>
}

export interface RequoteParts {
  readonly transact: Transact<{ invoices: QuoteStore; reservations: ReservationStore }>
  readonly offering: (accountId: number) => Promise<Offering>
  /** Coins whose address was handed out: it stays the invoice's, whatever became of the destination, or of the wish to offer the coin. */
  readonly addresses: (uid: string) => Promise<InvoiceAddress[]>
  readonly quoting: Quoting
  readonly settings: QuoteSettings
  readonly clock: Clock
}

/** Gives an unpaid invoice a fresh quote when its own is over, or nearly. Same uid, same addresses. */
export function requote({ transact, offering, addresses, quoting, settings, clock }: RequoteParts) {
  return freshen

  /** True when the invoice was changed, by this call or by another at the same time: read it again. */
  async function freshen(invoice: Invoice): Promise<boolean> {
    if (invoice.status !== 'unpaid' || !needsFreshQuote(invoice, clock.now())) return false
    const { destinations, holdMs } = await offering(invoice.accountId)
    const quoteMs = holdMs ?? settings.quoteMs
    // What holds longer than a fresh one would is left alone.
    if (quoteEnd(clock.now(), invoice.expiresAt, { quoteMs }) <= invoice.quote.expiresAt) return false
    const candidates = quoting.candidates(destinations, await addresses(invoice.uid))
    const snapshot = await quoting.newest(invoice.currency)
    const now = clock.now()
    const { offered } = offer(invoice, candidates, snapshot, now)
    if (offered.length === 0) return false
    const expiresAt = quoteEnd(now, invoice.expiresAt, { quoteMs })
    return transact(async ({ invoices, reservations }) => {
      const { uid, accountId } = invoice
      const holder = { uid, accountId, liveUntil: expiresAt + settings.graceMs, now }
      const coins = await reserveAmounts(reservations, offered, holder)
      // A quote without a coin is none: the old one stays.
      if (coins.length === 0) return false
      await invoices.replaceQuote(invoice.uid, invoice.quote, {
        snapshotId: snapshot.id,
        quotedAt: now,
        expiresAt,
        coins,
      })
      return true
    })
  }
}
