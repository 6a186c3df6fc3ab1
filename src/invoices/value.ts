import type { CoinCode } from '../coins/index.ts'
import { type BaseUnits, computeCoinValue, type Decimal } from '../kernel/money.ts'
import { getCurrentRate, type RateSnapshot } from '../rates/snapshot.ts'
import type { Quote } from './quote.ts'

/** The exact value of an amount of coins at a quote's price. Null if the quote doesn't offer the coin. */
export function computeValueAtQuote(
  snapshot: RateSnapshot,
  { quotedAt, coins }: Quote,
  coin: CoinCode,
  amount: BaseUnits,
): Decimal | null {
  const rate = getCurrentRate(snapshot, coin, quotedAt)
  return rate.isAgreed && coins.some(({ code }) => code === coin)
    ? computeCoinValue(amount, rate.value)
    : null
}
