/** A client's options for the checkout page of one invoice. */
export interface CheckoutOptions {
  /** The page redirects to the shop once the invoice is paid. */
  readonly redirectsAutomatically: boolean
  /** BCP 47 tag of the page's language; null: the browser's. */
  readonly language: string | null
  /** Additional texts by which a search finds the invoice. */
  readonly searchTerms: readonly string[]
  readonly echoedFields: EchoedFields
}

/** Fields that have no effect: they are only returned to the client. */
interface EchoedFields {
  readonly defaultPaymentMethod?: string
  readonly lazyPaymentMethods?: boolean
  readonly monitoringMinutes?: number
  readonly receipt?: object
}

// Stored as `echoed`.
export const writeCheckoutOptions = ({ echoedFields, ...options }: CheckoutOptions): string =>
  JSON.stringify({ ...options, echoed: echoedFields })

export function readCheckoutOptions(text: string): CheckoutOptions {
  const { echoed, ...options } = JSON.parse(text)
  return { ...options, echoedFields: echoed }
}
