import type { CoinCode } from '../coins/index.ts'
import { type Instant, second } from '../kernel/clock.ts'
import { type BaseUnits, baseUnits, coinAmount, type Decimal } from '../kernel/money.ts'

/** The prices at which one invoice can be paid in each coin, valid for a while: computed from the invoice and a rate snapshot. */
export interface Quote {
  readonly snapshotId: string
  readonly quotedAt: Instant
  readonly expiresAt: Instant
  readonly coins: readonly QuotedCoin[]
}

export interface QuotedCoin {
  readonly code: CoinCode
  /** Base units above the price, so that no two live quotes on one fixed address ask for the same amount. */
  readonly amountOffset: bigint
}

/** How long a quote is valid by default, and how long after its expiry a submission is still accepted at its price. */
export interface QuoteSettings {
  readonly quoteMs: number
  readonly graceMs: number
}

/** A price that expires sooner is no use to someone who starts to pay now. */
const minRemainingMs = 60 * second

/** Until when a quote is issued: up to 60 s before it expires, or a quarter of its life where that is less. Later a fresh one is made. */
export function getIssueDeadline({ quotedAt, expiresAt }: Quote): Instant {
  return expiresAt - Math.min(minRemainingMs, (expiresAt - quotedAt) / 4)
}

/** When a quote made now expires: never after its invoice. */
export function quoteEnd(
  now: Instant,
  invoiceExpiresAt: Instant,
  { quoteMs }: Pick<QuoteSettings, 'quoteMs'>,
): Instant {
  return Math.min(now + quoteMs, invoiceExpiresAt)
}

/** Whether reading the invoice should create a fresh quote. Not when the current one lasts until the invoice expires. */
export function needsFreshQuote(
  { quote, expiresAt }: { quote: Quote; expiresAt: Instant },
  now: Instant,
): boolean {
  return now >= getIssueDeadline(quote) && expiresAt > quote.expiresAt
}

/** Whether a submission that arrived then still counts at this price. */
export function isLive({ expiresAt }: Quote, arrival: Instant, { graceMs }: QuoteSettings): boolean {
  return arrival < expiresAt + graceMs
}

/** The amount due in a quoted coin. */
export function amountDue(fiat: Decimal, rate: Decimal, { amountOffset }: QuotedCoin): BaseUnits {
  return baseUnits(coinAmount(fiat, rate) + amountOffset)
}

/** `BTC,LTC+3`: the stored form of a quote's coins. */
export const writeCoins = (quoted: readonly QuotedCoin[]): string =>
  quoted.map(({ code, amountOffset }) => (amountOffset === 0n ? code : `${code}+${amountOffset}`)).join(',')

/** Parses the output of `writeCoins`. */
export function readCoins(text: string): QuotedCoin[] {
  if (text === '') return []
  return text.split(',').map((part) => {
    const [code = '', amountOffset = '0'] = part.split('+')
    return { code: code as CoinCode, amountOffset: BigInt(amountOffset) }
  })
}
