import type { Checkout } from '../../checkout/checkout.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { ApiError } from '../../kernel/api-error.ts'
import { hour, type Instant } from '../../kernel/clock.ts'
import { isUid } from '../../kernel/ids.ts'
import { getStartOfToday } from '../days.ts'

/** An invoice and its checkout page's data, as shown to a customer. */
export interface TillSale {
  readonly invoice: Invoice
  readonly checkout: Checkout
}

export interface SaleDependencies {
  readonly find: (uid: string) => Promise<Invoice | null>
  /** The checkout page's data without a new quote: wallets request one themselves. */
  readonly showCheckout: (uid: string) => Promise<Checkout>
}

/** A sale that began before midnight can still be finished. */
const maxSaleMs = 1 * hour

/** Whether staff who see only today's invoices can see this one. */
export function isCurrentSale(
  { createdAt }: Pick<Invoice, 'createdAt'>,
  now: Instant,
  timeZone: string,
): boolean {
  return createdAt >= Math.min(getStartOfToday(now, timeZone), now - maxSaleMs)
}

/** Creates the function that finds an account's sale. */
export function createSaleFinder({ find, showCheckout }: SaleDependencies) {
  /** @throws {ApiError} `invoice_not_found`, also for another account's invoice */
  return async function findSale(accountId: number, uid: string): Promise<TillSale> {
    const invoice = isUid(uid) ? await find(uid) : null
    if (invoice?.accountId !== accountId) throw new ApiError('invoice_not_found')
    return { invoice, checkout: await showCheckout(uid) }
  }
}

/** The state of a sale, as the seller sees it. */
export type SaleState =
  | 'waiting'
  | 'refused'
  | 'down'
  | 'checking'
  | 'paid'
  | 'reversed'
  | 'cancelled'
  | 'expired'

/** The wallet requests a new quote when one expires. A payment counts once it is accepted, regardless of its confirmations. */
export function getSaleState({ state }: Checkout): SaleState {
  if (state.name === 'unconfirmed') return 'checking'
  if (!('offers' in state)) return state.name === 'confirming' ? 'paid' : state.name
  const isDown = state.offers.length > 0 && state.offers.every(({ isReachable }) => !isReachable)
  if (isDown) return 'down'
  return state.rejection ? 'refused' : 'waiting'
}
