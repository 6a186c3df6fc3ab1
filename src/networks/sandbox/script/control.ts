import { fail, UnsupportedScriptError } from './errors.ts'
import { type Machine, type OpcodeHandler, peek, pop } from './machine.ts'
import { decodeNumber, isTrue } from './numbers.ts'
import { op } from './opcodes.ts'

/** Numbers compared with lock times may be one byte longer than others. */
const lockTimeBytes = 5
/** SEQUENCE_LOCKTIME_DISABLE_FLAG */
const disabledSequence = 1n << 31n

/** Branches, locks and NOPs. OP_IF to OP_ENDIF are also processed in branches that aren't executed. */
export const controlOperations = new Map<number, OpcodeHandler>([
  [op.nop, () => {}],
  [op.if, (machine) => startBranch(machine, true)],
  [op.notIf, (machine) => startBranch(machine, false)],
  [op.else, flipCondition],
  [op.endIf, ({ conditions }) => void (conditions.pop() ?? fail('UNBALANCED_CONDITIONAL'))],
  [op.verify, (machine) => void (isTrue(pop(machine)) || fail('VERIFY'))],
  [op.return, () => fail('OP_RETURN')],
  [op.checkLockTimeVerify, checkLockTime],
  [op.checkSequenceVerify, checkSequence],
  ...[op.nop1, ...listRange(op.nop4, op.nop10)].map((code): [number, OpcodeHandler] => [
    code,
    checkReservedNop,
  ]),
  // Bitcoin Cash Node may have assigned these a meaning since version 28.
  ...[0x89, 0x8a, ...listRange(0xbd, 0xbf), ...listRange(0xd4, 0xda)].map((code): [number, OpcodeHandler] => [
    code,
    rejectUnsupported,
  ]),
])

function listRange(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function startBranch(machine: Machine, expected: boolean): void {
  const { conditions, context } = machine
  if (conditions.includes(false)) {
    conditions.push(false)
    return
  }
  if (machine.stack.length === 0) fail('UNBALANCED_CONDITIONAL')
  const item = pop(machine)
  const isMinimal = item.length === 0 || (item.length === 1 && item[0] === 1)
  if (!isMinimal && context.version === 'tapscript') fail('TAPSCRIPT_MINIMALIF')
  if (!isMinimal && context.version === 'v0' && context.flags.has('MINIMALIF')) fail('MINIMALIF')
  conditions.push(isTrue(item) === expected)
}

function flipCondition({ conditions }: Machine): void {
  const last = conditions.pop() ?? fail('UNBALANCED_CONDITIONAL')
  conditions.push(!last)
}

/** BIP65. */
function checkLockTime(machine: Machine): void {
  const { flags, checker } = machine.context
  if (!flags.has('CHECKLOCKTIMEVERIFY')) return
  const lockTime = decodeNumber(peek(machine), lockTimeBytes, flags.has('MINIMALDATA'))
  if (lockTime < 0n) fail('NEGATIVE_LOCKTIME')
  if (!checker.isLockTimeReached(lockTime)) fail('UNSATISFIED_LOCKTIME')
}

/** BIP112. */
function checkSequence(machine: Machine): void {
  const { flags, checker } = machine.context
  if (!flags.has('CHECKSEQUENCEVERIFY')) return
  const sequence = decodeNumber(peek(machine), lockTimeBytes, flags.has('MINIMALDATA'))
  if (sequence < 0n) fail('NEGATIVE_LOCKTIME')
  if ((sequence & disabledSequence) !== 0n) return
  if (!checker.isSequenceReached(sequence)) fail('UNSATISFIED_LOCKTIME')
}

function checkReservedNop({ context }: Machine): void {
  if (context.flags.has('DISCOURAGE_UPGRADABLE_NOPS')) fail('DISCOURAGE_UPGRADABLE_NOPS')
}

function rejectUnsupported({ context }: Machine): void {
  if (context.flags.has('CASH')) throw new UnsupportedScriptError('an operation of Bitcoin Cash')
  fail('BAD_OPCODE')
}
