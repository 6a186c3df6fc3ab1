import type { SpentCoin, ValidationContext } from './validate.ts'

/** SEQUENCE_LOCKTIME_DISABLE_FLAG, …_TYPE_FLAG, …_MASK, …_GRANULARITY (`primitives/transaction.h`). */
const disabledFlag = 0x8000_0000
const secondsFlag = 0x0040_0000
const mask = 0xffff
const granularity = 512

/**
 * Whether the sequence numbers allow the inputs to be spent in the next block (BIP68). `spentCoins` are in the order of the inputs.
 * @param getMedianTimeAt returns the median time of the block at this height and the ten before it
 */
export async function areRelativeLocksMet(
  { coin, node, tip, transaction: { version, inputs } }: ValidationContext,
  spentCoins: readonly Pick<SpentCoin, 'height'>[],
  getMedianTimeAt: (height: number) => Promise<number>,
): Promise<boolean> {
  // Dash stores the type of a special transaction in the upper 16 bits.
  const plainVersion = coin.serialisation === 'payload' ? version & 0xffff : version
  if (!node.hasRelativeLocks || plainVersion < 2) return true
  for (const [index, { sequence }] of inputs.entries()) {
    // Bitwise operators are signed, so the highest bit gives a negative number.
    if ((sequence & disabledFlag) !== 0) continue
    const span = sequence & mask
    // Mempool transactions count as mined in the next block.
    const height = spentCoins[index]?.height ?? tip.height + 1
    if ((sequence & secondsFlag) === 0) {
      if (height + span > tip.height + 1) return false
    } else if ((await getMedianTimeAt(Math.max(height - 1, 0))) + span * granularity > tip.medianTime)
      return false
  }
  return true
}
