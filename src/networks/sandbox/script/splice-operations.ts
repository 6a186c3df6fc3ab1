import { fail } from './errors.ts'
import {
  checkElementSize,
  isCash,
  type Machine,
  maxElementBytes,
  type OpcodeHandler,
  pop,
  popIndex,
  push,
  pushNumber,
  requireStackSize,
} from './machine.ts'
import { decodeNumber, encodeNumber } from './numbers.ts'
import { op } from './opcodes.ts'

const createBitwise =
  (combine: (a: number, b: number) => number): OpcodeHandler =>
  (machine) => {
    requireStackSize(machine, 2)
    const [b, a] = [pop(machine), pop(machine)]
    if (a.length !== b.length) fail('INVALID_OPERAND_SIZE')
    push(
      machine,
      a.map((byte, index) => combine(byte, b[index] ?? 0)),
    )
  }

/** String opcodes of Bitcoin Cash. They are disabled elsewhere. */
export const spliceOperations = new Map<number, OpcodeHandler>([
  [op.cat, concatenate],
  [op.split, split],
  [op.num2bin, toBinary],
  [op.bin2num, (machine) => pushNumber(machine, decodeNumber(pop(machine), maxElementBytes, false))],
  [op.and, createBitwise((a, b) => a & b)],
  [op.or, createBitwise((a, b) => a | b)],
  [op.xor, createBitwise((a, b) => a ^ b)],
  [op.reverseBytes, reverse],
])

function reverse(machine: Machine): void {
  if (!isCash(machine)) fail('BAD_OPCODE')
  push(machine, Uint8Array.from(pop(machine)).reverse())
}

function concatenate(machine: Machine): void {
  requireStackSize(machine, 2)
  const [b, a] = [pop(machine), pop(machine)]
  push(machine, Uint8Array.of(...a, ...b))
}

function split(machine: Machine): void {
  requireStackSize(machine, 2)
  const [position, bytes] = [popIndex(machine), pop(machine)]
  if (position < 0 || position > bytes.length) fail('SPLIT_RANGE')
  push(machine, bytes.slice(0, position), bytes.slice(position))
}

/** Pads the number with zeros before the sign to exactly that many bytes. */
function toBinary(machine: Machine): void {
  requireStackSize(machine, 2)
  const length = popIndex(machine)
  if (length < 0) fail('PUSH_SIZE')
  checkElementSize(length, machine.context.flags)
  const encoded = encodeNumber(decodeNumber(pop(machine), maxElementBytes, false))
  if (encoded.length > length) fail('IMPOSSIBLE_ENCODING')
  const last = encoded.length - 1
  const sign = (encoded[last] ?? 0) & 0x80
  const bytes = new Uint8Array(length)
  bytes.set(encoded)
  if (sign && encoded.length < length) {
    bytes[last] = (encoded[last] ?? 0) & 0x7f
    bytes[length - 1] = sign
  }
  push(machine, bytes)
}
