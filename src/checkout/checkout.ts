import type { Storefront } from '../accounts/storefront.ts'
import { type CoinCode, coins } from '../coins/index.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { type LeftOut, type PaymentOption, paymentOptions, requestUrl } from '../invoices/option.ts'
import { confirmations, type ViewContext } from '../invoices/view.ts'
import { type Instant, minute } from '../kernel/clock.ts'
import { type Decimal, formatCoins, formatDecimal } from '../kernel/money.ts'
import { type RateSnapshot, rateOf } from '../rates/snapshot.ts'
import type { Refusal } from './refusals.ts'

/** The page of one invoice, as it is at one moment. */
export interface Checkout {
  readonly uid: string
  readonly storefront: Storefront
  readonly amount: string
  readonly currency: string
  readonly memo: string | null
  readonly shop: Shop | null
  readonly state: CheckoutState
}

/** Where the payer came from. */
export interface Shop {
  readonly url: string
  readonly host: string
}

export type CheckoutState =
  | Payable
  | { readonly name: 'checking' }
  | { readonly name: 'cancelled' | 'expired' }
  | Paid

/**
 * `waiting` for a wallet; `ending`: the price will not hold for long; `over`: it holds no more; `refused`: the last payment was not
 * taken; `down`: the network of the coin that was chosen cannot be reached.
 */
export interface Payable {
  readonly name: 'waiting' | 'ending' | 'over' | 'refused' | 'down'
  /** For a wallet that lets its owner choose the coin. */
  readonly uri: string
  readonly offers: readonly Offer[]
  readonly leftOut: readonly Unavailable[]
  readonly chosen: Offer | null
  /** Until when the prices hold, and whether the invoice ends with them. */
  readonly until: Instant
  readonly isLast: boolean
  readonly isEnding: boolean
  readonly refusal: Refusal | null
}

export interface Offer extends PaymentOption {
  /** Of the currency per coin. */
  readonly rate: string
  readonly isReachable: boolean
}

export interface Unavailable {
  readonly coin: CoinCode
  readonly name: string
  readonly because: LeftOut['because']
}

/** `reversed`: it was paid, and the network has undone the payment. */
export interface Paid {
  readonly name: 'paid' | 'confirming' | 'reversed'
  readonly coin: CoinCode
  readonly coinName: string
  readonly amount: string
  readonly txid: string
  readonly paidAt: Instant
  /** It came after the invoice's end. */
  readonly isLate: boolean
  readonly confirmations: number
  /** How many make it confirmed. */
  readonly depth: number
}

/** What a page is made of. */
export interface Facts {
  readonly invoice: Invoice
  readonly storefront: Storefront
  /** Of the invoice's quote; null when that is not to be paid any more. */
  readonly snapshot: RateSnapshot | null
  readonly leftOut: readonly LeftOut[]
  readonly refusal: Refusal | null
  /** The coin that the payer chose. */
  readonly coin: CoinCode | null
  readonly isReachable: (coin: CoinCode) => boolean
  /** How many blocks make a payment of that coin confirmed, where its account has not said so. */
  readonly depth: (coin: CoinCode) => number
  readonly view: ViewContext
  readonly now: Instant
}

/** From then on the page counts what is left of the price. */
export const endingMs = 2 * minute

export function checkoutOf(facts: Facts): Checkout {
  const { invoice, storefront } = facts
  return {
    uid: invoice.uid,
    storefront,
    amount: formatDecimal(invoice.amount),
    currency: invoice.currency,
    memo: invoice.memo,
    shop: shopOf(invoice.redirectUrl),
    state: stateOf(facts),
  }
}

/** An address was checked when the invoice was created. */
function shopOf(url: string | null): Shop | null {
  return url === null ? null : { url, host: new URL(url).host }
}

function stateOf(facts: Facts): CheckoutState {
  const { invoice, now } = facts
  switch (invoice.status) {
    case 'paid':
    case 'reversed':
      return paidState(invoice, facts)
    case 'cancelled':
    case 'expired':
      return { name: invoice.status }
    case 'unpaid':
      if (invoice.claimedBy !== null) return { name: 'checking' }
      // The row says so a little later: nobody should begin to pay now.
      if (now >= invoice.expiresAt) return { name: 'expired' }
      return payable(facts)
  }
}

function paidState(invoice: Invoice & { status: 'paid' | 'reversed' }, { view, depth }: Facts): Paid {
  const { payment, status, paidAt, expiresAt } = invoice
  const needed = payment.depth ?? depth(payment.coin)
  const isConfirming = payment.confirmedAt === null && needed > 0
  return {
    name: status === 'reversed' ? 'reversed' : isConfirming ? 'confirming' : 'paid',
    coin: payment.coin,
    coinName: coins.get(payment.coin)?.name ?? payment.coin,
    amount: formatCoins(payment.amount),
    txid: payment.txids.at(-1) ?? '',
    paidAt,
    isLate: paidAt > expiresAt,
    confirmations: confirmations(payment, view.tipHeight(payment.coin)),
    depth: needed,
  }
}

function payable(facts: Facts): Payable {
  const { invoice, refusal, now } = facts
  const { expiresAt: until } = invoice.quote
  const offers = offersOf(facts)
  const chosen = offers.find(({ currency }) => currency === facts.coin) ?? onlyOne(offers)
  const left = until - now
  return {
    name: nameOf({ left, refusal, isDown: chosen?.isReachable === false }),
    uri: `pay:?r=${requestUrl(facts.view.baseUrl, invoice.uid)}`,
    offers,
    leftOut: unavailable(facts, offers),
    chosen,
    until,
    isLast: until >= invoice.expiresAt,
    isEnding: left > 0 && left <= endingMs,
    refusal,
  }
}

function nameOf(at: { left: number; refusal: Refusal | null; isDown: boolean }): Payable['name'] {
  if (at.left <= 0) return 'over'
  if (at.isDown) return 'down'
  if (at.refusal) return 'refused'
  return at.left <= endingMs ? 'ending' : 'waiting'
}

function offersOf({ invoice, snapshot, view, isReachable }: Facts): Offer[] {
  if (!snapshot) return []
  return paymentOptions(invoice, snapshot, view.baseUrl).flatMap((option) => {
    const rate = rateOf(snapshot, option.currency, invoice.quote.quotedAt)
    if (!rate.agreed) return []
    return { ...option, rate: formatDecimal(rate.value), isReachable: isReachable(option.currency) }
  })
}

const onlyOne = (offers: readonly Offer[]): Offer | null => (offers.length === 1 ? (offers[0] ?? null) : null)

/** What the account takes, and cannot take now. */
function unavailable({ leftOut }: Facts, offers: readonly Offer[]): Unavailable[] {
  return leftOut
    .filter(({ coin }) => !offers.some(({ currency }) => currency === coin))
    .map(({ coin, because }) => ({ coin, name: coins.get(coin)?.name ?? coin, because }))
}

/** How much one exact decimal is above another; null when it is not. */
export function excess(more: Decimal, less: Decimal): Decimal | null {
  const scale = Math.max(more.scale, less.scale)
  const at = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own)
  const digits = at(more) - at(less)
  return digits > 0n ? { digits, scale } : null
}
