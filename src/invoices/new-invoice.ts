import { hour, second } from '../kernel/clock.ts'
import { minorUnits } from '../kernel/currencies.ts'
import { compareDecimals, type Decimal, parseDecimal } from '../kernel/money.ts'
import { Refused } from '../kernel/refused.ts'
import { checkRedirectUrl, checkWebhookUrl, type UrlVerdict } from '../kernel/web-address.ts'

/** The body of `POST /invoices`, its types checked by the schema of the route. */
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
  readonly metadata?: Readonly<Record<string, string>> | null
}

/** What is to be owed: everything that the merchant decides. */
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
  readonly metadata: Readonly<Record<string, string>> | null
  readonly lifeMs: number
}

export interface NewInvoiceRules {
  /** Denomination of the account. */
  readonly currency: string
  /** Currencies that have rates: named to who asks in another. */
  readonly rated: () => readonly string[]
  readonly defaultLifeMs: number
  readonly allowPrivateWebhooks: boolean
}

/** Where a year's turnover of a large company still fits: a mistake of units shows. */
const largestAmount: Decimal = { digits: 10n ** 15n, scale: 0 }

/**
 * Reads what a merchant asks for. `amountText` is the text of the JSON number, or undefined when `amount` was none.
 * @throws {Refused} `amount_invalid`, `currency_invalid`, `redirect_url_invalid`, `webhook_url_invalid`, `body_invalid`
 */
export function readNewInvoice(
  body: NewInvoiceBody,
  amountText: string | undefined,
  rules: NewInvoiceRules,
): NewInvoice {
  const currency = body.currency ?? rules.currency
  const decimals = minorUnits(currency)
  if (decimals === undefined) {
    throw new Refused(
      'currency_invalid',
      `use an ISO 4217 code in upper case, one of ${rules.rated().join(', ')}`,
    )
  }
  for (const text of texts(body)) requireStorable(text)
  return {
    amount: readAmount(amountText, currency, decimals),
    currency,
    businessId: body.business_id ?? null,
    locationId: body.location_id ?? null,
    registerId: body.register_id ?? null,
    redirectUrl: given(body.redirect_url, 'redirect_url_invalid', checkRedirectUrl),
    webhookUrl: given(body.webhook_url, 'webhook_url_invalid', (url) =>
      checkWebhookUrl(url, { allowPrivate: rules.allowPrivateWebhooks }),
    ),
    externalId: body.external_id ?? null,
    memo: body.memo ?? null,
    metadata: body.metadata ?? null,
    lifeMs: body.expires_in ? body.expires_in * second : rules.defaultLifeMs,
  }
}

function readAmount(text: string | undefined, currency: string, decimals: number): Decimal {
  if (text === undefined) throw new Refused('amount_invalid', 'it must be a JSON number, such as 12.5')
  const amount = text.startsWith('-') ? null : parseDecimal(text)
  if (text.startsWith('-') || amount?.digits === 0n) {
    throw new Refused('amount_invalid', 'it must be greater than zero')
  }
  if (!amount) throw new Refused('amount_invalid', 'it is out of range')
  if (compareDecimals(amount, largestAmount) > 0)
    throw new Refused('amount_invalid', 'it is above 1000000000000000')
  if (amount.scale > decimals) {
    throw new Refused('amount_invalid', `${currency} has ${decimals === 0 ? 'no' : decimals} decimals`)
  }
  return amount
}

function given(
  url: string | null | undefined,
  code: 'redirect_url_invalid' | 'webhook_url_invalid',
  check: (url: string) => UrlVerdict,
): string | null {
  if (url === null || url === undefined) return null
  const verdict = check(url)
  if ('fault' in verdict) throw new Refused(code, verdict.fault)
  return verdict.url
}

function* texts({ metadata, ...fields }: NewInvoiceBody): Generator<string> {
  for (const value of Object.values(fields)) if (typeof value === 'string') yield value
  for (const pair of Object.entries(metadata ?? {})) yield* pair
}

/** A NUL or half a surrogate pair would be refused or changed by a database: we refuse it first. */
function requireStorable(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new Refused(
      'body_invalid',
      'A text holds a character that cannot be stored: a NUL or half of a surrogate pair.',
    )
  }
}

/** How long an invoice can be paid unless it or a setting says otherwise. */
export const defaultLifeMs = 24 * hour

/** Words for the search: letters and digits of memo and metadata, in lower case, each once. */
export function searchWords({ memo, metadata }: Pick<NewInvoice, 'memo' | 'metadata'>): string[] {
  const text = [memo ?? '', ...Object.values(metadata ?? {})].join(' ')
  return [...new Set(wordsOf(text))]
}

/** A longer word is no word; a memo holds at most 1 000 characters. */
const longestWord = 100

export const wordsOf = (text: string): string[] =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((word) => word.slice(0, longestWord))
