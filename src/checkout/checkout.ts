import type { Storefront } from '../accounts/storefront.ts'
import { type CoinCode, coins } from '../coins/index.ts'
import { countConfirmations, type Invoice, type InvoiceWithPayment } from '../invoices/invoice.ts'
import {
  buildPaymentOptions,
  buildRequestUrl,
  type PaymentOption,
  type UnavailableCoin,
} from '../invoices/option.ts'
import type { ViewContext } from '../invoices/view.ts'
import { type Instant, minute } from '../kernel/clock.ts'
import { formatCoins, formatDecimal } from '../kernel/money.ts'
import type { PaymentAddress } from '../payment-requests/payment-address.ts'
import { getCurrentRate, type RateSnapshot } from '../rates/snapshot.ts'
import type { PaymentRejection } from './payment-rejections.ts'
import { isWaitingForConfirmation, type ReceivedSummary, summarizeReceived } from './received.ts'

/** The data of an invoice's checkout page. */
export interface Checkout {
  readonly uid: string
  readonly storefront: Storefront
  readonly amount: string
  readonly currency: string
  readonly memo: string | null
  readonly shop: Shop | null
  /** The language that the shop chose for the page, as a BCP 47 tag. */
  readonly language: string | null
  /** Null unless the invoice accepts any wallet, and something has arrived. */
  readonly received: ReceivedSummary | null
  readonly state: CheckoutState
}

/** The shop that the payer came from. */
export interface Shop {
  readonly url: string
  readonly host: string
  /** Whether the page redirects there once the invoice is paid. */
  readonly returnsAutomatically: boolean
}

export type CheckoutState =
  | Payable
  | { readonly name: 'checking' | 'unconfirmed' }
  | { readonly name: 'cancelled' | 'expired' }
  | Paid

/**
 * `waiting` for a payment; `ending`: the quote expires soon; `over`: the quote has expired; `refused`: the last payment was rejected;
 * `down`: the chosen coin's network is unreachable.
 */
export interface Payable {
  readonly name: 'waiting' | 'ending' | 'over' | 'refused' | 'down'
  /** Payment link with which the payer chooses the coin in the wallet. */
  readonly uri: string
  readonly offers: readonly Offer[]
  readonly unavailable: readonly UnavailableOffer[]
  readonly chosen: Offer | null
  /** Null unless the invoice accepts any wallet. */
  readonly anyWallet: AnyWalletOffer | null
  /** `until`: when the quote expires. `isLast`: the invoice expires with it. */
  readonly until: Instant
  readonly isLast: boolean
  readonly isEnding: boolean
  readonly rejection: PaymentRejection | null
}

/** Payment options for wallets without a payment protocol. */
export interface AnyWalletOffer {
  /** The coins that such wallets can pay in. */
  readonly coins: ReadonlySet<CoinCode>
  /** The address for the chosen coin. Null if no coin is chosen, or such wallets can't pay in it. */
  readonly address: PaymentAddress | null
}

export interface Offer extends PaymentOption {
  /** In the invoice's currency, per coin. */
  readonly rate: string
  readonly isReachable: boolean
}

export interface UnavailableOffer {
  readonly coin: CoinCode
  readonly name: string
  readonly reason: UnavailableCoin['reason']
}

/** `reversed`: the payment was double-spent after the invoice was paid. */
export interface Paid {
  readonly name: 'paid' | 'confirming' | 'reversed'
  readonly coin: CoinCode
  readonly coinName: string
  readonly amount: string
  readonly txid: string
  readonly paidAt: Instant
  /** The payment arrived after the invoice expired. */
  readonly isLate: boolean
  /** Paid so recently that the payer is probably viewing the page, so it redirects to the shop. */
  readonly isRecent: boolean
  readonly confirmations: number
  /** Confirmations after which the payment counts as confirmed. */
  readonly requiredConfirmations: number
  /** Several payments together paid the invoice. */
  readonly hasMultiplePayments: boolean
}

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
 * A page opened within this time after the payment redirects to the shop. Without JavaScript the page reloads every 15 seconds and must still
 * catch the payment, and a phone may reload it when the payer comes back from the wallet. A receipt opened later stays open.
 */
const recentMs = 2 * minute

/** The page counts down when this much time is left. */
const endingMs = 2 * minute

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
    received: summarizeReceived(invoice),
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
): Paid {
  const { payment, status, paidAt, expiresAt, anyWallet } = invoice
  const required = payment.requiredConfirmations ?? getRequiredConfirmations(payment.coin)
  const counted = (anyWallet?.received ?? []).filter((output) => output.counted)
  const others = counted.filter(({ paymentId }) => paymentId !== payment.id)
  const isConfirming =
    (payment.confirmedAt === null && required > 0) ||
    others.some(({ confirmedAt, coin }) => confirmedAt === null && getRequiredConfirmations(coin) > 0)
  // A payment that was found on the network pays an ended invoice only if the merchant accepted it.
  const isFound = counted.some(({ paymentId, via }) => paymentId === payment.id && via === 'network')
  return {
    name: status === 'reversed' ? 'reversed' : isConfirming ? 'confirming' : 'paid',
    coin: payment.coin,
    coinName: coins.get(payment.coin)?.name ?? payment.coin,
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

function computePayableState(input: CheckoutInput): Payable {
  const { invoice, rejection, now } = input
  const { expiresAt: until } = invoice.quote
  const offers = listOffers(input)
  const chosen = offers.find(({ currency }) => currency === input.coin) ?? getOnlyOffer(offers)
  const remainingMs = until - now
  return {
    name: choosePayableName({ remainingMs, rejection, isDown: chosen?.isReachable === false }),
    uri: `pay:?r=${buildRequestUrl(input.view.baseUrl, invoice.uid)}`,
    offers,
    unavailable: listUnavailableOffers(input, offers),
    chosen,
    anyWallet: input.anyWallet,
    until,
    isLast: until >= invoice.expiresAt,
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
}): Payable['name'] {
  if (remainingMs <= 0) return 'over'
  if (isDown) return 'down'
  if (rejection) return 'refused'
  return remainingMs <= endingMs ? 'ending' : 'waiting'
}

function listOffers({ invoice, snapshot, view, isReachable }: CheckoutInput): Offer[] {
  if (!snapshot) return []
  return buildPaymentOptions(invoice, snapshot, view.baseUrl).flatMap((option) => {
    const rate = getCurrentRate(snapshot, option.currency, invoice.quote.quotedAt)
    if (!rate.agreed) return []
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
    .map(({ coin, reason }) => ({ coin, name: coins.get(coin)?.name ?? coin, reason }))
}
