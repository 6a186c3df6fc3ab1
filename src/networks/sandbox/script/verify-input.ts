import { sha256 } from '../../../coins/codec/hash.ts'
import { createP2pkhScript, isWitnessProgram, readScript, writePushes } from '../../../coins/codec/script.ts'
import { fail } from './errors.ts'
import { execute } from './execute.ts'
import type { ScriptFlags } from './flags.ts'
import { type Checker, maxElementBytes, maxStackSize, type ScriptContext } from './machine.ts'
import { isTrue } from './numbers.ts'
import { isPushOnly, isSuccess, readInstruction } from './opcodes.ts'
import { computeTapleafHash, verifyTaprootCommitment } from './taproot.ts'
import { runInTimeSlice } from './time-slice.ts'

/** The unlocking data of one input, and the output script that it must satisfy. */
export interface InputScripts {
  readonly script: Uint8Array
  readonly witness: readonly Uint8Array[]
  readonly output: Uint8Array
}

interface VerifyInputOptions {
  readonly flags: ScriptFlags
  createChecker(annex: Uint8Array | null): Checker
}

/** BIP341, BIP342. */
const annexTag = 0x50
const leafMask = 0xfe
const tapscriptLeaf = 0xc0
const controlBytes = { min: 33, step: 32, max: 33 + 128 * 32 } as const
/** VALIDATION_WEIGHT_OFFSET */
const freeWeight = 50

/**
 * Verifies that the input may spend the output (`VerifyScript` of Bitcoin Core).
 * @throws {ScriptError} it may not
 * @throws {UnsupportedScriptError} only the coin's node can decide
 */
export async function verifyInput(
  { script, witness, output }: InputScripts,
  rules: VerifyInputOptions,
): Promise<void> {
  const { flags } = rules
  const context: ScriptContext = { flags, version: 'base', checker: rules.createChecker(null) }
  if (flags.has('SIGPUSHONLY') && !isPushOnly(script)) fail('SIG_PUSHONLY')
  const stack: Uint8Array[] = []
  await execute(script, stack, context)
  const pushed = [...stack]
  await execute(output, stack, context)
  if (!isTrue(stack.at(-1) ?? fail('EVAL_FALSE'))) fail('EVAL_FALSE')

  let hasProgram = flags.has('WITNESS') && isWitnessProgram(output)
  let remaining = stack
  if (hasProgram) {
    if (script.length > 0) fail('WITNESS_MALLEATED')
    await verifyProgram(output, witness, { ...rules, isNested: false })
    remaining = stack.slice(0, 1)
  } else if (flags.has('P2SH') && isScriptHash(output, flags)) {
    const redeem = pushed.at(-1) ?? new Uint8Array()
    remaining = await verifyRedeemScript({ script, redeem, pushed }, context)
    hasProgram = flags.has('WITNESS') && isWitnessProgram(redeem)
    if (hasProgram) {
      if (Buffer.compare(script, writePushes(redeem)) !== 0) fail('WITNESS_MALLEATED_P2SH')
      await verifyProgram(redeem, witness, { ...rules, isNested: true })
      remaining = remaining.slice(0, 1)
    }
  }
  if (flags.has('CLEANSTACK') && remaining.length !== 1) fail('CLEANSTACK')
  if (flags.has('WITNESS') && !hasProgram && witness.length > 0) fail('WITNESS_UNEXPECTED')
}

function isScriptHash(output: Uint8Array, flags: ScriptFlags): boolean {
  const kind = readScript(output)?.kind
  return kind === 'p2sh' || (kind === 'p2sh32' && flags.has('CASH'))
}

/** BIP16. */
async function verifyRedeemScript(
  input: {
    readonly script: Uint8Array
    readonly redeem: Uint8Array
    readonly pushed: readonly Uint8Array[]
  },
  context: ScriptContext,
): Promise<Uint8Array[]> {
  if (!isPushOnly(input.script)) fail('SIG_PUSHONLY')
  const stack = input.pushed.slice(0, -1)
  await execute(input.redeem, stack, context)
  if (!isTrue(stack.at(-1) ?? fail('EVAL_FALSE'))) fail('EVAL_FALSE')
  return stack
}

