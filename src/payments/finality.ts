import type { Coin, Transaction } from '../coins/coin.ts'

/** Lock times below this are heights; others are seconds since 1970 (Bitcoin's LOCKTIME_THRESHOLD). */
const firstTimeLock = 500_000_000
const finalSequence = 0xffff_ffff

/** Whether its lock time is a time, not a height, and counts. */
export const isLockedUntilTime = (transaction: Transaction): boolean =>
  transaction.lockTime >= firstTimeLock && !ignoresLockTime(transaction)

const ignoresLockTime = ({ inputs }: Transaction): boolean =>
  inputs.every(({ sequence }) => sequence === finalSequence)

/** Whether it can be in the next block. `medianTime`: the tip's median time past, in seconds (BIP113). */
export function isFinal(
  transaction: Transaction,
  { tipHeight, medianTime }: { readonly tipHeight: number; readonly medianTime: number },
): boolean {
  const { lockTime } = transaction
  if (ignoresLockTime(transaction)) return true
  return lockTime < firstTimeLock ? lockTime <= tipHeight : lockTime < medianTime
}

/** An input with a lower sequence signals replacement (BIP125). Where nodes replace any transaction, every input counts as signalling. */
const firstUnreplaceable = 0xffff_fffe

export function signalsReplacement({ replacement }: Coin, { inputs }: Transaction): boolean {
  if (replacement === 'full') return true
  return replacement === 'signalled' && inputs.some(({ sequence }) => sequence < firstUnreplaceable)
}
