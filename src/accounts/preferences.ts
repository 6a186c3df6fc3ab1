import { type CoinCode, coins } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import { minute, second } from '../kernel/clock.ts'
import { minorUnits } from '../kernel/currencies.ts'
import type { Destination } from './destination.ts'
import { readFrameOrigins } from './storefront.ts'

/** An account's preferences for its invoices and pages. */
export interface Preferences {
  /** IANA time zone, such as `Europe/Berlin`. */
  readonly timeZone: string
  /** The coins it accepts, in display order. Null for every coin with a destination, in the service's order. */
  readonly coins: readonly CoinCode[] | null
  /** How long a price is held; null for the service's default. */
  readonly holdMs: number | null
  /** Required confirmations; a coin that is not listed uses the service's default. */
  readonly confirmations: ReadonlyMap<CoinCode, number>
  /** Origins that may embed its checkout pages in a frame. */
  readonly frameOrigins: readonly string[]
}

/** The preferences that a new quote needs. */
export interface Offering {
  /** For the coins it accepts, in its order. */
  readonly destinations: readonly Destination[]
  readonly holdMs: Preferences['holdMs']
}

/** Changes to an account; omitted fields stay as they are. */
export interface AccountChange {
  readonly name?: string
  readonly currency?: string
  readonly operator?: boolean
  readonly timeZone?: string
  readonly coins?: readonly string[] | null
  readonly holdSeconds?: number | null
  /** Replaces the whole map: `{ LTC: 2 }`. */
  readonly confirmations?: Readonly<Record<string, number>>
  /** `https://shop.example https://www.shop.example` */
  readonly frameOrigins?: string
}

/** The same fields in the form in which the database and the audit log store them. */
export interface WrittenAccount {
  readonly name: string
  readonly currency: string
  readonly operator: boolean
  readonly time_zone: string
  readonly coins: string | null
  readonly hold_seconds: number | null
  readonly confirmations: string | null
  readonly frame_origins: string
}

export interface PreferenceStore {
  written(accountId: number): Promise<WrittenAccount>
  /** The preferences for a new quote, with the destinations. */
  offering(accountId: number): Promise<Offering>
  confirmations(accountId: number): Promise<Preferences['confirmations']>
}

/** Payers need some time; but while a price is held, the rate may move at the merchant's cost. Same bounds as `QUOTE_SECONDS`. */
export const holdBounds = { minMs: 1 * minute, maxMs: 1_440 * minute } as const
/** Same limit as in the settings: more confirmations take hours, and a chain with deeper reorganisations has bigger problems. */
export const maxConfirmations = 6
export const maxNameLength = 100

/** Control characters, and characters that change the direction of the surrounding text (UAX #9). */
const unprintable = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u

/**
 * Validates changes to an account and converts them to the stored form.
 * @throws {ApiError} `account_invalid`, with what is wrong
 */
export function writeAccount(change: AccountChange): Partial<WrittenAccount> {
  const { name, currency, operator, timeZone, holdSeconds, confirmations, frameOrigins } = change
  return {
    ...(name !== undefined && { name: knownName(name) }),
    ...(currency !== undefined && { currency: knownCurrency(currency) }),
    ...(operator !== undefined && { operator }),
    ...(timeZone !== undefined && { time_zone: knownTimeZone(timeZone) }),
    ...(change.coins !== undefined && { coins: writeCoins(change.coins) }),
    ...(holdSeconds !== undefined && { hold_seconds: boundedHold(holdSeconds) }),
    ...(confirmations !== undefined && { confirmations: writeConfirmations(confirmations) }),
    ...(frameOrigins !== undefined && { frame_origins: readFrameOrigins(frameOrigins).join(' ') }),
  }
}

/** Names of the invalid fields. */
export function mistakesIn(change: AccountChange): (keyof AccountChange)[] {
  const isWrong = ([name, value]: [string, unknown]): boolean => {
    try {
      writeAccount({ [name]: value })
      return false
    } catch {
      return true
    }
  }
  return Object.entries(change)
    .filter(isWrong)
    .map(([name]) => name as keyof AccountChange)
}

