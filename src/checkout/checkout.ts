import type { Storefront } from '../accounts/storefront.ts'
import type { CoinCode } from '../coins/index.ts'
import type { PaymentOption, UnavailableCoin } from '../invoices/option.ts'
import type { Instant } from '../kernel/clock.ts'
import type { PaymentAddress } from '../payment-requests/payment-address.ts'
import type { PaymentRejection } from './payment-rejections.ts'
import type { ReceivedSummary } from './received.ts'

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
  | PayableState
  | { readonly name: 'checking' | 'unconfirmed' }
  | { readonly name: 'cancelled' | 'expired' }
  | PaidState

/**
 * `waiting` for a payment; `ending`: the quote expires soon; `over`: the quote has expired; `refused`: the last payment was rejected;
 * `down`: the chosen coin's network is unreachable. These names are a public API: shops receive them in `onState` (docs/checkout.md).
 */
export interface PayableState {
  readonly name: 'waiting' | 'ending' | 'over' | 'refused' | 'down'
  /** Payment link with which the payer chooses the coin in the wallet. */
  readonly uri: string
  readonly offers: readonly Offer[]
  readonly unavailable: readonly UnavailableOffer[]
  readonly chosen: Offer | null
  /** Null unless the invoice accepts any wallet. */
  readonly anyWallet: AnyWalletOffer | null
  /** When the quote expires. */
  readonly quoteExpiresAt: Instant
  /** Whether the invoice expires with the quote. */
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

/** A paid invoice. */
export interface PaidState {
  /** `reversed` if the payment was double-spent after the invoice was paid. */
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
