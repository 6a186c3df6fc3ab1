import type { CoinCode } from '../coins/index.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Offered } from './option.ts'
import type { QuotedCoin } from './quote.ts'

/** Amounts that live quotes ask on fixed addresses, so that a payment tells which invoice it is for. */
export interface ReservationStore {
  /**
   * Takes the smallest amount from `lowest` to `highest` on that script that no other invoice holds; null when all are taken. An account that
   * came to the script later than another takes no raise of the upper half, and nothing where those who came later hold as many amounts as
   * half a range within a range's reach: at every price that leaves half of the raises to the first.
   */
  take(
    place: { coin: CoinCode; script: string; lowest: bigint; highest: bigint },
    holder: Holder,
  ): Promise<bigint | null>
}

export interface Holder {
  readonly uid: string
  readonly accountId: number
  /** End of the quote and its grace: after that the amount is free, unless a claim holds it. */
  readonly liveUntil: Instant
  readonly now: Instant
}

/** A payer overpays by no more than this, in base units: below a cent for every coin but at absurd rates. */
export const mostRaised = 1_000n

/** The coins of a quote. On a fixed address the amount is raised until no other live quote asks the same; none free: left out. */
export async function reserveAmounts(
  reservations: ReservationStore,
  offered: readonly Offered[],
  holder: Holder,
): Promise<QuotedCoin[]> {
  const quoted: QuotedCoin[] = []
  for (const { coin, amount, fixedScript: script } of offered) {
    if (script === null) {
      quoted.push({ code: coin, raise: 0n })
      continue
    }
    const taken = await reservations.take(
      { coin, script, lowest: amount, highest: amount + mostRaised },
      holder,
    )
    if (taken !== null) quoted.push({ code: coin, raise: taken - amount })
  }
  return quoted
}
