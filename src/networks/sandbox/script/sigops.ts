import { readScript } from '../../../coins/codec/script.ts'
import type { Transaction, TransactionInput, TransactionOutput } from '../../../coins/coin.ts'
import { maxElementBytes } from './machine.ts'
import { isPushOnly, op, readInstruction } from './opcodes.ts'

/** An OP_CHECKMULTISIG with an unknown number of keys counts as the maximum. */
const maxKeys = 20
/** Signatures outside witnesses count four times (WITNESS_SCALE_FACTOR). */
const scale = 4

/**
 * The number of signature operations in a script, executed or not (`GetSigOpCount`).
 * @param isAccurate whether to use the number of keys if it is pushed directly before the opcode
 */
export function countSigops(script: Uint8Array, isAccurate: boolean): number {
  let count = 0
  let last = 0
  for (let offset = 0; offset < script.length; ) {
    const step = readInstruction(script, offset)
    if (!step) break
    const { opcode } = step
    if (opcode === op.checkSig || opcode === op.checkSigVerify) count++
    else if (opcode === op.checkMultiSig || opcode === op.checkMultiSigVerify) {
      count += isAccurate && last >= op.one && last <= op.sixteen ? last - op.one + 1 : maxKeys
    }
    last = opcode
    offset = step.next
  }
  return count
}

/** The cost of a transaction's signature operations (`GetTransactionSigOpCost`). */
export function computeSigopCost(
  { inputs, outputs }: Transaction,
  spentOutputs: readonly TransactionOutput[],
): number {
  const scripts = [...inputs, ...outputs].map(({ script }) => script)
  const legacy = scripts.reduce((sum, script) => sum + countSigops(script, false), 0)
  return inputs.reduce((all, input, index) => {
    const output = spentOutputs[index]
    return output ? all + computeInputCost(input, output.script) : all
  }, legacy * scale)
}

function computeInputCost(input: TransactionInput, output: Uint8Array): number {
  const redeem = readRedeemScript(input, output)
  if (!redeem) return computeWitnessCost(input, output)
  return scale * countSigops(redeem, true) + computeWitnessCost(input, redeem)
}

function computeWitnessCost({ witness }: TransactionInput, script: Uint8Array): number {
  const kind = readScript(script)?.kind
  if (kind === 'p2wpkh') return 1
  return kind === 'p2wsh' ? countSigops(witness.at(-1) ?? new Uint8Array(), true) : 0
}

/** The last element that a P2SH input pushes. Null for other types of output, and for inputs that push nothing or an oversized element. */
export function readRedeemScript(
  { script }: Pick<TransactionInput, 'script'>,
  output: Uint8Array,
): Uint8Array | null {
  const kind = readScript(output)?.kind
  if ((kind !== 'p2sh' && kind !== 'p2sh32') || !isPushOnly(script)) return null
  let last: Uint8Array | null = null
  for (let offset = 0; offset < script.length; ) {
    const step = readInstruction(script, offset)
    if (!step || (step.data?.length ?? 0) > maxElementBytes) return null
    last = step.data ?? Uint8Array.of(step.opcode === op.negative1 ? 0x81 : step.opcode - op.one + 1)
    offset = step.next
  }
  return last
}
