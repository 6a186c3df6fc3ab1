import type { CoinCode } from '../coins/index.ts'
import { type Instant, second } from '../kernel/clock.ts'
import { type BaseUnits, baseUnits, coinAmount, type Decimal } from '../kernel/money.ts'

/** What settles one invoice, coin by coin, held for a while: computed from the invoice and a rate snapshot. */
export interface Quote {
  readonly snapshotId: string
  readonly quotedAt: Instant
  readonly expiresAt: Instant
  readonly coins: readonly QuotedCoin[]
}

export interface QuotedCoin {
  readonly code: CoinCode
  /** Base units above the price, so that no two live quotes on one fixed address ask the same amount. */
  readonly raise: bigint
}

/** How long a quote holds its price unless its account says otherwise, and how long after its end a submission is still judged by it. */
export interface QuoteSettings {
  readonly quoteMs: number
  readonly graceMs: number
}

/** A price that ends sooner than this is no use to somebody who begins to pay now. */
const leastLeftMs = 60 * second

/** Until when a quote is handed out; after that a fresh one is made: 60 s before its end, or a quarter of its life where that is less. */
export function handedOutUntil({ quotedAt, expiresAt }: Quote): Instant {
  return expiresAt - Math.min(leastLeftMs, (expiresAt - quotedAt) / 4)
}

/** When a quote that is made now ends: it never outlives its invoice. */
export function quoteEnd(
  now: Instant,
  invoiceExpiresAt: Instant,
  { quoteMs }: Pick<QuoteSettings, 'quoteMs'>,
): Instant {
  return Math.min(now + quoteMs, invoiceExpiresAt)
}

/** Should reading the invoice make a fresh quote? Not when its own holds to the invoice's end. */
export function needsFreshQuote(
  { quote, expiresAt }: { quote: Quote; expiresAt: Instant },
  now: Instant,
): boolean {
  return now >= handedOutUntil(quote) && expiresAt > quote.expiresAt
}

/** Does a submission that arrived then still count at this price? */
export function isLive({ expiresAt }: Quote, arrival: Instant, { graceMs }: QuoteSettings): boolean {
  return arrival < expiresAt + graceMs
}

/** The amount due in a quoted coin. */
export function amountDue(fiat: Decimal, rate: Decimal, { raise }: QuotedCoin): BaseUnits {
  return baseUnits(coinAmount(fiat, rate) + raise)
}

/** `BTC,LTC+3`: how the coins of a quote are stored. */
export const writeCoins = (quoted: readonly QuotedCoin[]): string =>
  quoted.map(({ code, raise }) => (raise === 0n ? code : `${code}+${raise}`)).join(',')

/** Reads what `writeCoins` wrote. */
export function readCoins(text: string): QuotedCoin[] {
  if (text === '') return []
  return text.split(',').map((part) => {
    const [code = '', raise = '0'] = part.split('+')
    return { code: code as CoinCode, raise: BigInt(raise) }
  })
}
