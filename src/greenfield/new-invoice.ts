import type { Destination } from '../accounts/destination.ts'
import type { CoinCode } from '../coins/index.ts'
import type { CheckoutOptions } from '../invoices/checkout-options.ts'
import { type Metadata, readMetadata } from '../invoices/metadata.ts'
import { type NewInvoice, type NewInvoiceRules, readNewInvoice } from '../invoices/new-invoice.ts'
import { ApiError } from '../kernel/api-error.ts'
import { maxUrlLength } from '../kernel/web-address.ts'
import { createFieldError, type FieldPaths, runAtPath, toFieldError } from './errors.ts'
import { parsePaymentMethodId } from './payment-methods.ts'
import { type SpeedPolicy, toConfirmations } from './store-view.ts'

/** The body of a new invoice, type-checked by the route's schema. Null means absent. */
export interface GreenfieldInvoiceBody {
  readonly amount?: unknown
  readonly currency?: string | null
  readonly checkout?: GreenfieldCheckout | null
  readonly receipt?: object | null
  readonly additionalSearchTerms?: readonly string[] | null
}

interface GreenfieldCheckout {
  readonly speedPolicy?: SpeedPolicy | null
  readonly paymentMethods?: readonly string[] | null
  readonly defaultPaymentMethod?: string | null
  readonly lazyPaymentMethods?: boolean | null
  readonly expirationMinutes?: number | null
  readonly monitoringMinutes?: number | null
  readonly redirectURL?: string | null
  readonly redirectAutomatically?: boolean | null
  readonly defaultLanguage?: string | null
}

/** Values that are not in the parsed body. */
interface RawInvoiceValues {
  readonly uid: string
  /** The text of `amount`, if it is a number. */
  readonly amount: string | undefined
  readonly metadata: string | undefined
}

const paths: FieldPaths = {
  amount_invalid: 'amount',
  currency_invalid: 'currency',
  redirect_url_invalid: 'checkout.redirectURL',
  coins_invalid: 'checkout.paymentMethods',
}
const maxMemoLength = 1_000
const maxExternalIdLength = 255
const secondsPerMinute = 60

/**
 * Translates a body into the input of an invoice.
 * @throws {ApiError} `field_invalid`
 */
export function translateNewInvoice(
  body: GreenfieldInvoiceBody,
  rawValues: RawInvoiceValues,
  rules: NewInvoiceRules,
  destinations: readonly Destination[],
): NewInvoice {
  const checkout = body.checkout ?? {}
  const currency = body.currency?.toUpperCase() ?? rules.currency
  if (!rules.listRatedCurrencies().includes(currency))
    throw createFieldError(
      'currency',
      `There is no exchange rate for ${currency}. Use one of ${rules.listRatedCurrencies().join(', ')}.`,
    )
  const metadata = runAtPath('metadata', () => readMetadata(rawValues.metadata))
  const orderId = readText(metadata?.orderId)
  const { speedPolicy } = checkout
  const invoice = mapErrorPaths(() =>
    readNewInvoice(
      {
        currency,
        metadata,
        external_id: readExternalId(metadata),
        memo: readText(metadata?.itemDesc)?.slice(0, maxMemoLength).toWellFormed() ?? null,
        redirect_url: fillPlaceholders(checkout.redirectURL ?? '', { uid: rawValues.uid, orderId }),
        expires_in: checkout.expirationMinutes
          ? Math.round(checkout.expirationMinutes * secondsPerMinute)
          : null,
        coins: parsePaymentMethods(checkout.paymentMethods ?? [], destinations),
        confirmations: speedPolicy ? toConfirmations(speedPolicy) : null,
      },
      readAmountText(body.amount, rawValues.amount),
      rules,
    ),
  )
  return { ...invoice, uid: rawValues.uid, checkout: readOptions(body) }
}

/** The order id, unless it is too long. */
export function readExternalId(metadata: Metadata | null): string | null {
  const orderId = readText(metadata?.orderId)
  return orderId !== null && [...orderId].length <= maxExternalIdLength ? orderId : null
}

/** Returns decimal text: a float would lose precision. */
function readAmountText(amount: unknown, numberText: string | undefined): string {
  if (amount === null || amount === undefined)
    throw createFieldError('amount', 'Send an amount: invoices without one are not supported.')
  if (numberText !== undefined) return numberText
  if (typeof amount === 'string' && /^-?\d{1,40}(\.\d{1,40})?$/.test(amount)) return amount
  throw createFieldError('amount', 'The amount must be a decimal number, such as "12.5".')
}

function parsePaymentMethods(
  methods: readonly string[],
  destinations: readonly Destination[],
): CoinCode[] | null {
  const selectedCoins = methods.map((method, index) => {
    const coin = parsePaymentMethodId(method)
    if (coin === null || !destinations.some((destination) => destination.coin === coin))
      throw createFieldError(
        `checkout.paymentMethods[${index}]`,
        'The store does not have this payment method. Add a payout wallet for its coin, or choose another method.',
      )
    return coin
  })
  return selectedCoins.length === 0 ? null : [...new Set(selectedCoins)]
}

/** Clients send at most three flags. Kept small because invoice lists include each receipt. */
const maxReceiptBytes = 1_024

function readOptions({ checkout, receipt, additionalSearchTerms }: GreenfieldInvoiceBody): CheckoutOptions {
  if (Buffer.byteLength(JSON.stringify(receipt ?? null)) > maxReceiptBytes)
    throw createFieldError('receipt', `receipt is too large: send at most ${maxReceiptBytes} bytes of JSON.`)
  const { defaultPaymentMethod, lazyPaymentMethods, monitoringMinutes } = checkout ?? {}
  return {
    redirectsAutomatically: checkout?.redirectAutomatically ?? false,
    language: checkout?.defaultLanguage ?? null,
    searchTerms: additionalSearchTerms ?? [],
    echoedFields: {
      ...(defaultPaymentMethod && { defaultPaymentMethod }),
      ...(typeof lazyPaymentMethods === 'boolean' && { lazyPaymentMethods }),
      ...(typeof monitoringMinutes === 'number' && { monitoringMinutes }),
      ...(receipt && { receipt }),
    },
  }
}

/**
 * Clients can use placeholders for ids in the URL to which the customer returns.
 * @throws {ApiError} `redirect_url_invalid`
 */
function fillPlaceholders(
  url: string,
  { uid, orderId }: { readonly uid: string; readonly orderId: string | null },
): string {
  const encodedOrderId = encodeURIComponent(orderId?.toWellFormed() ?? '')
  const parts = url.replaceAll('{InvoiceId}', encodeURIComponent(uid)).split('{OrderId}')
  // An order id may be as long as metadata, and the URL may contain it hundreds of times.
  if (encodedOrderId.length * (parts.length - 1) > maxUrlLength)
    throw new ApiError('redirect_url_invalid', `it is longer than ${maxUrlLength} characters`)
  return parts.join(encodedOrderId)
}

/** The text of a string or a number. Null if it is neither, or empty. */
function readText(value: Metadata[string]): string | null {
  const text = JSON.isRawJSON(value) ? JSON.stringify(value) : value
  return typeof text === 'string' && text !== '' ? text : null
}

/** Maps our error codes to Greenfield fields. */
function mapErrorPaths<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw toFieldError(error, paths)
  }
}
