import type { Storefront } from '../accounts/storefront.ts'
import type { CoinCode } from '../coins/index.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { UnavailableCoin } from '../invoices/option.ts'
import type { ViewContext } from '../invoices/view.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { isUid } from '../kernel/ids.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import { buildCheckout, type Checkout } from './checkout.ts'
import type { PaymentRejection } from './payment-rejections.ts'

export interface CheckoutParts {
  /** The invoice with a quote that is still worth issuing. @throws {ApiError} `invoice_not_found` */
  readonly load: (uid: string) => Promise<Invoice>
  /** The invoice as stored. */
  readonly find: (uid: string) => Promise<Invoice | null>
  readonly snapshot: (id: string) => Promise<RateSnapshot>
  /** Coins that the account accepts but can't offer right now, with the reasons. */
  readonly leftOut: (invoice: Invoice) => Promise<readonly UnavailableCoin[]>
  readonly storefront: (accountId: number) => Promise<Storefront>
  readonly refusal: (uid: string) => Promise<PaymentRejection | null>
  readonly isReachable: (coin: CoinCode) => boolean
  /** Confirmations that a payment in this coin needs if its account has no setting of its own. */
  readonly requiredConfirmations: (coin: CoinCode) => number
  readonly view: ViewContext
  readonly clock: Clock
}

/** Shows invoices to payers. It allocates no address: only a wallet's payment request does. */
export function createCheckouts(parts: CheckoutParts) {
  return { show, showWithoutRequote }

  /** For opening the page: renews prices that have expired or are about to. @throws {ApiError} `invoice_not_found` */
  async function show(uid: string, coin: CoinCode | null): Promise<Checkout> {
    return draw(await parts.load(uid), coin)
  }

  /** For polling by an open page: keeps the prices until the payer asks for new ones. @throws {ApiError} `invoice_not_found` */
  async function showWithoutRequote(uid: string, coin: CoinCode | null): Promise<Checkout> {
    const invoice = isUid(uid) ? await parts.find(uid) : null
    if (!invoice) throw new ApiError('invoice_not_found')
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
    const { isReachable, requiredConfirmations, view } = parts
    const now = parts.clock.now()
    return buildCheckout({
      invoice,
      storefront,
      snapshot,
      unavailableCoins: leftOut,
      refusal,
      coin,
      isReachable,
      requiredConfirmations,
      view,
      now,
    })
  }
}

export type Checkouts = ReturnType<typeof createCheckouts>
