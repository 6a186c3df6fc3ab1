import { fail } from './errors.ts'
import {
  type Machine,
  type OpcodeHandler,
  peek,
  pop,
  popIndex,
  popNumber,
  push,
  pushBoolean,
  pushNumber,
  requireStackSize,
} from './machine.ts'
import { isTrue } from './numbers.ts'
import { op } from './opcodes.ts'

/** Replaces the top `count` elements. `rearrange` gets the deepest one first. */
const replaceTop =
  (count: number, rearrange: (...items: Uint8Array[]) => readonly Uint8Array[]): OpcodeHandler =>
  (machine) => {
    requireStackSize(machine, count)
    machine.stack.push(...rearrange(...machine.stack.splice(-count)))
  }

type Bytes = Uint8Array

/** Opcodes that move elements. */
export const stackOperations = new Map<number, OpcodeHandler>([
  [op.toAltStack, (machine) => void machine.altStack.push(pop(machine))],
  [op.fromAltStack, (machine) => push(machine, machine.altStack.pop() ?? fail('INVALID_ALTSTACK_OPERATION'))],
  [op.drop2, replaceTop(2, () => [])],
  [op.dup2, replaceTop(2, (a: Bytes, b: Bytes) => [a, b, a, b])],
  [op.dup3, replaceTop(3, (a: Bytes, b: Bytes, c: Bytes) => [a, b, c, a, b, c])],
  [op.over2, replaceTop(4, (a: Bytes, b: Bytes, c: Bytes, d: Bytes) => [a, b, c, d, a, b])],
  [
    op.rot2,
    replaceTop(6, (a: Bytes, b: Bytes, c: Bytes, d: Bytes, e: Bytes, f: Bytes) => [c, d, e, f, a, b]),
  ],
  [op.swap2, replaceTop(4, (a: Bytes, b: Bytes, c: Bytes, d: Bytes) => [c, d, a, b])],
  [op.ifDup, (machine) => (isTrue(peek(machine)) ? push(machine, peek(machine)) : undefined)],
  [op.depth, (machine) => pushNumber(machine, BigInt(machine.stack.length))],
  [op.drop, replaceTop(1, () => [])],
  [op.dup, replaceTop(1, (a: Bytes) => [a, a])],
  [op.nip, replaceTop(2, (_a: Bytes, b: Bytes) => [b])],
  [op.over, replaceTop(2, (a: Bytes, b: Bytes) => [a, b, a])],
  [op.pick, (machine) => push(machine, peek(machine, popDepth(machine)))],
  [op.roll, roll],
  [op.rot, replaceTop(3, (a: Bytes, b: Bytes, c: Bytes) => [b, c, a])],
  [op.swap, replaceTop(2, (a: Bytes, b: Bytes) => [b, a])],
  [op.tuck, replaceTop(2, (a: Bytes, b: Bytes) => [b, a, b])],
  [op.size, (machine) => pushNumber(machine, BigInt(peek(machine).length))],
  [op.equal, (machine) => pushBoolean(machine, isEqual(machine))],
  [op.equalVerify, (machine) => void (isEqual(machine) || fail('EQUALVERIFY'))],
])

function popDepth(machine: Machine): number {
  requireStackSize(machine, 2)
  const depth = popIndex(machine)
  return depth >= 0 && depth < machine.stack.length ? depth : fail('INVALID_STACK_OPERATION')
}

function roll(machine: Machine): void {
  const [item] = machine.stack.splice(-1 - popDepth(machine), 1)
  if (item) push(machine, item)
}

function isEqual(machine: Machine): boolean {
  requireStackSize(machine, 2)
  return Buffer.compare(pop(machine), pop(machine)) === 0
}

const createUnary =
  (compute: (value: bigint) => bigint): OpcodeHandler =>
  (machine) =>
    pushNumber(machine, compute(popNumber(machine)))

const createBinary =
  (compute: (a: bigint, b: bigint) => bigint): OpcodeHandler =>
  (machine) => {
    requireStackSize(machine, 2)
    const b = popNumber(machine)
    pushNumber(machine, compute(popNumber(machine), b))
  }

const toScriptBool = (value: boolean): bigint => (value ? 1n : 0n)
const createComparison = (predicate: (a: bigint, b: bigint) => boolean): OpcodeHandler =>
  createBinary((a, b) => toScriptBool(predicate(a, b)))
const createChoice = (isFirst: (a: bigint, b: bigint) => boolean): OpcodeHandler =>
  createBinary((a, b) => (isFirst(a, b) ? a : b))
const areEqual = (a: bigint, b: bigint): boolean => a === b

/** Arithmetic opcodes. */
export const arithmeticOperations = new Map<number, OpcodeHandler>([
  [op.add1, createUnary((value) => value + 1n)],
  [op.sub1, createUnary((value) => value - 1n)],
  [op.negate, createUnary((value) => -value)],
  [op.abs, createUnary((value) => (value < 0n ? -value : value))],
  [op.not, createUnary((value) => toScriptBool(value === 0n))],
  [op.notEqual0, createUnary((value) => toScriptBool(value !== 0n))],
  [op.add, createBinary((a, b) => a + b)],
  [op.sub, createBinary((a, b) => a - b)],
  [op.mul, createBinary((a, b) => a * b)],
  [op.div, createBinary((a, b) => (b === 0n ? fail('DIV_BY_ZERO') : a / b))],
  [op.mod, createBinary((a, b) => (b === 0n ? fail('MOD_BY_ZERO') : a % b))],
  [op.boolAnd, createComparison((a, b) => a !== 0n && b !== 0n)],
  [op.boolOr, createComparison((a, b) => a !== 0n || b !== 0n)],
  [op.numEqual, createComparison(areEqual)],
  [
    op.numEqualVerify,
    (machine) => {
      requireStackSize(machine, 2)
      if (!areEqual(popNumber(machine), popNumber(machine))) fail('NUMEQUALVERIFY')
    },
  ],
  [op.numNotEqual, createComparison((a, b) => a !== b)],
  [op.lessThan, createComparison((a, b) => a < b)],
  [op.greaterThan, createComparison((a, b) => a > b)],
  [op.lessThanOrEqual, createComparison((a, b) => a <= b)],
  [op.greaterThanOrEqual, createComparison((a, b) => a >= b)],
  [op.min, createChoice((a, b) => a < b)],
  [op.max, createChoice((a, b) => a > b)],
  [
    op.within,
    (machine) => {
      requireStackSize(machine, 3)
      const [max, min, value] = [popNumber(machine), popNumber(machine), popNumber(machine)]
      pushBoolean(machine, min <= value && value < max)
    },
  ],
])
