import type { CoinCode } from '../coins/index.ts'
import { type Instant, second } from '../kernel/clock.ts'
import { type BaseUnits, computeCoinAmount, type Decimal, toBaseUnits } from '../kernel/money.ts'

/** The amounts at which one invoice can be paid in each coin, valid for a while: computed from the invoice and a rate snapshot. */
export interface Quote {
  readonly snapshotId: string
  readonly quotedAt: Instant
  readonly expiresAt: Instant
  readonly coins: readonly QuotedCoin[]
}

export interface QuotedCoin {
  readonly code: CoinCode
  /** Base units above the quoted amount, so that no two valid quotes request the same amount on one fixed address. */
  readonly amountOffset: bigint
  /** Only on invoices that accept any wallet: the smallest amount to request, even if less remains to be paid. Base units. */
  readonly minAmount?: bigint
}

/** How long a quote is valid by default, and how long after its expiry a submission is still accepted. */
export interface QuoteSettings {
  readonly quoteMs: number
  readonly graceMs: number
}

/** A quote that expires sooner is useless to a payer who starts now. */
const minRemainingMs = 60 * second

/** The time until which a quote is issued: 60 s before it expires, or a quarter of its lifetime if that is less. After that, a new one is created. */
export function getIssueDeadline({ quotedAt, expiresAt }: Quote): Instant {
  return expiresAt - Math.min(minRemainingMs, (expiresAt - quotedAt) / 4)
}

/** When a quote created now expires: never after its invoice. */
export function computeQuoteExpiry(
  now: Instant,
  invoiceExpiresAt: Instant,
  { quoteMs }: Pick<QuoteSettings, 'quoteMs'>,
): Instant {
  return Math.min(now + quoteMs, invoiceExpiresAt)
}

/** Whether reading the invoice should create a new quote. Not when the current one lasts until the invoice expires. */
export function needsNewQuote(
  { quote, expiresAt }: { quote: Quote; expiresAt: Instant },
  now: Instant,
): boolean {
  return now >= getIssueDeadline(quote) && expiresAt > quote.expiresAt
}

/** Whether a submission with that arrival time is still accepted at this quote. */
export function isLive({ expiresAt }: Quote, arrival: Instant, { graceMs }: QuoteSettings): boolean {
  return arrival < expiresAt + graceMs
}

/** The amount due in a quoted coin. */
export function computeAmountDue(
  fiat: Decimal,
  rate: Decimal,
  { amountOffset, minAmount = 0n }: QuotedCoin,
): BaseUnits {
  const amount = computeCoinAmount(fiat, rate)
  return toBaseUnits((amount < minAmount ? minAmount : amount) + amountOffset)
}

/** `BTC,LTC+3,DOGE/1000000`: the stored form of a quote's coins, with amount offsets and smallest amounts. */
export const serialiseQuotedCoins = (quotedCoins: readonly QuotedCoin[]): string =>
  quotedCoins
    .map(({ code, amountOffset, minAmount }) => {
      const offset = amountOffset === 0n ? '' : `+${amountOffset}`
      return `${code}${offset}${minAmount === undefined ? '' : `/${minAmount}`}`
    })
    .join(',')

/** Parses the output of `serialiseQuotedCoins`. */
export function parseQuotedCoins(text: string): QuotedCoin[] {
  if (text === '') return []
  return text.split(',').map((part) => {
    const [codeAndOffset = '', minAmount] = part.split('/')
    const [code, amountOffset = 0] = codeAndOffset.split('+')
    return {
      code: code as CoinCode,
      amountOffset: BigInt(amountOffset),
      ...(minAmount !== undefined && { minAmount: BigInt(minAmount) }),
    }
  })
}
