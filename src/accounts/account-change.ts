import { type CoinCode, coins } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import { minute, second } from '../kernel/clock.ts'
import { getMinorUnits } from '../kernel/currencies.ts'
import { compareDecimals, type Decimal, formatDecimal, parseDecimal } from '../kernel/money.ts'
import type { StoredAccount } from './preferences.ts'
import { parseFrameOrigins } from './storefront.ts'

/** Changes to an account; omitted fields stay as they are. */
export interface AccountChange {
  readonly name?: string
  readonly currency?: string
  readonly isOperator?: boolean
  readonly timeZone?: string
  readonly coins?: readonly string[] | null
  readonly holdSeconds?: number | null
  /** Replaces the whole map: `{ LTC: 2 }`. */
  readonly confirmations?: Readonly<Record<string, number>>
  /** `https://shop.example https://www.shop.example` */
  readonly frameOrigins?: string
  readonly acceptsAnyWallet?: boolean
  /** A decimal number from 0 to 5. */
  readonly underpaidPercent?: string
  readonly sendsExceptionEmails?: boolean
  readonly sendsReceiptEmails?: boolean
}

/** Payers need time, but while a quote is valid, the merchant bears the risk if the rate moves. Same bounds as `QUOTE_SECONDS`. */
export const holdBounds = { minMs: 1 * minute, maxMs: 1_440 * minute } as const
/** Same limit as in the settings: more confirmations would take hours. */
export const maxConfirmations = 6
export const maxNameLength = 100
/** Covers a network fee that a payer deducts by mistake. More would be a discount. */
export const maxUnderpaidPercent: Decimal = { digits: 5n, scale: 0 }
export const maxPercentDecimals = 6

/** Control characters, and characters that change the direction of the surrounding text (UAX #9). */
const unprintable = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u

/**
 * Validates changes to an account and converts them to the stored form.
 * @throws {ApiError} `account_invalid`
 */
export function toStoredAccount(change: AccountChange): Partial<StoredAccount> {
  const { name, currency, isOperator: operator, timeZone, holdSeconds, confirmations, frameOrigins } = change
  const { acceptsAnyWallet, underpaidPercent, sendsExceptionEmails, sendsReceiptEmails } = change
  return {
    ...(name !== undefined && { name: validateName(name) }),
    ...(currency !== undefined && { currency: validateCurrency(currency) }),
    ...(operator !== undefined && { operator }),
    ...(timeZone !== undefined && { time_zone: validateTimeZone(timeZone) }),
    ...(change.coins !== undefined && { coins: serialiseCoins(change.coins) }),
    ...(holdSeconds !== undefined && { hold_seconds: validateHold(holdSeconds) }),
    ...(confirmations !== undefined && { confirmations: serialiseConfirmations(confirmations) }),
    ...(frameOrigins !== undefined && { frame_origins: parseFrameOrigins(frameOrigins).join(' ') }),
    ...(acceptsAnyWallet !== undefined && { any_wallet: acceptsAnyWallet }),
    ...(underpaidPercent !== undefined && { underpaid_percent: validatePercent(underpaidPercent) }),
    ...(sendsExceptionEmails !== undefined && { email_exceptions: sendsExceptionEmails }),
    ...(sendsReceiptEmails !== undefined && { email_receipts: sendsReceiptEmails }),
  }
}

/** Names of the invalid fields. */
export function listInvalidFields(change: AccountChange): (keyof AccountChange)[] {
  const isInvalid = ([name, value]: [string, unknown]): boolean => {
    try {
      toStoredAccount({ [name]: value })
      return false
    } catch (error) {
      if (error instanceof ApiError) return true
      throw error
    }
  }
  return Object.entries(change)
    .filter(isInvalid)
    .map(([name]) => name as keyof AccountChange)
}

/** The fields whose values change. */
export function pickChangedColumns(
  before: StoredAccount,
  columns: Partial<StoredAccount>,
): Partial<StoredAccount> {
  return Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => before[name as keyof StoredAccount] !== value),
  )
}

/** @throws {ApiError} `account_invalid` */
export function validateCurrency(code: string): string {
  if (getMinorUnits(code) !== undefined) return code
  throw createInvalidChangeError(`${code.slice(0, 10)} is not an ISO 4217 currency code such as USD or EUR.`)
}

function validateName(text: string): string {
  const name = text.trim()
  if (name !== '' && [...name].length <= maxNameLength && !unprintable.test(name)) return name
  throw createInvalidChangeError(
    `The name must have 1 to ${maxNameLength} characters, without control or text direction characters.`,
  )
}

/** Accepts only IANA names: an offset such as +02:00 has no daylight saving time. */
function validateTimeZone(text: string): string {
  const zone = /^[A-Za-z]/.test(text) ? resolveTimeZone(text) : null
  if (zone === null)
    throw createInvalidChangeError('Unknown time zone: use an IANA name such as Europe/Berlin or UTC.')
  // `Intl` resolves newer names to older ones; keep the name as entered, such as Asia/Kolkata.
  return zone.toLowerCase() === text.toLowerCase() ? zone : text
}

function resolveTimeZone(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** Stores null if every coin is listed in the default order, so that coins added later are accepted too. */
function serialiseCoins(codes: readonly string[] | null): string | null {
  if (codes === null) return null
  const areSupported = codes.every((code) => coins.has(code as CoinCode))
  if (!areSupported || codes.length === 0 || new Set(codes).size < codes.length)
    throw createInvalidChangeError(
      `Choose at least one coin, each only once, from ${[...coins.keys()].join(', ')}.`,
    )
  const text = codes.join(' ')
  return text === [...coins.keys()].join(' ') ? null : text
}

function validateHold(seconds: number | null): number | null {
  const [min, max] = [holdBounds.minMs / second, holdBounds.maxMs / second]
  if (seconds === null || (Number.isInteger(seconds) && seconds >= min && seconds <= max)) return seconds
  throw createInvalidChangeError(`A price can be held for ${min} to ${max} seconds.`)
}

function validatePercent(text: string): string {
  const percent = parseDecimal(text)
  if (percent && percent.scale <= maxPercentDecimals && compareDecimals(percent, maxUnderpaidPercent) <= 0)
    return formatDecimal(percent)
  throw createInvalidChangeError(
    `The accepted shortfall must be a number from 0 to ${formatDecimal(maxUnderpaidPercent)}, in percent, such as 0.5.`,
  )
}

function serialiseConfirmations(confirmations: Readonly<Record<string, number>>): string | null {
  const isValid = Object.entries(confirmations).every(
    ([code, count]) =>
      coins.has(code as CoinCode) && Number.isInteger(count) && count >= 0 && count <= maxConfirmations,
  )
  if (!isValid)
    throw createInvalidChangeError(
      `Confirmations must be a number from 0 to ${maxConfirmations} for each coin, such as LTC=2.`,
    )
  const entries = [...coins.keys()].flatMap((code) =>
    confirmations[code] === undefined ? [] : [[code, confirmations[code]]],
  )
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries))
}

const createInvalidChangeError = (message: string) => new ApiError('account_invalid', message)
