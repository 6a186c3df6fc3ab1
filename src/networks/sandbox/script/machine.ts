import type { Transaction, TransactionOutput } from '../../../coins/coin.ts'
import { fail, UnsupportedScriptError } from './errors.ts'
import type { ScriptFlags } from './flags.ts'
import { decodeNumber, encodeNumber } from './numbers.ts'

/** A script's view of the transaction it belongs to. */
export interface Checker {
  /** `signature` ends with its hash type. */
  verifyEcdsa(
    signature: Uint8Array,
    publicKey: Uint8Array,
    script: { readonly code: Uint8Array; readonly version: ScriptVersion },
  ): Promise<boolean>
  /** @throws {ScriptError} the signature is invalid */
  verifySchnorr(signature: Uint8Array, publicKey: Uint8Array, leaf: Leaf | null): Promise<void>
  /** The input that the script belongs to, and the outputs that all inputs spend. */
  readonly spending: {
    readonly index: number
    readonly transaction: Transaction
    readonly spentOutputs: readonly TransactionOutput[]
  }
  isLockTimeReached(lockTime: bigint): boolean
  isSequenceReached(sequence: bigint): boolean
}

/** Original scripts and P2SH, witness scripts (BIP141), or tapscripts (BIP342). */
export type ScriptVersion = 'base' | 'v0' | 'tapscript'

/** The tapscript that a signature is for, and the last OP_CODESEPARATOR executed before it. */
export interface Leaf {
  readonly hash: Uint8Array
  readonly separator: number
}

export interface ScriptContext {
  readonly flags: ScriptFlags
  readonly version: ScriptVersion
  readonly checker: Checker
  /** For tapscripts: the leaf hash, and the weight left for signatures. */
  readonly tapscript?: { readonly leafHash: Uint8Array; remainingWeight: number }
}

/** The state of a running script. */
export interface Machine {
  readonly context: ScriptContext
  readonly script: Uint8Array
  readonly stack: Uint8Array[]
  readonly altStack: Uint8Array[]
  /** One entry per open OP_IF: whether the branch is executed. */
  readonly conditions: boolean[]
  /** Number of opcodes that count towards the limit. */
  operations: number
  /** Start of the part that signatures cover. */
  codeStart: number
  /** The step of the last OP_CODESEPARATOR. */
  separator: number
}

export type OpcodeHandler = (machine: Machine) => void | Promise<void>

/** MAX_OPS_PER_SCRIPT, MAX_STACK_SIZE, MAX_SCRIPT_ELEMENT_SIZE, MAX_SCRIPT_SIZE. */
export const maxOperations = 201
export const maxStackSize = 1_000
export const maxElementBytes = 520
export const maxScriptBytes = 10_000
/**
 * Bitcoin Cash allows elements and numbers of up to 10 000 bytes since May 2025, and limits the cost of a script. Neither is implemented
 * here.
 */
const maxCashElementBytes = 10_000

export const noSeparator = 0xffff_ffff

const defaultNumberBytes = 4

export const isCash = ({ context }: Machine): boolean => context.flags.has('CASH')

export function checkElementSize(length: number, flags: ScriptFlags): void {
  if (length <= maxElementBytes) return
  if (!flags.has('CASH') || length > maxCashElementBytes) fail('PUSH_SIZE')
  throw new UnsupportedScriptError('a Bitcoin Cash stack element over 520 bytes')
}

export function pop({ stack }: Machine): Uint8Array {
  return stack.pop() ?? fail('INVALID_STACK_OPERATION')
}

export function popNumber(machine: Machine, maxBytes = defaultNumberBytes): bigint {
  const { flags } = machine.context
  const limit = flags.has('CASH') ? maxElementBytes : maxBytes
  return decodeNumber(pop(machine), limit, flags.has('MINIMALDATA'))
}

/** For counts and positions. Larger values are clamped, because they are out of every range anyway. */
export function popIndex(machine: Machine): number {
  const value = popNumber(machine)
  if (value > 0x7fff_ffffn) return 0x7fff_ffff
  return value < -0x7fff_ffffn ? -0x7fff_ffff : Number(value)
}

/** The element at that depth; 0 is the top. */
export function peek({ stack }: Machine, depth = 0): Uint8Array {
  return stack[stack.length - 1 - depth] ?? fail('INVALID_STACK_OPERATION')
}

export function requireStackSize({ stack }: Machine, count: number): void {
  if (stack.length < count) fail('INVALID_STACK_OPERATION')
}

export function push(machine: Machine, ...items: readonly Uint8Array[]): void {
  for (const item of items) {
    checkElementSize(item.length, machine.context.flags)
    machine.stack.push(item)
  }
}

export const pushNumber = (machine: Machine, value: bigint): void => push(machine, encodeNumber(value))

export const pushBoolean = (machine: Machine, value: boolean): void =>
  push(machine, value ? Uint8Array.of(1) : new Uint8Array())