/** Verifies a witness program (BIP141, BIP341: `VerifyWitnessProgram`), which may be nested in P2SH. */
async function verifyProgram(
  script: Uint8Array,
  witness: readonly Uint8Array[],
  rules: VerifyInputOptions & { readonly isNested: boolean },
): Promise<void> {
  const { flags, isNested } = rules
  const [version, program] = [script[0], script.slice(2)]
  const createContext = (): ScriptContext => ({ flags, version: 'v0', checker: rules.createChecker(null) })
  if (version === 0 && program.length === 32) {
    const code = witness.at(-1) ?? fail('WITNESS_PROGRAM_WITNESS_EMPTY')
    if (Buffer.compare(sha256(code), program) !== 0) fail('WITNESS_PROGRAM_MISMATCH')
    return runWitnessScript(code, witness.slice(0, -1), createContext())
  }
  if (version === 0 && program.length === 20) {
    if (witness.length !== 2) fail('WITNESS_PROGRAM_MISMATCH')
    return runWitnessScript(createP2pkhScript(program), witness, createContext())
  }
  if (version === 0) fail('WITNESS_PROGRAM_WRONG_LENGTH')
  if (version === 0x51 && program.length === 32 && !isNested) {
    if (flags.has('TAPROOT')) await verifyTaproot(program, witness, rules)
    return
  }
  if (flags.has('DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM')) fail('DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM')
}

async function verifyTaproot(
  key: Uint8Array,
  witness: readonly Uint8Array[],
  rules: VerifyInputOptions,
): Promise<void> {
  if (witness.length === 0) fail('WITNESS_PROGRAM_WITNESS_EMPTY')
  const last = witness.at(-1)
  const annex = witness.length >= 2 && last?.[0] === annexTag ? last : null
  const items = annex ? witness.slice(0, -1) : witness
  const checker = rules.createChecker(annex)
  const [signature] = items
  if (items.length === 1 && signature) return checker.verifySchnorr(signature, key, null)
  const [script, path] = items.slice(-2)
  if (!script || !path) throw new RangeError('a Taproot script spend needs two witness items')
  const isWellFormed =
    path.length >= controlBytes.min && (path.length - controlBytes.min) % controlBytes.step === 0
  if (!isWellFormed || path.length > controlBytes.max) fail('TAPROOT_WRONG_CONTROL_SIZE')
  const version = (path[0] ?? 0) & leafMask
  const leaf = computeTapleafHash(version, script)
  if (!(await runInTimeSlice(() => verifyTaprootCommitment(key, path, leaf))))
    fail('WITNESS_PROGRAM_MISMATCH')
  if (version === tapscriptLeaf) {
    const tapscript = { leafHash: leaf, remainingWeight: countWitnessBytes(witness) + freeWeight }
    const context: ScriptContext = { flags: rules.flags, version: 'tapscript', checker, tapscript }
    return runWitnessScript(script, items.slice(0, -2), context)
  }
  if (rules.flags.has('DISCOURAGE_UPGRADABLE_TAPROOT_VERSION')) fail('DISCOURAGE_UPGRADABLE_TAPROOT_VERSION')
}

/** Size when serialised. */
function countWitnessBytes(witness: readonly Uint8Array[]): number {
  const countCompactSizeBytes = (count: number) => (count < 0xfd ? 1 : count <= 0xffff ? 3 : 5)
  return witness.reduce(
    (sum, { length }) => sum + countCompactSizeBytes(length) + length,
    countCompactSizeBytes(witness.length),
  )
}

async function runWitnessScript(
  script: Uint8Array,
  items: readonly Uint8Array[],
  context: ScriptContext,
): Promise<void> {
  if (context.version === 'tapscript' && hasSuccess(script)) {
    if (context.flags.has('DISCOURAGE_OP_SUCCESS')) fail('DISCOURAGE_OP_SUCCESS')
    return
  }
  if (context.version === 'tapscript' && items.length > maxStackSize) fail('STACK_SIZE')
  if (items.some(({ length }) => length > maxElementBytes)) fail('PUSH_SIZE')
  const stack = [...items]
  await execute(script, stack, context)
  if (stack.length !== 1) fail('CLEANSTACK')
  if (!isTrue(stack[0] ?? fail('EVAL_FALSE'))) fail('EVAL_FALSE')
}

/** An OP_SUCCESS makes the whole script valid, regardless of the opcodes before it, except a malformed push. */
function hasSuccess(script: Uint8Array): boolean {
  for (let offset = 0; offset < script.length; ) {
    const step = readInstruction(script, offset) ?? fail('BAD_OPCODE')
    if (isSuccess(step.opcode)) return true
    offset = step.next
  }
  return false
}
