import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CoinCode } from '../coins/index.ts'
import { hasEnded, type Invoice } from '../invoices/invoice.ts'
import { isLive, type Quote, type QuoteSettings } from '../invoices/quote.ts'
import { computeValueAtQuote } from '../invoices/value.ts'
import { type Clock, hour, type Instant } from '../kernel/clock.ts'
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
  /** When the node received it, or the time of its block. */
  readonly from: Instant
  /** When the service found it; for an older block, the latest time at which it may have been mined. */
  readonly until: Instant
  /** Since when the service would have noticed it in the mempool. Null: it may have been sent at any time. */
  readonly watchedSince: Instant | null
  readonly isMined: boolean
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
/** A node that was down doesn't know earlier transactions, but most wallets send them again within this time. */
const resendMs = 1 * hour

export function createValuation(dependencies: ValuationDependencies) {
  const { reader, getSnapshot, storeNewestRates, settings, clock } = dependencies
  /**
   * Values an amount at the best quote for the payer among those that were valid when it was seen. If none was, uses the current rate: if an
   * expired quote still applied, payers could wait until it suits them. The newest quote applies if the coins may have been sent in time
   * without being seen, if the invoice has ended, since the merchant then decides, or if there is no current rate when the coins are mined.
   * Null if there is none before that, or if no quote has a price in this coin.
   */
  return async function computeValuation(
    invoice: Invoice,
    coin: CoinCode,
    { amount, ...sighting }: Sighting & { readonly amount: BaseUnits },
  ): Promise<Valuation | null> {
    const best = await findBest(await listValidQuotes(invoice, sighting), coin, amount)
    if (best) return best
    if (!needsCurrentRate(invoice, sighting)) return findNewest(invoice, coin, amount)
    const current = await valueAtCurrentRate(invoice, coin, amount)
    return current || !sighting.isMined ? current : findNewest(invoice, coin, amount)
  }

  async function listValidQuotes(
    { uid, quote: newest }: Invoice,
    { from, until }: Sighting,
  ): Promise<Quote[]> {
    // A quote from the future was made before the clock was set back.
    const isStarted = ({ quotedAt }: Quote) => quotedAt <= until || quotedAt > clock.now()
    const past = await reader.findPastQuotes(uid, until + 1, maxValidQuotes)
    return [newest, ...past].filter((quote) => isStarted(quote) && isLive(quote, from, settings))
  }

  function needsCurrentRate(invoice: Invoice, { from, watchedSince }: Sighting): boolean {
    if (hasEnded(invoice)) return false
    // Only if the invoice is unpaid can the payer have paid an existing quote.
    if (invoice.status !== 'unpaid') return true
    return (
      watchedSince !== null &&
      (isLive(invoice.quote, watchedSince, settings) || watchedSince + resendMs <= from)
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
    { currency, quote }: Invoice,
    coin: CoinCode,
    amount: BaseUnits,
  ): Promise<Valuation | null> {
    const snapshot = await storeNewestRates(currency)
    const rate = getCurrentRate(snapshot, coin, clock.now())
    if (!rate.isAgreed) return null
    const current = createValuationAt(snapshot, coin, computeCoinValue(amount, rate.value))
    const feeRate = current.feeRate ?? (await getSnapshot(quote.snapshotId)).feeRates.get(coin)
    return { ...current, feeRate }
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
