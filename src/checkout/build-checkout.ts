import type { Storefront } from '../accounts/storefront.ts'
import { type CoinCode, getCoin } from '../coins/index.ts'
import { countConfirmations, type Invoice, type InvoiceWithPayment } from '../invoices/invoice.ts'
import { buildPaymentOptions, buildRequestUrl, type UnavailableCoin } from '../invoices/option.ts'
import type { ViewContext } from '../invoices/view.ts'
import { type Instant, minute } from '../kernel/clock.ts'
import { formatCoins, formatDecimal } from '../kernel/money.ts'
import { getCurrentRate, type RateSnapshot } from '../rates/snapshot.ts'
import type {
  AnyWalletOffer,
  Checkout,
  CheckoutState,
  Offer,
  PaidState,
  PayableState,
  Shop,
  UnavailableOffer,
} from './checkout.ts'
import type { PaymentRejection } from './payment-rejections.ts'
import { isWaitingForConfirmation, summariseReceived } from './received.ts'

/** The input of `buildCheckout`. */
interface CheckoutInput {
  readonly invoice: Invoice
  readonly storefront: Storefront
  /** Rates of the invoice's quote; null once the invoice is no longer payable. */
  readonly snapshot: RateSnapshot | null
  readonly unavailableCoins: readonly UnavailableCoin[]
  readonly rejection: PaymentRejection | null
  /** The coin that the payer chose. */
  readonly coin: CoinCode | null
  readonly anyWallet: AnyWalletOffer | null
  readonly isReachable: (coin: CoinCode) => boolean
  /** Confirmations that a payment in this coin needs if its account has no setting of its own. */
  readonly getRequiredConfirmations: (coin: CoinCode) => number
  readonly view: ViewContext
  readonly now: Instant
}

/**
 * A page opened within this time after the payment redirects to the shop. Without JavaScript the page reloads every 15 seconds and must
 * still catch the payment, and a phone may reload it when the payer comes back from the wallet. A receipt opened later stays open.
 */
const recentMs = 2 * minute

/** The page counts down when this much time is left. */
export const endingMs = 2 * minute

export function buildCheckout(input: CheckoutInput): Checkout {
  const { invoice, storefront } = input
  return {
    uid: invoice.uid,
    storefront,
    amount: formatDecimal(invoice.amount),
    currency: invoice.currency,
    memo: invoice.memo,
    shop: getShop(invoice),
    language: invoice.checkout?.language ?? null,
    received: summariseReceived(invoice),
    state: computeState(input),
  }
}

/** Safe to parse: the URL was validated when the invoice was created. */
function getShop({ redirectUrl: url, checkout }: Pick<Invoice, 'redirectUrl' | 'checkout'>): Shop | null {
  const returnsAutomatically = checkout?.redirectsAutomatically ?? true
  return url === null ? null : { url, host: new URL(url).host, returnsAutomatically }
}

function computeState(input: CheckoutInput): CheckoutState {
  const { invoice, now } = input
  switch (invoice.status) {
    case 'paid':
    case 'reversed':
      return computePaidState(invoice, input)
    case 'cancelled':
    case 'expired':
      return { name: invoice.status }
    case 'unpaid':
      if (invoice.claimedBy !== null) return { name: 'checking' }
      if (isWaitingForConfirmation(invoice, now)) return { name: 'unconfirmed' }
      // The status becomes `expired` only after the grace period, but payers must not start now.
      if (now >= invoice.expiresAt) return { name: 'expired' }
      return computePayableState(input)
  }
}

function computePaidState(
  invoice: InvoiceWithPayment,
  { view, getRequiredConfirmations, now }: CheckoutInput,
): PaidState {
  const { payment, status, paidAt, expiresAt, anyWallet } = invoice
  const required = payment.requiredConfirmations ?? getRequiredConfirmations(payment.coin)
  const counted = (anyWallet?.received ?? []).filter((output) => output.isCounted)
  const others = counted.filter(({ paymentId }) => paymentId !== payment.id)
  const isConfirming =
    (payment.confirmedAt === null && required > 0) ||
    others.some(({ confirmedAt, coin }) => confirmedAt === null && getRequiredConfirmations(coin) > 0)
  // A payment that was found on the network pays an ended invoice only if the merchant accepted it.
  const isFound = counted.some(({ paymentId, via }) => paymentId === payment.id && via === 'network')
  return {
    name: status === 'reversed' ? 'reversed' : isConfirming ? 'confirming' : 'paid',
    coin: payment.coin,
    coinName: getCoin(payment.coin).name,
    amount: formatCoins(payment.amount),
    txid: payment.txids.at(-1) ?? '',
    paidAt,
    isLate: paidAt > expiresAt && !isFound,
    isRecent: now - paidAt <= recentMs,
    confirmations: countConfirmations(payment, view.getTipHeight(payment.coin)),
    requiredConfirmations: required,
    hasMultiplePayments: others.length > 0,
  }
}

function computePayableState(input: CheckoutInput): PayableState {
  const { invoice, rejection, now } = input
  const { expiresAt: quoteExpiresAt } = invoice.quote
  const offers = listOffers(input)
  const chosen = offers.find(({ currency }) => currency === input.coin) ?? getOnlyOffer(offers)
  const remainingMs = quoteExpiresAt - now
  return {
    name: choosePayableName({ remainingMs, rejection, isDown: chosen?.isReachable === false }),
    uri: `pay:?r=${buildRequestUrl(input.view.baseUrl, invoice.uid)}`,
    offers,
    unavailable: listUnavailableOffers(input, offers),
    chosen,
    anyWallet: input.anyWallet,
    quoteExpiresAt,
    isLast: quoteExpiresAt >= invoice.expiresAt,
    isEnding: remainingMs > 0 && remainingMs <= endingMs,
    rejection,
  }
}

function choosePayableName({
  remainingMs,
  rejection,
  isDown,
}: {
  remainingMs: number
  rejection: PaymentRejection | null
  isDown: boolean
}): PayableState['name'] {
  if (remainingMs <= 0) return 'over'
  if (isDown) return 'down'
  if (rejection) return 'refused'
  return remainingMs <= endingMs ? 'ending' : 'waiting'
}

function listOffers({ invoice, snapshot, view, isReachable }: CheckoutInput): Offer[] {
  if (!snapshot) return []
  return buildPaymentOptions(invoice, snapshot, view.baseUrl).flatMap((option) => {
    const rate = getCurrentRate(snapshot, option.currency, invoice.quote.quotedAt)
    if (!rate.isAgreed) return []
    return { ...option, rate: formatDecimal(rate.value), isReachable: isReachable(option.currency) }
  })
}

const getOnlyOffer = (offers: readonly Offer[]): Offer | null =>
  offers.length === 1 ? (offers[0] ?? null) : null

/** Coins that the account accepts but can't offer right now. */
function listUnavailableOffers(
  { unavailableCoins }: CheckoutInput,
  offers: readonly Offer[],
): UnavailableOffer[] {
  return unavailableCoins
    .filter(({ coin }) => !offers.some(({ currency }) => currency === coin))
    .map(({ coin, reason }) => ({ coin, name: getCoin(coin).name, reason }))
}
