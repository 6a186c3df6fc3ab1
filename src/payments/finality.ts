import { finalSequence, lockTimeThreshold } from '../coins/codec/transaction.ts'
import type { Coin, Transaction } from '../coins/coin.ts'

/** Whether its lock time is a timestamp and is enforced. */
export const isLockedUntilTime = (transaction: Transaction): boolean =>
  transaction.lockTime >= lockTimeThreshold && !ignoresLockTime(transaction)

const ignoresLockTime = ({ inputs }: Transaction): boolean =>
  inputs.every(({ sequence }) => sequence === finalSequence)

/** Whether the transaction can be in the next block. `medianTime` is the tip's median time past, in seconds (BIP113). */
export function isFinal(
  transaction: Transaction,
  { tipHeight, medianTime }: { readonly tipHeight: number; readonly medianTime: number },
): boolean {
  const { lockTime } = transaction
  if (ignoresLockTime(transaction)) return true
  return lockTime < lockTimeThreshold ? lockTime <= tipHeight : lockTime < medianTime
}

/** An input with a lower sequence signals replacement (BIP125). With full RBF, every transaction is replaceable. */
const minUnreplaceableSequence = 0xffff_fffe

export function signalsReplacement({ replacement }: Coin, { inputs }: Transaction): boolean {
  if (replacement === 'full') return true
  return replacement === 'signalled' && inputs.some(({ sequence }) => sequence < minUnreplaceableSequence)
}