/** The fields whose values change. */
export function differences(
  before: WrittenAccount,
  wanted: Partial<WrittenAccount>,
): Partial<WrittenAccount> {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => before[name as keyof WrittenAccount] !== value),
  )
}

export const readPreferences = (
  written: Omit<WrittenAccount, 'name' | 'currency' | 'operator'>,
): Preferences => ({
  timeZone: written.time_zone,
  coins: readCoins(written.coins),
  holdMs: written.hold_seconds === null ? null : written.hold_seconds * second,
  confirmations: readConfirmations(written.confirmations),
  frameOrigins: written.frame_origins.split(' ').filter((origin) => origin !== ''),
})

/** Coins that this release does not know are skipped. */
export const readCoins = (text: string | null): readonly CoinCode[] | null =>
  text === null ? null : text.split(' ').flatMap((code) => coins.get(code as CoinCode)?.code ?? [])

export function readConfirmations(text: string | null): Preferences['confirmations'] {
  const said: Readonly<Record<string, number>> = text === null ? {} : JSON.parse(text)
  return new Map([...coins.keys()].flatMap((code) => (said[code] === undefined ? [] : [[code, said[code]]])))
}

/** The destinations of the accepted coins, in that order. */
export function offered(
  destinations: readonly Destination[],
  preferred: Preferences['coins'],
): readonly Destination[] {
  const order = preferred ?? [...coins.keys()]
  return order.flatMap((code) => destinations.find(({ coin }) => coin === code) ?? [])
}

/** @throws {ApiError} `account_invalid` */
export function knownCurrency(code: string): string {
  if (minorUnits(code) !== undefined) return code
  throw invalid(`${code.slice(0, 10)} is not an ISO 4217 currency code such as USD or EUR.`)
}

function knownName(text: string): string {
  const name = text.trim()
  if (name !== '' && [...name].length <= maxNameLength && !unprintable.test(name)) return name
  throw invalid(`The name must have 1 to ${maxNameLength} characters.`)
}

/** Accepts only IANA names: an offset such as +02:00 has no daylight saving time. */
function knownTimeZone(text: string): string {
  const resolved = /^[A-Za-z]/.test(text) ? resolvedZone(text) : null
  if (resolved === null) throw invalid('Unknown time zone: use an IANA name such as Europe/Berlin or UTC.')
  // `Intl` resolves newer names to older ones; keep the name as entered, such as Asia/Kolkata.
  return resolved.toLowerCase() === text.toLowerCase() ? resolved : text
}

function resolvedZone(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** All coins in the service's order count as no preference, so that coins added later are accepted too. */
function writeCoins(codes: readonly string[] | null): string | null {
  if (codes === null) return null
  const known = codes.every((code) => coins.has(code as CoinCode))
  if (!known || codes.length === 0 || new Set(codes).size < codes.length)
    throw invalid(`Choose at least one coin, each only once, from ${[...coins.keys()].join(', ')}.`)
  const text = codes.join(' ')
  return text === [...coins.keys()].join(' ') ? null : text
}

function boundedHold(seconds: number | null): number | null {
  const [least, most] = [holdBounds.minMs / second, holdBounds.maxMs / second]
  if (seconds === null || (Number.isInteger(seconds) && seconds >= least && seconds <= most)) return seconds
  throw invalid(`A price can be held for ${least} to ${most} seconds.`)
}

function writeConfirmations(said: Readonly<Record<string, number>>): string | null {
  const sound = Object.entries(said).every(
    ([code, count]) =>
      coins.has(code as CoinCode) && Number.isInteger(count) && count >= 0 && count <= maxConfirmations,
  )
  if (!sound)
    throw invalid(
      `Confirmations must be a number from 0 to ${maxConfirmations} for each coin, such as LTC=2.`,
    )
  const inOrder = [...coins.keys()].flatMap((code) => (said[code] === undefined ? [] : [[code, said[code]]]))
  return inOrder.length === 0 ? null : JSON.stringify(Object.fromEntries(inOrder))
}

const invalid = (sentence: string) => new ApiError('account_invalid', sentence)
