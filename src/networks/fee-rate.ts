import type { Coin } from '../coins/coin.ts'
import { clamp } from '../kernel/money.ts'

/**
 * The fee rate that payers must meet, in base units per 1 000 bytes: the node's estimate, clamped between the coin's floor and ceiling.
 * If the node's own relay floor is higher than the coin's floor, the minimum is 1% above the relay floor, rounded up, because the node
 * doesn't relay anything cheaper. Pure.
 */
export function computeRequiredFeeRate(
  { floor, ceiling }: Coin['feeRate'],
  { estimate, relay }: { readonly estimate: bigint | null; readonly relay: bigint },
): bigint {
  const aboveRelay = (relay * 101n + 99n) / 100n
  const minimum = aboveRelay > floor ? aboveRelay : floor
  return clamp(estimate ?? minimum, minimum, ceiling > minimum ? ceiling : minimum)
}
