import assert from 'node:assert/strict'
import type { CoinParams } from '../coin.ts'
import type { WitnessProgram } from './segwit.ts'

const op = {
  pushData1: 0x4c,
  pushData2: 0x4d,
  pushData4: 0x4e,
  one: 0x51,
  sixteen: 0x60,
  return: 0x6a,
  dup: 0x76,
  equal: 0x87,
  equalVerify: 0x88,
  hash160: 0xa9,
  hash256: 0xaa,
  checkSig: 0xac,
} as const

/** The form of a standard output script, and the hash or key in it. `p2sh32` is that of Bitcoin Cash (2023). */
export interface StandardScript {
  readonly kind: 'p2pkh' | 'p2sh' | 'p2sh32' | 'p2wpkh' | 'p2wsh' | 'p2tr'
  readonly hash: Uint8Array
}

/** Pays a key: HASH160 of the public key, 20 bytes. */
export function createP2pkhScript(hash: Uint8Array): Uint8Array {
  assert(hash.length === 20)
  return Uint8Array.of(op.dup, op.hash160, 20, ...hash, op.equalVerify, op.checkSig)
}

/** Pays a script: its HASH160 in 20 bytes (BIP16), or its HASH256 in 32 (Bitcoin Cash). */
export function createP2shScript(hash: Uint8Array): Uint8Array {
  assert(hash.length === 20 || hash.length === 32)
  return Uint8Array.of(hash.length === 20 ? op.hash160 : op.hash256, hash.length, ...hash, op.equal)
}

/** A witness program (BIP141): version 0 with 20 bytes is P2WPKH, with 32 P2WSH; version 1 with 32 is P2TR. */
export function createWitnessProgramScript({ version, program }: WitnessProgram): Uint8Array {
  return Uint8Array.of(version === 0 ? 0 : op.one + version - 1, program.length, ...program)
}

export const createP2wpkhScript = (hash: Uint8Array): Uint8Array =>
  createWitnessProgramScript({ version: 0, program: hash })
export const createP2wshScript = (hash: Uint8Array): Uint8Array =>
  createWitnessProgramScript({ version: 0, program: hash })
export const createP2trScript = (key: Uint8Array): Uint8Array =>
  createWitnessProgramScript({ version: 1, program: key })

/** Recognises the standard forms; null for any other script. */
export function readScript(script: Uint8Array): StandardScript | null {
  const { length } = script
  const [first, second, third] = script
  const last = script[length - 1]
  if (length === 25 && first === op.dup && second === op.hash160 && third === 20) {
    return script[23] === op.equalVerify && last === op.checkSig
      ? { kind: 'p2pkh', hash: script.slice(3, 23) }
      : null
  }
  if (length === 23 && first === op.hash160 && second === 20 && last === op.equal) {
    return { kind: 'p2sh', hash: script.slice(2, 22) }
  }
  if (length === 35 && first === op.hash256 && second === 32 && last === op.equal) {
    return { kind: 'p2sh32', hash: script.slice(2, 34) }
  }
  if (length === 22 && first === 0 && second === 20) return { kind: 'p2wpkh', hash: script.slice(2) }
  if (length === 34 && second === 32 && first === 0) return { kind: 'p2wsh', hash: script.slice(2) }
  if (length === 34 && second === 32 && first === op.one) return { kind: 'p2tr', hash: script.slice(2) }
  return null
}

/** Whether it is a witness program of any version (BIP141). */
export function isWitnessProgram(script: Uint8Array): boolean {
  const [version = -1, length] = script
  const isKnownVersion = version === 0 || (version >= op.one && version <= op.sixteen)
  return isKnownVersion && script.length >= 4 && script.length <= 42 && length === script.length - 2
}

/** A script that pushes the items in order, each with its shortest push opcode (one byte of data too: never OP_1 to OP_16). */
export function writePushes(...items: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(items.flatMap((item) => [...encodePushPrefix(item.length), ...item]))
}

/** An output that carries data and can never be spent: OP_RETURN and one push. */
export function createDataScript(data: Uint8Array): Uint8Array {
  return Uint8Array.of(op.return, ...writePushes(data))
}

/** Whether a script carries data, so that its output can never be spent. */
export const isDataScript = (script: Uint8Array): boolean => script[0] === op.return

function encodePushPrefix(length: number): number[] {
  if (length < op.pushData1) return [length]
  if (length <= 0xff) return [op.pushData1, length]
  assert(length <= 0xffff, 'the data is too long for one push')
  return [op.pushData2, length & 0xff, length >> 8]
}

/** One operation of a script: an opcode, and its data when it is a push. */
export interface ParsedOperation {
  readonly opcode: number
  readonly data?: Uint8Array
  /** Offset in the script. */
  readonly offset: number
}

/** The operations of a script, up to the end or to a push that runs past it (then `isComplete` is false). */
export function readOperations(script: Uint8Array): {
  operations: readonly ParsedOperation[]
  isComplete: boolean
} {
  const operations: ParsedOperation[] = []
  let offset = 0
  while (offset < script.length) {
    const opcode = script[offset] ?? 0
    const width = opcode < op.pushData1 || opcode > op.pushData4 ? 0 : 1 << (opcode - op.pushData1)
    const start = offset + 1 + width
    if (start > script.length) return { operations, isComplete: false }
    const length =
      opcode < op.pushData1
        ? opcode
        : width === 0
          ? null
          : readLittleEndian(script.subarray(offset + 1, start))
    if (length === null) {
      operations.push({ opcode, offset })
      offset = start
    } else {
      if (start + length > script.length) return { operations, isComplete: false }
      operations.push({ opcode, offset, data: script.subarray(start, start + length) })
      offset = start + length
    }
  }
  return { operations, isComplete: true }
}

/** The data that a script pushes, when it contains nothing but pushes (as a P2PKH or P2SH input does); null otherwise. */
export function readPushes(script: Uint8Array): readonly Uint8Array[] | null {
  const { operations, isComplete } = readOperations(script)
  const items = operations.flatMap(({ data }) => (data ? [data] : []))
  return isComplete && items.length === operations.length ? items : null
}

function readLittleEndian(bytes: Uint8Array): number {
  return bytes.reduceRight((value, byte) => value * 256 + byte, 0)
}

/**
 * The smallest output to `script` that nodes relay, in base units. By fee rate: the cost to create and spend it, counted by Bitcoin Core as
 * 148 bytes, or 67 with a witness (`GetDustThreshold`).
 */
export function computeDustLimit(script: Uint8Array, rule: CoinParams['dustRule']): bigint {
  if (isDataScript(script)) return 0n
  if ('amount' in rule) return rule.amount
  const lengthPrefix = script.length < 0xfd ? 1 : 3
  const bytes = 8 + lengthPrefix + script.length + (isWitnessProgram(script) ? 67 : 148)
  return (rule.feeRate * BigInt(bytes)) / 1000n
}
