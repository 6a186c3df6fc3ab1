import type { Storefront } from '../accounts/storefront.ts'
import type { CoinCode } from '../coins/index.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { LeftOut } from '../invoices/option.ts'
import type { ViewContext } from '../invoices/view.ts'
import type { Clock } from '../kernel/clock.ts'
import { isUid } from '../kernel/ids.ts'
import { Refused } from '../kernel/refused.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import { type Checkout, checkoutOf } from './checkout.ts'
import type { Refusal } from './refusals.ts'

export interface CheckoutParts {
  /** The invoice with a quote that is worth handing out. @throws {Refused} `invoice_not_found` */
  readonly load: (uid: string) => Promise<Invoice>
  /** The invoice as it is. */
  readonly find: (uid: string) => Promise<Invoice | null>
  readonly snapshot: (id: string) => Promise<RateSnapshot>
  /** The coins that the account takes and cannot offer at the moment, with the reasons. */
  readonly leftOut: (invoice: Invoice) => Promise<readonly LeftOut[]>
  readonly storefront: (accountId: number) => Promise<Storefront>
  readonly refusal: (uid: string) => Promise<Refusal | null>
  readonly isReachable: (coin: CoinCode) => boolean
  /** How many blocks make a payment of that coin confirmed, where its account has not said so. */
  readonly depth: (coin: CoinCode) => number
  readonly view: ViewContext
  readonly clock: Clock
}

/** Shows invoices to those who pay them. No address is allocated: only a wallet's question does that. */
export function showCheckouts(parts: CheckoutParts) {
  return { open, glance }

  /** Somebody opens the page: prices that are over, or nearly, are made anew. @throws {Refused} `invoice_not_found` */
  async function open(uid: string, coin: CoinCode | null): Promise<Checkout> {
    return draw(await parts.load(uid), coin)
  }

  /** The page that is open looks again: prices stay as they are, until somebody asks for new ones. @throws {Refused} `invoice_not_found` */
  async function glance(uid: string, coin: CoinCode | null): Promise<Checkout> {
    const invoice = isUid(uid) ? await parts.find(uid) : null
    if (!invoice) throw new Refused('invoice_not_found')
    return draw(invoice, coin)
  }

  async function draw(invoice: Invoice, coin: CoinCode | null): Promise<Checkout> {
    const isPayable = invoice.status === 'unpaid'
    const [storefront, snapshot, leftOut, refusal] = await Promise.all([
      parts.storefront(invoice.accountId),
      isPayable ? parts.snapshot(invoice.quote.snapshotId) : null,
      isPayable ? parts.leftOut(invoice) : [],
      isPayable ? parts.refusal(invoice.uid) : null,
    ])
    const { isReachable, depth, view } = parts
    const now = parts.clock.now()
    return checkoutOf({
      invoice,
      storefront,
      snapshot,
      leftOut,
      refusal,
      coin,
      isReachable,
      depth,
      view,
      now,
    })
  }
}

export type Checkouts = ReturnType<typeof showCheckouts>
