import type { CoinCode } from '../coins/index.ts'
import type { Instant } from '../kernel/clock.ts'
import type { AvailableCoin } from './option.ts'
import type { QuotedCoin } from './quote.ts'

/** Amounts that live quotes ask for on fixed addresses, so that the amount of a payment identifies its invoice. */
export interface ReservationStore {
  /**
   * Reserves the smallest amount from `lowest` to `highest` on this script that no other invoice holds, or returns null when all are taken.
   * An account that added the script later than another can't use the upper half of the offsets. It gets nothing at all while later
   * accounts hold half a range of amounts within one range of its own. So for every quoted amount, half of the offsets are left for the first
   * account.
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

/** The most that a payer overpays, in base units: less than a cent in any coin, except at absurd rates. */
export const maxAmountOffset = 1_000n

/**
 * Reserves the amounts of a quote. On a fixed address the amount is raised until no other live quote asks for the same one. A coin without
 * a free amount is omitted.
 */
export async function reserveAmounts(
  reservations: ReservationStore,
  offered: readonly AvailableCoin[],
  holder: Holder,
): Promise<QuotedCoin[]> {
  const quoted: QuotedCoin[] = []
  for (const { coin, amount, fixedScript: script, minAmount } of offered) {
    if (script === null) {
      quoted.push({ code: coin, amountOffset: 0n, ...(minAmount !== undefined && { minAmount }) })
      continue
    }
    const reserved = await reservations.reserve(
      { coin, script, lowest: amount, highest: amount + maxAmountOffset },
      holder,
    )
    if (reserved !== null) quoted.push({ code: coin, amountOffset: reserved - amount })
  }
  return quoted
}
