import type { Storefront } from '../accounts/storefront.ts'
import type { CoinCode } from '../coins/index.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { UnavailableCoin } from '../invoices/option.ts'
import type { ViewContext } from '../invoices/view.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { isUid } from '../kernel/ids.ts'
import type { PaymentAddress } from '../payment-requests/payment-address.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import { buildCheckout } from './build-checkout.ts'
import type { AnyWalletOffer, Checkout } from './checkout.ts'
import type { PaymentRejection } from './payment-rejections.ts'

interface CheckoutDependencies {
  /** The invoice, requoted if its quote has expired or is about to. @throws {ApiError} `invoice_not_found` */
  readonly load: (uid: string) => Promise<Invoice>
  /** The invoice as stored. */
  readonly find: (uid: string) => Promise<Invoice | null>
  readonly getSnapshot: (id: string) => Promise<RateSnapshot>
  /** Coins that the account accepts but can't offer right now, with the reasons. */
  readonly findUnavailableCoins: (invoice: Invoice) => Promise<readonly UnavailableCoin[]>
  /** The coins in which any wallet can pay. */
  readonly findWatchableCoins: (invoice: Invoice) => Promise<ReadonlySet<CoinCode>>
  /** Finds the address for that coin. The first call issues it. */
  readonly findPaymentAddress: (uid: string, coin: string) => Promise<PaymentAddress>
  /** The issued address, with the amount of the current quote. Null if none was issued yet. */
  readonly findIssuedAddress: (
    invoice: Invoice,
    snapshot: RateSnapshot,
    coin: CoinCode,
  ) => Promise<PaymentAddress | null>
  readonly getStorefront: (accountId: number) => Promise<Storefront>
  readonly findRejection: (uid: string) => Promise<PaymentRejection | null>
  readonly isReachable: (coin: CoinCode) => boolean
  /** Confirmations that a payment in this coin needs if its account has no setting of its own. */
  readonly getRequiredConfirmations: (coin: CoinCode) => number
  readonly view: ViewContext
  readonly clock: Clock
}

/** Shows invoices to payers. Issues an address only for the chosen coin, and only if any wallet can pay the invoice in it. */
export function createCheckouts(dependencies: CheckoutDependencies) {
  return { show, showPanel, showWithoutRequote }

  /** For opening the page: requotes if the quote has expired or is about to. @throws {ApiError} `invoice_not_found` */
  async function show(uid: string, coin: CoinCode | null): Promise<Checkout> {
    return loadCheckout(await ensureAddress(await dependencies.load(uid), coin), coin)
  }

  /** For polling by an open page: keeps the quote until the payer requests a new one. @throws {ApiError} `invoice_not_found` */
  async function showPanel(uid: string, coin: CoinCode | null): Promise<Checkout> {
    return loadCheckout(await ensureAddress(await findInvoice(uid), coin), coin)
  }

  /** Read-only: neither requotes nor issues an address. @throws {ApiError} `invoice_not_found` */
  async function showWithoutRequote(uid: string, coin: CoinCode | null): Promise<Checkout> {
    return loadCheckout(await findInvoice(uid), coin)
  }

  async function findInvoice(uid: string): Promise<Invoice> {
    const invoice = isUid(uid) ? await dependencies.find(uid) : null
    if (!invoice) throw new ApiError('invoice_not_found')
    return invoice
  }

  /** Issues the address for the chosen coin if any wallet can pay the invoice in it. Returns the current invoice. */
  async function ensureAddress(invoice: Invoice, coin: CoinCode | null): Promise<Invoice> {
    const chosen = getChosenCoin(invoice, coin)
    const isPayable = invoice.status === 'unpaid' && invoice.claimedBy === null
    if (!invoice.anyWallet || !chosen || !isPayable || dependencies.clock.now() >= invoice.quote.expiresAt)
      return invoice
    if (!dependencies.isReachable(chosen) || !(await dependencies.findWatchableCoins(invoice)).has(chosen))
      return invoice
    const snapshot = await dependencies.getSnapshot(invoice.quote.snapshotId)
    if (await dependencies.findIssuedAddress(invoice, snapshot, chosen)) return invoice
    try {
      await dependencies.findPaymentAddress(invoice.uid, chosen)
    } catch (error) {
      // The invoice has just ended, or the node is down: the page shows that.
      if (!(error instanceof ApiError)) throw error
    }
    return findInvoice(invoice.uid)
  }

  async function loadCheckout(invoice: Invoice, coin: CoinCode | null): Promise<Checkout> {
    const isPayable = invoice.status === 'unpaid'
    const [storefront, snapshot, unavailableCoins, rejection] = await Promise.all([
      dependencies.getStorefront(invoice.accountId),
      isPayable ? dependencies.getSnapshot(invoice.quote.snapshotId) : null,
      isPayable ? dependencies.findUnavailableCoins(invoice) : [],
      isPayable ? dependencies.findRejection(invoice.uid) : null,
    ])
    const { isReachable, getRequiredConfirmations, view } = dependencies
    const anyWallet = snapshot && (await findAnyWalletOffer(invoice, snapshot, coin))
    const now = dependencies.clock.now()
    return buildCheckout({
      invoice,
      storefront,
      snapshot,
      unavailableCoins,
      rejection,
      coin,
      anyWallet,
      isReachable,
      getRequiredConfirmations,
      view,
      now,
    })
  }

  async function findAnyWalletOffer(
    invoice: Invoice,
    snapshot: RateSnapshot,
    coin: CoinCode | null,
  ): Promise<AnyWalletOffer | null> {
    if (!invoice.anyWallet) return null
    const chosen = getChosenCoin(invoice, coin)
    const [watchable, address] = await Promise.all([
      dependencies.findWatchableCoins(invoice),
      chosen && dependencies.findIssuedAddress(invoice, snapshot, chosen),
    ])
    return { coins: watchable, address }
  }
}

/** The coin that the payer chose, or the only one of the quote. */
function getChosenCoin({ quote }: Invoice, coin: CoinCode | null): CoinCode | null {
  const codes = quote.coins.map(({ code }) => code)
  if (coin !== null && codes.includes(coin)) return coin
  return codes.length === 1 ? (codes[0] ?? null) : null
}

export type Checkouts = ReturnType<typeof createCheckouts>
