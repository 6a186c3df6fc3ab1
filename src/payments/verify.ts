import type { Coin, Transaction } from '../coins/coin.ts'
import { baseUnits } from '../kernel/money.ts'
import { Refused } from '../kernel/refused.ts'
import { perByte } from '../payment-requests/request.ts'

/** Lock times below are heights, from here on seconds since 1970 (Bitcoin's LOCKTIME_THRESHOLD). */
const firstTimeLock = 500_000_000
const finalSequence = 0xffff_ffff

/** Can it be in the next block? `medianTime`, seconds, is that of the tip (BIP113); it is asked for only when it matters. */
export async function isFinal(
  { lockTime, inputs }: Transaction,
  tipHeight: number,
  medianTime: () => Promise<number>,
): Promise<boolean> {
  if (inputs.every(({ sequence }) => sequence === finalSequence)) return true
  return lockTime < firstTimeLock ? lockTime <= tipHeight : lockTime < (await medianTime())
}

/** Below this an input's sequence signals replacement (BIP125). */
const firstUnreplaceable = 0xffff_fffe

export function signalsReplacement({ replacement }: Coin, { inputs }: Transaction): boolean {
  return replacement && inputs.some(({ sequence }) => sequence < firstUnreplaceable)
}

/** A fee and what it is paid for. `forgiven`: bytes that signatures may vary by. */
export interface Weighed {
  /** Base units. */
  readonly fee: bigint
  /** Virtual bytes. */
  readonly size: number
  readonly forgiven: number
}

export const noWeight: Weighed = { fee: 0n, size: 0, forgiven: 0 }

export const together = (a: Weighed, b: Weighed): Weighed => ({
  fee: a.fee + b.fee,
  size: a.size + b.size,
  forgiven: a.forgiven + b.forgiven,
})

/**
 * The fee rate of the submission, and that of it and its unconfirmed ancestors above it, are at least what was asked.
 * `feeRate`: base units per 1 000 bytes. Comparisons multiply, they never divide. `pooled`: the network has it already.
 * @throws {Refused} `tx_fee_too_low`
 */
export function requireFee(
  feeRate: bigint,
  submission: Weighed,
  { above, pooled = false }: { readonly above: Weighed; readonly pooled?: boolean },
): void {
  for (const weighed of [submission, together(submission, above)]) {
    const { fee, size, forgiven } = weighed
    if (fee * 1_000n < feeRate * BigInt(size - forgiven)) throw feeTooLow(feeRate, weighed, { pooled })
  }
}

/** The refusal with both rates, the actual one rounded down so that they never look equal. */
export function feeTooLow(
  feeRate: bigint,
  { fee, size }: Weighed,
  { pooled = false, begun = false }: { pooled?: boolean; begun?: boolean } = {},
): Refused {
  const actual = size === 0 ? 0n : (fee * 1_000n) / BigInt(size)
  const sentence = { actual: actual.toString(), required: feeRate.toString(), pooled, begun }
  return new Refused('tx_fee_too_low', sentence).with({ required: perByte(feeRate), actual: perByte(actual) })
}

/** What all inputs hold less what all outputs hold. @throws {Refused} `tx_outputs_exceed_inputs` */
export function feeOf(transaction: Transaction, held: readonly bigint[]): bigint {
  const inputs = held.reduce((sum, amount) => sum + amount, 0n)
  const outputs = transaction.outputs.reduce((sum, { amount }) => sum + amount, 0n)
  if (outputs > inputs) throw new Refused('tx_outputs_exceed_inputs')
  return baseUnits(inputs - outputs)
}
