/** A client's options for the checkout page of one invoice. */
export interface CheckoutOptions {
  /** The page of a paid invoice returns to the shop by itself. */
  readonly redirectsAutomatically: boolean
  /** BCP 47 tag of the page's language; null: the browser's. */
  readonly language: string | null
  /** Further texts that a search finds the invoice by. */
  readonly searchTerms: readonly string[]
  readonly echoed: EchoedOptions
}

/** Options without an effect, which the client gets back. */
interface EchoedOptions {
  readonly defaultPaymentMethod?: string
  readonly lazyPaymentMethods?: boolean
  readonly monitoringMinutes?: number
  readonly receipt?: object
}

export const writeCheckoutOptions = (options: CheckoutOptions): string => JSON.stringify(options)
export const readCheckoutOptions = (text: string): CheckoutOptions => JSON.parse(text)
