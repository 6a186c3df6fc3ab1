import type { Checkout } from '../../checkout/checkout.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { isUid } from '../../kernel/ids.ts'
import { Refused } from '../../kernel/refused.ts'

/** An invoice as it stands before a customer. */
export interface Sale {
  readonly invoice: Invoice
  readonly checkout: Checkout
}

export interface SaleParts {
  readonly find: (uid: string) => Promise<Invoice | null>
  /** As the payer's page has it, without a fresh price: wallets ask for that themselves. */
  readonly checkout: (uid: string) => Promise<Checkout>
}

/** Invoices of one's own, while they are being paid. */
export function sales({ find, checkout }: SaleParts) {
  /** @throws {Refused} `invoice_not_found`, also of somebody else's */
  return async function saleOf(accountId: number, uid: string): Promise<Sale> {
    const invoice = isUid(uid) ? await find(uid) : null
    if (invoice?.accountId !== accountId) throw new Refused('invoice_not_found')
    return { invoice, checkout: await checkout(uid) }
  }
}

/** How a sale stands, for who sells. */
export type Standing =
  | 'waiting'
  | 'refused'
  | 'down'
  | 'checking'
  | 'paid'
  | 'reversed'
  | 'cancelled'
  | 'expired'

/** The end of a price is the wallet's affair: it asks for a fresh one. A payment is there when it is accepted, whatever its depth. */
export function standingOf({ state }: Checkout): Standing {
  if (!('offers' in state)) return state.name === 'confirming' ? 'paid' : state.name
  const isDown = state.offers.length > 0 && state.offers.every(({ isReachable }) => !isReachable)
  if (isDown) return 'down'
  return state.refusal ? 'refused' : 'waiting'
}
