import { type CoinCode, coins } from '../coins/index.ts'
import { minute, second } from '../kernel/clock.ts'
import { minorUnits } from '../kernel/currencies.ts'
import { Refused } from '../kernel/refused.ts'
import type { Destination } from './destination.ts'
import { readFrameOrigins } from './storefront.ts'

/** What an account prefers of its own invoices and pages. */
export interface Preferences {
  /** Of the IANA database, as in `Europe/Berlin`. */
  readonly timeZone: string
  /** The coins that it offers, in their order; null: every coin with a destination, in the service's order. */
  readonly coins: readonly CoinCode[] | null
  /** How long a price is held; null: as the service's settings say. */
  readonly holdMs: number | null
  /** Confirmations that it waits for; a coin that is not named: as the service's settings say. */
  readonly confirmations: ReadonlyMap<CoinCode, number>
  /** Origins whose pages may show its checkout pages in a frame. */
  readonly frameOrigins: readonly string[]
}

/** What a new quote of an account is made of. */
export interface Offering {
  /** Of the coins that it offers, in its order. */
  readonly destinations: readonly Destination[]
  readonly holdMs: Preferences['holdMs']
}

/** What an account is to be; what is left out stays. */
export interface AccountChange {
  readonly name?: string
  readonly currency?: string
  readonly operator?: boolean
  readonly timeZone?: string
  readonly coins?: readonly string[] | null
  readonly holdSeconds?: number | null
  /** All of them: `{ LTC: 2 }`. */
  readonly confirmations?: Readonly<Record<string, number>>
  /** `https://shop.example https://www.shop.example` */
  readonly frameOrigins?: string
}

/** The same in the form in which it is stored, and told by the audit log. */
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
  /** Reads a new quote's part of it, with the destinations. */
  offering(accountId: number): Promise<Offering>
  confirmations(accountId: number): Promise<Preferences['confirmations']>
}

/** Who pays needs a moment; and a price that is held is a price that may have moved, at the merchant's cost. As `QUOTE_SECONDS`. */
export const holdBounds = { leastMs: 1 * minute, mostMs: 1_440 * minute } as const
/** As the settings' own bounds: who waits for more waits for hours, and a chain that gives way deeper has other troubles. */
export const mostConfirmations = 6
export const longestName = 100

/** It changes the direction of what stands around it, or nothing that can be seen (UAX #9). */
const unprintable = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u

/**
 * Checks what an account is to be.
 * @throws {Refused} `account_invalid`, saying what is wrong
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

/** Which of the wishes cannot be met. */
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

/** What of it is new. */
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

/** A coin that this release does not know is left out. */
export const readCoins = (text: string | null): readonly CoinCode[] | null =>
  text === null ? null : text.split(' ').flatMap((code) => coins.get(code as CoinCode)?.code ?? [])

export function readConfirmations(text: string | null): Preferences['confirmations'] {
  const said: Readonly<Record<string, number>> = text === null ? {} : JSON.parse(text)
  return new Map([...coins.keys()].flatMap((code) => (said[code] === undefined ? [] : [[code, said[code]]])))
}

/** The destinations of the coins that are offered, in that order. */
export function offered(
  destinations: readonly Destination[],
  preferred: Preferences['coins'],
): readonly Destination[] {
  const order = preferred ?? [...coins.keys()]
  return order.flatMap((code) => destinations.find(({ coin }) => coin === code) ?? [])
}

/** @throws {Refused} `account_invalid` */
export function knownCurrency(code: string): string {
  if (minorUnits(code) !== undefined) return code
  throw invalid(`${code.slice(0, 10)} is no currency code of ISO 4217, such as USD or EUR.`)
}

function knownName(text: string): string {
  const name = text.trim()
  if (name !== '' && [...name].length <= longestName && !unprintable.test(name)) return name
  throw invalid(`A name has 1 to ${longestName} characters.`)
}

/** A name of the IANA database: an offset such as +02:00 knows no summer. */
function knownTimeZone(text: string): string {
  const resolved = /^[A-Za-z]/.test(text) ? resolvedZone(text) : null
  if (resolved === null)
    throw invalid('There is no such time zone: name one of the IANA database, such as Europe/Berlin or UTC.')
  // Intl leads newer names to older ones: Asia/Kolkata stays what it is.
  return resolved.toLowerCase() === text.toLowerCase() ? resolved : text
}

function resolvedZone(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** Every coin in the service's order is no preference: a coin that is added later is offered then. */
function writeCoins(codes: readonly string[] | null): string | null {
  if (codes === null) return null
  const known = codes.every((code) => coins.has(code as CoinCode))
  if (!known || codes.length === 0 || new Set(codes).size < codes.length)
    throw invalid(`Name at least one coin, and each once, of ${[...coins.keys()].join(', ')}.`)
  const text = codes.join(' ')
  return text === [...coins.keys()].join(' ') ? null : text
}

function boundedHold(seconds: number | null): number | null {
  const [least, most] = [holdBounds.leastMs / second, holdBounds.mostMs / second]
  if (seconds === null || (Number.isInteger(seconds) && seconds >= least && seconds <= most)) return seconds
  throw invalid(`A price is held for ${least} to ${most} seconds.`)
}

function writeConfirmations(said: Readonly<Record<string, number>>): string | null {
  const sound = Object.entries(said).every(
    ([code, count]) =>
      coins.has(code as CoinCode) && Number.isInteger(count) && count >= 0 && count <= mostConfirmations,
  )
  if (!sound)
    throw invalid(`Confirmations are a number from 0 to ${mostConfirmations} for each coin, as in LTC=2.`)
  const inOrder = [...coins.keys()].flatMap((code) => (said[code] === undefined ? [] : [[code, said[code]]]))
  return inOrder.length === 0 ? null : JSON.stringify(Object.fromEntries(inOrder))
}

const invalid = (sentence: string) => new Refused('account_invalid', sentence)
