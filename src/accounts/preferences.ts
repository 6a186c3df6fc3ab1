import { type CoinCode, coins } from '../coins/index.ts'
import { second } from '../kernel/clock.ts'
import { type Decimal, parseDecimal } from '../kernel/money.ts'
import type { Destination } from './destination.ts'

/** An account's preferences for its invoices and pages. */
export interface Preferences {
  /** IANA time zone, such as `Europe/Berlin`. */
  readonly timeZone: string
  /** The coins it accepts, in display order. Null for every coin with a destination, in the service's order. */
  readonly coins: readonly CoinCode[] | null
  /** How long a quote is valid; null for the service's default. */
  readonly holdMs: number | null
  /** Required confirmations; a coin that is not listed uses the service's default. */
  readonly confirmations: ReadonlyMap<CoinCode, number>
  /** Origins that may embed its checkout pages in a frame. */
  readonly frameOrigins: readonly string[]
  /** Whether its new invoices accept payments from any wallet that can send to an address. */
  readonly acceptsAnyWallet: boolean
  /** A shortfall of this many percent still counts as paid, on invoices that accept any wallet: 0 to 5. */
  readonly underpaidPercent: Decimal
  /** Whether its owner gets emails about payments that need attention. */
  readonly sendsExceptionEmails: boolean
  /** Whether buyers get receipts by email. */
  readonly sendsReceiptEmails: boolean
}

/** The preferences that a new quote needs. */
export interface InvoiceDefaults {
  /** Destinations of the coins that it accepts, in the account's order. */
  readonly destinations: readonly Destination[]
  /** All destinations, including those of coins that it doesn't accept by default. */
  readonly allDestinations: readonly Destination[]
  readonly holdMs: Preferences['holdMs']
  readonly acceptsAnyWallet: boolean
  readonly underpaidPercent: Decimal
}

/** The changeable fields of an account, as the database and the audit log store them. */
export interface StoredAccount {
  readonly name: string
  readonly currency: string
  readonly operator: boolean
  readonly time_zone: string
  readonly coins: string | null
  readonly hold_seconds: number | null
  readonly confirmations: string | null
  readonly frame_origins: string
  readonly any_wallet: boolean
  readonly underpaid_percent: string
  readonly email_exceptions: boolean
  readonly email_receipts: boolean
}

export interface PreferenceStore {
  getStoredAccount(accountId: number): Promise<StoredAccount>
  /** The preferences for a new quote, with the destinations. */
  findInvoiceDefaults(accountId: number): Promise<InvoiceDefaults>
  findConfirmations(accountId: number): Promise<Preferences['confirmations']>
}

export const toPreferences = (
  account: Omit<StoredAccount, 'name' | 'currency' | 'operator'>,
): Preferences => ({
  timeZone: account.time_zone,
  coins: parseCoinList(account.coins),
  holdMs: toHoldMs(account.hold_seconds),
  confirmations: parseConfirmations(account.confirmations),
  frameOrigins: splitFrameOrigins(account.frame_origins),
  acceptsAnyWallet: account.any_wallet,
  underpaidPercent: parsePercent(account.underpaid_percent),
  sendsExceptionEmails: account.email_exceptions,
  sendsReceiptEmails: account.email_receipts,
})

export const toHoldMs = (holdSeconds: number | null): number | null =>
  holdSeconds === null ? null : holdSeconds * second

export function parsePercent(text: string): Decimal {
  const percent = parseDecimal(text)
  if (!percent) throw new Error(`a stored percentage cannot be parsed: ${text}`)
  return percent
}

export const splitFrameOrigins = (text: string): readonly string[] =>
  text.split(' ').filter((origin) => origin !== '')

/** Skips coins that this version doesn't support. */
export const parseCoinList = (text: string | null): readonly CoinCode[] | null =>
  text === null ? null : text.split(' ').flatMap((code) => coins.get(code as CoinCode)?.code ?? [])

export function parseConfirmations(text: string | null): Preferences['confirmations'] {
  const confirmations: Readonly<Record<string, number>> = text === null ? {} : JSON.parse(text)
  return new Map(
    [...coins.keys()].flatMap((code) =>
      confirmations[code] === undefined ? [] : [[code, confirmations[code]]],
    ),
  )
}

/** The destinations of the accepted coins, in that order. */
export function filterAcceptedDestinations(
  destinations: readonly Destination[],
  acceptedCoins: Preferences['coins'],
): readonly Destination[] {
  const order = acceptedCoins ?? [...coins.keys()]
  return order.flatMap((code) => destinations.find(({ coin }) => coin === code) ?? [])
}

/** The destinations that an invoice with these coins can be paid to, in their order. Null: the account's coins. */
export const selectDestinations = (
  { destinations, allDestinations }: Pick<InvoiceDefaults, 'destinations' | 'allDestinations'>,
  coins: Preferences['coins'],
): readonly Destination[] =>
  coins === null ? destinations : filterAcceptedDestinations(allDestinations, coins)
