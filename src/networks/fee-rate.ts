import type { Coin } from '../coins/coin.ts'
import { clamp } from '../kernel/money.ts'

/**
 * The fee rate that payers are asked for, base units per 1 000 bytes: the node's estimate between the coin's floor and ceiling.
 * What the node does not relay is no use to a payer: where its own floor is the higher one, 1 % above it, rounded up. Pure.
 */
export function requiredFeeRate(
  { floor, ceiling }: Coin['feeRate'],
  { estimate, relay }: { readonly estimate: bigint | null; readonly relay: bigint },
): bigint {
  const aboveRelay = (relay * 101n + 99n) / 100n
  const least = aboveRelay > floor ? aboveRelay : floor
  return clamp(estimate ?? least, least, ceiling > least ? ceiling : least)
}
