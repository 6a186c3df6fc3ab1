/** A client's options for the checkout page of one invoice. */
export interface CheckoutOptions {
  /** The page redirects to the shop once the invoice is paid. */
  readonly redirectsAutomatically: boolean
  /** BCP 47 tag of the page's language; null: the browser's. */
  readonly language: string | null
  /** Additional texts by which a search finds the invoice. */
  readonly searchTerms: readonly string[]
  readonly echoed: EchoedOptions
}

/** Options that have no effect: they are only returned to the client. */
interface EchoedOptions {
  readonly defaultPaymentMethod?: string
  readonly lazyPaymentMethods?: boolean
  readonly monitoringMinutes?: number
  readonly receipt?: object
}

export const writeCheckoutOptions = (options: CheckoutOptions): string => JSON.stringify(options)
export const readCheckoutOptions = (text: string): CheckoutOptions => JSON.parse(text)
