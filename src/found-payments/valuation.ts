import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CoinCode } from '../coins/index.ts'
import { hasEnded, type Invoice } from '../invoices/invoice.ts'
import { isLive, type Quote, type QuoteSettings } from '../invoices/quote.ts'
import { computeValueAtQuote } from '../invoices/value.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { type BaseUnits, compareDecimals, computeCoinValue, type Decimal } from '../kernel/money.ts'
import { getCurrentRate, type RateSnapshot } from '../rates/snapshot.ts'

/** The value of an amount of a coin in the invoice's currency. */
interface Valuation {
  readonly value: Decimal
  /** The rate snapshot it was computed from. */
  readonly snapshotId: string
  /** The fee rate in that snapshot, in base units per 1 000 bytes. */
  readonly feeRate: bigint | undefined
}

/** When an output was first seen. */
export interface Sighting {
  /** When the node first had it, or the time of its block. */
  readonly from: Instant
  /** When the service found it, or the time of its block. */
  readonly until: Instant
  /** If the output had been sent after this time, it would have been seen at once. Null if it may have been sent at any time. */
  readonly watchedSince: Instant | null
}

export interface QuoteReader {
  /** The newest replaced quotes that were created earlier than `before`. */
  findPastQuotes(uid: string, before: Instant, limit: number): Promise<readonly Quote[]>
}

export interface ValuationDependencies {
  readonly reader: QuoteReader
  readonly getSnapshot: (id: string) => Promise<RateSnapshot>
  readonly storeNewestRates: (currency: string) => Promise<RateSnapshot>
  readonly settings: QuoteSettings
  readonly clock: Clock
}

/** More than can be valid at the same time: a quote is replaced at most about once a minute. */
const maxValidQuotes = 32
/** Past quotes per page. */
const pageSize = 128

export function createValuation(dependencies: ValuationDependencies) {
  const { reader, getSnapshot, storeNewestRates, settings, clock } = dependencies
  /**
   * Values an amount at the best quote for the payer among those that were valid when it was seen. If none was, uses the current rate: if an
   * expired quote still applied, payers could wait until it suits them. The newest quote applies if there is no current rate, if the coins
   * may have been sent in time without being seen, or if the invoice has ended, since the merchant then decides. Null if no quote has a
   * price in this coin either.
   */
  return async function computeValuation(
    invoice: Invoice,
    coin: CoinCode,
    { amount, ...sighting }: Sighting & { readonly amount: BaseUnits },
  ): Promise<Valuation | null> {
    const { from, until } = sighting
    const quotes = [invoice.quote, ...(await reader.findPastQuotes(invoice.uid, until + 1, maxValidQuotes))]
    const validQuotes = quotes.filter((quote) => quote.quotedAt <= until && isLive(quote, from, settings))
    return (
      (await findBest(validQuotes, coin, amount)) ??
      (needsCurrentRate(invoice, sighting) ? await valueAtCurrentRate(invoice, coin, amount) : null) ??
      findNewest(invoice, coin, amount)
    )
  }

  function needsCurrentRate(invoice: Invoice, { watchedSince }: Sighting): boolean {
    if (hasEnded(invoice)) return false
    // Only if the invoice is unpaid can the payer have paid an existing quote.
    return (
      invoice.status !== 'unpaid' || (watchedSince !== null && isLive(invoice.quote, watchedSince, settings))
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

  async function valueAtCurrentRate(
    { currency }: Invoice,
    coin: CoinCode,
    amount: BaseUnits,
  ): Promise<Valuation | null> {
    const snapshot = await storeNewestRates(currency)
    const rate = getCurrentRate(snapshot, coin, clock.now())
    return rate.isAgreed ? createValuationAt(snapshot, coin, computeCoinValue(amount, rate.value)) : null
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
    return value ? [createValuationAt(prices, coin, value)] : []
  }
}

const createValuationAt = ({ id, feeRates }: RateSnapshot, coin: CoinCode, value: Decimal): Valuation => ({
  value,
  snapshotId: id,
  feeRate: feeRates.get(coin),
})
