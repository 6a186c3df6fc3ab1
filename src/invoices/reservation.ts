import type { CoinCode } from '../coins/index.ts'
import type { Instant } from '../kernel/clock.ts'
import type { AvailableCoin } from './option.ts'
import type { QuotedCoin } from './quote.ts'

/** The amounts of valid quotes on fixed addresses, each reserved for one invoice: the amount of a payment identifies its invoice. */
export interface ReservationStore {
  /**
   * Reserves the smallest amount from `lowest` to `highest` on this script that no other invoice holds. Null when all are taken.
   * If several accounts share the script, only the first to add it may use the upper half of the range. The other accounts get null once
   * together they hold half a range of nearby amounts.
   */
  reserve(
    range: { coin: CoinCode; script: string; lowest: bigint; highest: bigint },
    holder: Holder,
  ): Promise<bigint | null>
}

interface Holder {
  readonly uid: string
  readonly accountId: number
  /** End of the quote and its grace period. After that the amount is free, unless a claim holds it. */
  readonly liveUntil: Instant
  readonly now: Instant
}

/** The largest overpayment, in base units: 0.00001 coins. */
export const maxAmountOffset = 1_000n

/**
 * Reserves the amounts of a quote. On a fixed address the amount is raised until no other valid quote requests the same one. A coin without
 * a free amount is omitted.
 */
export async function reserveAmounts(
  reservations: ReservationStore,
  offered: readonly AvailableCoin[],
  holder: Holder,
): Promise<QuotedCoin[]> {
  const quotedCoins: QuotedCoin[] = []
  for (const { coin, amount, fixedScript: script, minAmount } of offered) {
    if (script === null) {
      quotedCoins.push({ code: coin, amountOffset: 0n, ...(minAmount !== undefined && { minAmount }) })
      continue
    }
    const reservedAmount = await reservations.reserve(
      { coin, script, lowest: amount, highest: amount + maxAmountOffset },
      holder,
    )
    if (reservedAmount !== null) quotedCoins.push({ code: coin, amountOffset: reservedAmount - amount })
  }
  return quotedCoins
}
