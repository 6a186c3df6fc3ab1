import { controlOperations } from './control.ts'
import { fail, UnsupportedScriptError } from './errors.ts'
import { introspectionOperations } from './introspection-operations.ts'
import {
  checkElementSize,
  type Machine,
  maxOperations,
  maxScriptBytes,
  maxStackSize,
  noSeparator,
  type OpcodeHandler,
  pushNumber,
  type ScriptContext,
} from './machine.ts'
import { type Instruction, isDisabled, isMinimalPush, op, readInstruction } from './opcodes.ts'
import { signatureOperations } from './signature-operations.ts'
import { spliceOperations } from './splice-operations.ts'
import { arithmeticOperations, stackOperations } from './stack-operations.ts'
import { yieldTimeSlice } from './time-slice.ts'

/** Steps between two time checks: a script may have hundreds of thousands. */
const stepsPerSlice = 16

const operations = new Map<number, OpcodeHandler>([
  ...controlOperations,
  ...stackOperations,
  ...arithmeticOperations,
  ...spliceOperations,
  ...signatureOperations,
  ...introspectionOperations,
])

/**
 * Runs a script on this stack (`EvalScript` of Bitcoin Core).
 * @throws {ScriptError} it fails
 * @throws {UnsupportedScriptError} it contains an opcode that only the coin's node supports
 */
export async function execute(
  script: Uint8Array,
  stack: Uint8Array[],
  context: ScriptContext,
): Promise<void> {
  const machine: Machine = {
    context,
    script,
    stack,
    altStack: [],
    conditions: [],
    operations: 0,
    codeStart: 0,
    separator: noSeparator,
  }
  if (context.version !== 'tapscript' && script.length > maxScriptBytes && !isUnlimited(context))
    fail('SCRIPT_SIZE')
  for (let offset = 0, index = 0; offset < script.length; index++) {
    if (index % stepsPerSlice === stepsPerSlice - 1) await yieldTimeSlice()
    const step = readInstruction(script, offset) ?? fail('BAD_OPCODE')
    offset = step.next
    checkStep(machine, step)
    if (step.opcode === op.codeSeparator) recordSeparator(machine, offset, index)
    else {
      // Synchronous handlers aren't awaited: an await costs more than the opcode itself.
      const pending = runInstruction(machine, step)
      if (pending !== undefined) await pending
    }
    if (stack.length + machine.altStack.length > maxStackSize && !isUnlimited(context)) fail('STACK_SIZE')
  }
  if (machine.conditions.length > 0) fail('UNBALANCED_CONDITIONAL')
}

/** BSV nodes have lifted the limits, so only the size of the transaction bounds the script. */
const isUnlimited = ({ flags }: ScriptContext): boolean => flags.has('FORKID') && !flags.has('CASH')

function checkStep(machine: Machine, { opcode, data }: Instruction): void {
  const { context } = machine
  const isCash = context.flags.has('CASH')
  if (data && !isUnlimited(context)) checkElementSize(data.length, context.flags)
  const isCounted = context.version !== 'tapscript' && opcode > op.sixteen
  if (isCounted && ++machine.operations > maxOperations && !isCash && !isUnlimited(context)) fail('OP_COUNT')
  if (isDisabled(opcode, isCash)) rejectDisabled(context)
  const isConst = context.version === 'base' && context.flags.has('CONST_SCRIPTCODE')
  if (opcode === op.codeSeparator && isConst) fail('OP_CODESEPARATOR')
}

function rejectDisabled(context: ScriptContext): never {
  if (isUnlimited(context)) throw new UnsupportedScriptError('an operation that BSV has restored')
  fail('DISABLED_OPCODE')
}

function recordSeparator(machine: Machine, next: number, index: number): void {
  if (machine.conditions.includes(false)) return
  machine.codeStart = next
  machine.separator = index
}

function runInstruction(machine: Machine, { opcode, data }: Instruction): void | Promise<void> {
  const { flags } = machine.context
  const isExecuted = !machine.conditions.includes(false)
  if (!isExecuted && (opcode < op.if || opcode > op.endIf)) return
  if (data) {
    if (flags.has('MINIMALDATA') && !isMinimalPush({ opcode, data })) fail('MINIMALDATA')
    machine.stack.push(data)
    return
  }
  const isNumber = opcode === op.negative1 || (opcode >= op.one && opcode <= op.sixteen)
  if (isNumber) return pushNumber(machine, BigInt(opcode - op.one + 1))
  const operation = operations.get(opcode) ?? fail('BAD_OPCODE')
  return operation(machine)
}
