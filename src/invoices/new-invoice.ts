import type { CoinCode } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import { second } from '../kernel/clock.ts'
import { getMinorUnits } from '../kernel/currencies.ts'
import { compareDecimals, type Decimal, parseDecimal } from '../kernel/money.ts'
import { checkRedirectUrl, checkWebhookUrl, type UrlVerdict } from '../kernel/web-address.ts'
import type { CheckoutOptions } from './checkout-options.ts'
import { listMetadataTexts, type Metadata } from './metadata.ts'
import { requireStorable } from './storable.ts'

/** The body of `POST /invoices`, type-checked by the route's schema. */
export interface NewInvoiceBody {
  readonly currency?: string | null
  readonly business_id?: string | null
  readonly location_id?: string | null
  readonly register_id?: string | null
  readonly redirect_url?: string | null
  readonly webhook_url?: string | null
  readonly external_id?: string | null
  readonly memo?: string | null
  readonly expires_in?: number | null
  readonly metadata?: Metadata | null
  readonly any_wallet?: boolean | null
  readonly coins?: readonly CoinCode[] | null
  readonly confirmations?: number | null
}

/** The merchant's input for an invoice. */
export interface NewInvoice {
  readonly amount: Decimal
  readonly currency: string
  readonly businessId: string | null
  readonly locationId: string | null
  readonly registerId: string | null
  readonly redirectUrl: string | null
  readonly webhookUrl: string | null
  readonly externalId: string | null
  readonly memo: string | null
  readonly metadata: Metadata | null
  /** The coins that can pay it, in order; null: those that the account accepts. */
  readonly coins: readonly CoinCode[] | null
  /** Required confirmations; null: the account's preference decides. */
  readonly confirmations: number | null
  readonly checkout: CheckoutOptions | null
  readonly lifetimeMs: number
  /** Null: the account's preference decides. */
  readonly acceptsAnyWallet: boolean | null
  /** Set if the caller chose it in advance. */
  readonly uid?: string
}

export interface NewInvoiceRules {
  /** The account's default currency. */
  readonly currency: string
  /** Currencies with rates, listed in the error for an unknown currency. */
  readonly listRatedCurrencies: () => readonly string[]
  readonly defaultLifetimeMs: number
  readonly allowPrivateWebhooks: boolean
}

/** Large enough for a big company's annual turnover, small enough to catch a wrong unit. */
const maxInvoiceAmount: Decimal = { digits: 10n ** 15n, scale: 0 }

/**
 * Parses the merchant's input. `amountText` is the text of the JSON number, or undefined when `amount` was not a number.
 * @throws {ApiError} `amount_invalid`, `currency_invalid`, `redirect_url_invalid`, `webhook_url_invalid`, `body_invalid`
 */
export function readNewInvoice(
  body: NewInvoiceBody,
  amountText: string | undefined,
  rules: NewInvoiceRules,
): NewInvoice {
  const currency = body.currency ?? rules.currency
  if (getMinorUnits(currency) === undefined) {
    throw new ApiError(
      'currency_invalid',
      `use an ISO 4217 code in upper case, one of ${rules.listRatedCurrencies().join(', ')}`,
    )
  }
  for (const text of listStrings(body)) requireStorable(text)
  return {
    amount: readAmount(amountText, currency),
    currency,
    businessId: body.business_id ?? null,
    locationId: body.location_id ?? null,
    registerId: body.register_id ?? null,
    redirectUrl: parseOptionalUrl(body.redirect_url, 'redirect_url_invalid', checkRedirectUrl),
    webhookUrl: parseOptionalUrl(body.webhook_url, 'webhook_url_invalid', (url) =>
      checkWebhookUrl(url, { allowPrivate: rules.allowPrivateWebhooks }),
    ),
    externalId: body.external_id ?? null,
    memo: body.memo ?? null,
    metadata: body.metadata ?? null,
    coins: body.coins ?? null,
    confirmations: body.confirmations ?? null,
    checkout: null,
    acceptsAnyWallet: body.any_wallet ?? null,
    lifetimeMs: body.expires_in ? body.expires_in * second : rules.defaultLifetimeMs,
  }
}

function readAmount(text: string | undefined, currency: string): Decimal {
  if (text === undefined) throw new ApiError('amount_invalid', 'it must be a JSON number, such as 12.5')
  const amount = text.startsWith('-') ? null : parseDecimal(text)
  if (text.startsWith('-') || amount?.digits === 0n) {
    throw new ApiError('amount_invalid', 'it must be greater than zero')
  }
  if (!amount) throw new ApiError('amount_invalid', 'it is out of range')
  const problem = findAmountError(amount, currency)
  if (problem !== null) throw new ApiError('amount_invalid', problem)
  return amount
}

/** Why an amount is not valid in that currency, or null when it is. */
export function findAmountError(amount: Decimal, currency: string): string | null {
  const decimals = getMinorUnits(currency) ?? 0
  if (compareDecimals(amount, maxInvoiceAmount) > 0) return 'it is above 1000000000000000'
  if (amount.scale > decimals) return `${currency} has ${decimals === 0 ? 'no' : decimals} decimals`
  return null
}

function parseOptionalUrl(
  url: string | null | undefined,
  code: 'redirect_url_invalid' | 'webhook_url_invalid',
  check: (url: string) => UrlVerdict,
): string | null {
  // Forms and templates send empty fields as empty strings.
  if (!url) return null
  const verdict = check(url)
  if ('problem' in verdict) throw new ApiError(code, verdict.problem)
  return verdict.url
}

function* listStrings(fields: NewInvoiceBody): Generator<string> {
  for (const value of Object.values(fields)) if (typeof value === 'string') yield value
}

/** Search words: the letters and digits of memo, metadata and search terms, in lower case, without duplicates. */
export function listSearchWords({
  memo,
  metadata,
  checkout = null,
}: Pick<NewInvoice, 'memo' | 'metadata'> & Partial<Pick<NewInvoice, 'checkout'>>): string[] {
  const text = [memo ?? '', ...(checkout?.searchTerms ?? []), ...listMetadataTexts(metadata)].join(' ')
  return [...new Set(splitWords(text))].slice(0, maxWords)
}

/** Each is a row. Memo and metadata can contain thousands, but no one searches for that many. */
const maxWords = 500

/** Longer runs of letters are truncated: they aren't words. A memo has at most 1 000 characters. */
const maxWordLength = 100

/**
 * A run of combining marks that is longer than in any language, because normalisation takes quadratic time (UAX #15, stream-safe text). The
 * half-width katakana sound marks are letters that normalisation turns into marks.
 */
const excessMarks = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu

export const splitWords = (text: string): string[] =>
  (
    text
      .replaceAll(excessMarks, '$1')
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((word) => word.slice(0, maxWordLength))
