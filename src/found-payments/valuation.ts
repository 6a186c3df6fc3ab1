import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CoinCode } from '../coins/index.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { isLive, type Quote, type QuoteSettings } from '../invoices/quote.ts'
import { computeValueAtQuote } from '../invoices/value.ts'
import type { Instant } from '../kernel/clock.ts'
import { type BaseUnits, compareDecimals, type Decimal } from '../kernel/money.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'

/** The value of an amount of a coin in the invoice's currency. */
interface Valuation {
  readonly value: Decimal
  /** The rate snapshot it was computed from. */
  readonly snapshotId: string
  /** Base units per 1 000 bytes, at the quote. */
  readonly feeRate: bigint | undefined
}

export interface QuoteReader {
  /** The newest replaced quotes that were created earlier than `before`. */
  findPastQuotes(uid: string, before: Instant, limit: number): Promise<readonly Quote[]>
}

export interface ValuationDependencies {
  readonly reader: QuoteReader
  /** Renews the quote of an unpaid invoice if it has expired, and returns the invoice as it is then. */
  readonly refreshInvoice: (invoice: Invoice) => Promise<Invoice>
  readonly getSnapshot: (id: string) => Promise<RateSnapshot>
  readonly settings: QuoteSettings
}

/** More quotes than can be valid at one moment: one replaces another about every minute at most. */
const maxValidQuotes = 32
/** Past quotes per page. */
const pageSize = 128

export function createValuation({ reader, refreshInvoice, getSnapshot, settings }: ValuationDependencies) {
  /**
   * Values an amount at the quote that is best for the payer among those valid at `seenAt`, or else at the newest, which is renewed first:
   * otherwise, payers could wait until an old price suits them. Null when no quote has a price in this coin.
   */
  return async function computeValuation(
    invoice: Invoice,
    coin: CoinCode,
    { amount, seenAt }: { readonly amount: BaseUnits; readonly seenAt: Instant },
  ): Promise<Valuation | null> {
    const quotes = [invoice.quote, ...(await reader.findPastQuotes(invoice.uid, seenAt + 1, maxValidQuotes))]
    const validQuotes = quotes.filter((quote) => quote.quotedAt <= seenAt && isLive(quote, seenAt, settings))
    return (
      (await findBest(validQuotes, coin, amount)) ?? findNewest(await refreshInvoice(invoice), coin, amount)
    )
  }

  async function findBest(quotes: readonly Quote[], coin: CoinCode, amount: BaseUnits) {
    const valuations = (await Promise.all(quotes.map((quote) => valueAtQuote(quote, coin, amount)))).flat()
    return valuations.reduce<Valuation | null>(
      (best, valuation) =>
        best === null || compareDecimals(valuation.value, best.value) > 0 ? valuation : best,
      null,
    )
  }

  /** Searches all earlier quotes if necessary: the address was issued for one with this coin, even if its node or rate has failed since. */
  async function findNewest({ uid, quote }: Invoice, coin: CoinCode, amount: BaseUnits) {
    for (let quotes: readonly Quote[] = [quote]; ; ) {
      for (const candidate of quotes) {
        const [valuation] = await valueAtQuote(candidate, coin, amount)
        if (valuation) return valuation
      }
      const oldest = quotes.at(-1)
      if (!oldest) return null
      // SQLite is synchronous, and after a month without this coin there are 57 600 quotes.
      await nextTurn()
      quotes = await reader.findPastQuotes(uid, oldest.quotedAt, pageSize)
    }
  }

  /** Empty when the quote has no price in this coin. */
  async function valueAtQuote(quote: Quote, coin: CoinCode, amount: BaseUnits): Promise<Valuation[]> {
    if (!quote.coins.some(({ code }) => code === coin)) return []
    const prices = await getSnapshot(quote.snapshotId)
    const value = computeValueAtQuote(prices, quote, coin, amount)
    return value ? [{ value, snapshotId: quote.snapshotId, feeRate: prices.feeRates.get(coin) }] : []
  }
}
