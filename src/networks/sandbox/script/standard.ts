import { isWitnessProgram, readScript } from '../../../coins/codec/script.ts'
import type { Transaction, TransactionInput, TransactionOutput } from '../../../coins/coin.ts'
import { countSigops, readRedeemScript } from './sigops.ts'

/** MAX_P2SH_SIGOPS */
const maxRedeemSigops = 15
/** MAX_STANDARD_P2WSH_…, and MAX_STANDARD_TAPSCRIPT_STACK_ITEM_SIZE. */
const maxWitnessScriptBytes = 3_600
const maxWitnessItems = 100
const maxWitnessItemBytes = 80
/** BIP341. */
const annexTag = 0x50
const tapscriptLeaf = 0xc0

/** Whether the P2SH inputs have redeem scripts that are cheap to run (`AreInputsStandard`). */
export function hasStandardRedeemScripts(
  { inputs }: Transaction,
  spentOutputs: readonly Pick<TransactionOutput, 'script'>[],
): boolean {
  return inputs.every((input, index) => {
    const output = spentOutputs[index]?.script ?? new Uint8Array()
    const kind = readScript(output)?.kind
    if (kind !== 'p2sh' && kind !== 'p2sh32') return true
    const redeem = readRedeemScript(input, output)
    return redeem !== null && countSigops(redeem, true) <= maxRedeemSigops
  })
}

/** Whether the witnesses belong to witness programs and stay within the limits (`IsWitnessStandard`). */
export function hasStandardWitnesses(
  { inputs }: Transaction,
  spentOutputs: readonly Pick<TransactionOutput, 'script'>[],
): boolean {
  return inputs.every(
    (input, index) =>
      input.witness.length === 0 || isStandardWitness(input, spentOutputs[index]?.script ?? new Uint8Array()),
  )
}

function isStandardWitness(input: TransactionInput, output: Uint8Array): boolean {
  const nested = readScript(output)?.kind === 'p2sh'
  const program = nested ? readRedeemScript(input, output) : output
  if (!program || !isWitnessProgram(program)) return false
  const kind = readScript(program)?.kind
  const items = input.witness
  if (kind === 'p2wsh') {
    const isSmall =
      (items.at(-1)?.length ?? 0) <= maxWitnessScriptBytes && items.length - 1 <= maxWitnessItems
    return isSmall && items.slice(0, -1).every(({ length }) => length <= maxWitnessItemBytes)
  }
  return kind !== 'p2tr' || nested || isStandardTaproot(items)
}

function isStandardTaproot(items: readonly Uint8Array[]): boolean {
  if (items.length < 2) return true
  const control = items.at(-1)
  if (control?.[0] === annexTag || control?.[0] === undefined) return false
  const isTapscript = (control[0] & 0xfe) === tapscriptLeaf
  return !isTapscript || items.slice(0, -2).every(({ length }) => length <= maxWitnessItemBytes)
}
