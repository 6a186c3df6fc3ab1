export const op = {
  pushData1: 0x4c,
  pushData4: 0x4e,
  negative1: 0x4f,
  reserved: 0x50,
  one: 0x51,
  sixteen: 0x60,
  nop: 0x61,
  if: 0x63,
  notIf: 0x64,
  else: 0x67,
  endIf: 0x68,
  verify: 0x69,
  return: 0x6a,
  toAltStack: 0x6b,
  fromAltStack: 0x6c,
  drop2: 0x6d,
  dup2: 0x6e,
  dup3: 0x6f,
  over2: 0x70,
  rot2: 0x71,
  swap2: 0x72,
  ifDup: 0x73,
  depth: 0x74,
  drop: 0x75,
  dup: 0x76,
  nip: 0x77,
  over: 0x78,
  pick: 0x79,
  roll: 0x7a,
  rot: 0x7b,
  swap: 0x7c,
  tuck: 0x7d,
  cat: 0x7e,
  split: 0x7f,
  num2bin: 0x80,
  bin2num: 0x81,
  size: 0x82,
  and: 0x84,
  or: 0x85,
  xor: 0x86,
  equal: 0x87,
  equalVerify: 0x88,
  add1: 0x8b,
  sub1: 0x8c,
  negate: 0x8f,
  abs: 0x90,
  not: 0x91,
  notEqual0: 0x92,
  add: 0x93,
  sub: 0x94,
  mul: 0x95,
  div: 0x96,
  mod: 0x97,
  boolAnd: 0x9a,
  boolOr: 0x9b,
  numEqual: 0x9c,
  numEqualVerify: 0x9d,
  numNotEqual: 0x9e,
  lessThan: 0x9f,
  greaterThan: 0xa0,
  lessThanOrEqual: 0xa1,
  greaterThanOrEqual: 0xa2,
  min: 0xa3,
  max: 0xa4,
  within: 0xa5,
  ripemd160: 0xa6,
  sha1: 0xa7,
  sha256: 0xa8,
  hash160: 0xa9,
  hash256: 0xaa,
  codeSeparator: 0xab,
  checkSig: 0xac,
  checkSigVerify: 0xad,
  checkMultiSig: 0xae,
  checkMultiSigVerify: 0xaf,
  nop1: 0xb0,
  checkLockTimeVerify: 0xb1,
  checkSequenceVerify: 0xb2,
  nop4: 0xb3,
  nop10: 0xb9,
  /** Tapscript only (BIP342). In Bitcoin Cash the same byte is OP_CHECKDATASIG. */
  checkSigAdd: 0xba,
  checkDataSig: 0xba,
  checkDataSigVerify: 0xbb,
  reverseBytes: 0xbc,
  inputIndex: 0xc0,
  activeBytecode: 0xc1,
  txVersion: 0xc2,
  txInputCount: 0xc3,
  txOutputCount: 0xc4,
  txLockTime: 0xc5,
  utxoValue: 0xc6,
  utxoBytecode: 0xc7,
  outpointTxHash: 0xc8,
  outpointIndex: 0xc9,
  inputBytecode: 0xca,
  inputSequenceNumber: 0xcb,
  outputValue: 0xcc,
  outputBytecode: 0xcd,
  utxoTokenCategory: 0xce,
  utxoTokenCommitment: 0xcf,
  utxoTokenAmount: 0xd0,
  outputTokenCategory: 0xd1,
  outputTokenCommitment: 0xd2,
  outputTokenAmount: 0xd3,
} as const

/** Disabled in every script that contains one of them, executed or not (CVE-2010-5137). */
const disabled = new Set([
  0x7e, 0x7f, 0x80, 0x81, 0x83, 0x84, 0x85, 0x86, 0x8d, 0x8e, 0x95, 0x96, 0x97, 0x98, 0x99,
])
/** The ones that Bitcoin Cash has re-enabled. */
const cashEnabled = new Set<number>([
  op.cat,
  op.split,
  op.num2bin,
  op.bin2num,
  op.and,
  op.or,
  op.xor,
  op.mul,
  op.div,
  op.mod,
])

export const isDisabled = (opcode: number, isCash: boolean): boolean =>
  disabled.has(opcode) && !(isCash && cashEnabled.has(opcode))

/** Opcodes that make a tapscript valid as soon as it contains one (BIP342). */
export function isSuccess(opcode: number): boolean {
  return (
    opcode === 0x50 ||
    opcode === 0x62 ||
    (opcode >= 0x7e && opcode <= 0x81) ||
    (opcode >= 0x83 && opcode <= 0x86) ||
    opcode === 0x89 ||
    opcode === 0x8a ||
    opcode === 0x8d ||
    opcode === 0x8e ||
    (opcode >= 0x95 && opcode <= 0x99) ||
    (opcode >= 0xbb && opcode <= 0xfe)
  )
}

/** One step of a script: an opcode, its data if it is a data push, and the position of the next step. */
export interface Instruction {
  readonly opcode: number
  readonly data: Uint8Array | null
  readonly next: number
}

/** The instruction at `offset`, or null if a push runs past the end. Scripts may be long, so they are read step by step. */
export function readInstruction(script: Uint8Array, offset: number): Instruction | null {
  const opcode = script[offset] ?? 0
  if (opcode > op.pushData4) return { opcode, data: null, next: offset + 1 }
  const width = opcode < op.pushData1 ? 0 : 1 << (opcode - op.pushData1)
  const start = offset + 1 + width
  if (start > script.length) return null
  const length = width === 0 ? opcode : Buffer.from(script.subarray(offset + 1, start)).readUIntLE(0, width)
  const next = start + length
  return next > script.length ? null : { opcode, data: script.subarray(start, next), next }
}

/** Whether the script contains only pushes (`IsPushOnly`). */
export function isPushOnly(script: Uint8Array): boolean {
  for (let offset = 0; offset < script.length; ) {
    const step = readInstruction(script, offset)
    if (!step || step.opcode > op.sixteen) return false
    offset = step.next
  }
  return true
}

/** Whether this is the shortest way to push the data (`CheckMinimalPush`). */
export function isMinimalPush({ opcode, data }: { opcode: number; data: Uint8Array }): boolean {
  const [first = 0] = data
  if (data.length === 0) return opcode === 0
  if (data.length === 1 && ((first >= 1 && first <= 16) || first === 0x81)) return false
  if (data.length < op.pushData1) return opcode === data.length
  return opcode === (data.length <= 0xff ? op.pushData1 : data.length <= 0xffff ? op.pushData1 + 1 : opcode)
}
