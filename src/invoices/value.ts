import type { CoinCode } from '../coins/index.ts'
import { type BaseUnits, coinValue, type Decimal } from '../kernel/money.ts'
import { getCurrentRate, type RateSnapshot } from '../rates/snapshot.ts'
import type { Quote } from './quote.ts'

/** What an amount of coins is worth at the price of a quote, exactly. Null if that quote doesn't offer the coin. */
export function valueAt(
  snapshot: RateSnapshot,
  { quotedAt, coins }: Quote,
  coin: CoinCode,
  amount: BaseUnits,
): Decimal | null {
  const rate = getCurrentRate(snapshot, coin, quotedAt)
  return rate.agreed && coins.some(({ code }) => code === coin) ? coinValue(amount, rate.value) : null
}
