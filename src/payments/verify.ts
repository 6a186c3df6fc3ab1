import type { Coin, Transaction } from '../coins/coin.ts'

/** Lock times below this are heights; others are seconds since 1970 (Bitcoin's LOCKTIME_THRESHOLD). */
const firstTimeLock = 500_000_000
const finalSequence = 0xffff_ffff

/** Tells whether it can be in the next block. `medianTime`: the tip's median time past in seconds (BIP113), queried only when needed. */
export async function isFinal(
  { lockTime, inputs }: Transaction,
  tipHeight: number,
  medianTime: () => Promise<number>,
): Promise<boolean> {
  if (inputs.every(({ sequence }) => sequence === finalSequence)) return true
  return lockTime < firstTimeLock ? lockTime <= tipHeight : lockTime < (await medianTime())
}

/** An input with a lower sequence signals replacement (BIP125). Where nodes replace any transaction, every input counts as signalling. */
const firstUnreplaceable = 0xffff_fffe

export function signalsReplacement({ replacement }: Coin, { inputs }: Transaction): boolean {
  if (replacement === 'full') return true
  return replacement === 'signalled' && inputs.some(({ sequence }) => sequence < firstUnreplaceable)
}
