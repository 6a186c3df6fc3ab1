import { doubleSha256 } from '../../coins/codec/hash.ts'
import { createByteReader } from '../../coins/codec/reader.ts'
import { writePushes } from '../../coins/codec/script.ts'
import { type TransactionBody, toReversedHex, txidToBytes } from '../../coins/codec/transaction.ts'
import { createByteWriter } from '../../coins/codec/writer.ts'
import type { Transaction, TransactionOutput } from '../../coins/coin.ts'
import { toHex } from '../../kernel/hex.ts'
import { toBaseUnits } from '../../kernel/money.ts'

/** Regtest's target: about half of all hashes are below it. */
const bits = 0x207f_ffff
/** BIP9 version bits, none set. */
const blockVersion = 0x2000_0000
const genesisPreviousHash = '0'.repeat(64)
const nullTxid = '0'.repeat(64)

interface Header {
  readonly version: number
  readonly previousHash: string
  readonly merkleRoot: string
  /** Seconds since 1970. */
  readonly time: number
  readonly bits: number
  readonly nonce: number
}

/** A header for these transactions that meets regtest's proof of work, and its hash. Both in hex. */
export function createHeader(block: {
  readonly previousHash: string | null
  readonly txids: readonly string[]
  readonly time: number
}): { readonly hash: string; readonly header: string } {
  const previousHash = block.previousHash ?? genesisPreviousHash
  const fields = {
    version: blockVersion,
    previousHash,
    merkleRoot: computeMerkleRoot(block.txids),
    time: block.time,
    bits,
  }
  for (let nonce = 0; ; nonce++) {
    const bytes = writeHeader({ ...fields, nonce })
    const hash = doubleSha256(bytes)
    // The highest byte of the target is 7f. The hash is little-endian, so its last byte is the highest.
    if ((hash[31] ?? 0) < 0x7f) return { hash: toReversedHex(hash), header: toHex(bytes) }
  }
}

function writeHeader({ version, previousHash, merkleRoot, time, bits, nonce }: Header): Uint8Array {
  const writer = createByteWriter(80)
    .writeUint32(version)
    .writeBytes(txidToBytes(previousHash))
    .writeBytes(txidToBytes(merkleRoot))
  return writer.writeUint32(time).writeUint32(bits).writeUint32(nonce).finish()
}

export function readHeader(hex: string): Header {
  const reader = createByteReader(Buffer.from(hex, 'hex'))
  const version = reader.readUint32()
  const previousHash = toReversedHex(reader.readBytes(32))
  const merkleRoot = toReversedHex(reader.readBytes(32))
  return {
    version,
    previousHash,
    merkleRoot,
    time: reader.readUint32(),
    bits: reader.readUint32(),
    nonce: reader.readUint32(),
  }
}

/** Hashes pairs level by level. If a level has an odd number of hashes, its last one is paired with itself. */
function computeMerkleRoot(txids: readonly string[]): string {
  let level = txids.map(txidToBytes)
  while (level.length > 1) {
    const parents: Uint8Array[] = []
    for (let index = 0; index < level.length; index += 2) {
      const left = level[index] ?? new Uint8Array()
      parents.push(doubleSha256(Buffer.concat([left, level[index + 1] ?? left])))
    }
    level = parents
  }
  const [root] = level
  if (!root) throw new RangeError('a block needs a coinbase')
  return toReversedHex(root)
}

/** The median of the last eleven block times, newest first (`GetMedianTimePast`). */
export function computeMedianTime(times: readonly number[]): number {
  const sorted = times.slice(0, 11).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** A block without its header: the transaction count and the transactions, in hex. */
export function serialiseTransactions(transactions: readonly { readonly hex: string }[]): string {
  const count = toHex(createByteWriter(9).writeCompactSize(transactions.length).finish())
  return count + transactions.map(({ hex }) => hex).join('')
}

/** A coinbase: its input has a null outpoint and its script starts with the height (BIP34). `extraNonce` makes it unique at that height. */
export function createCoinbase(
  height: number,
  extraNonce: number,
  outputs: readonly TransactionOutput[],
): TransactionBody {
  const script = Buffer.concat([
    encodeHeightPush(height),
    writePushes(createByteWriter(8).writeUint32(extraNonce).writeUint32(0).finish()),
  ])
  const input = { txid: nullTxid, vout: 0xffff_ffff, script, sequence: 0xffff_ffff, witness: [] }
  return { version: 1, inputs: [input], outputs, lockTime: 0 }
}

/** A script number in its shortest form: OP_1 to OP_16, or a little-endian push, padded for the sign bit. */
function encodeHeightPush(height: number): Uint8Array {
  if (height === 0) return Uint8Array.of(0)
  if (height <= 16) return Uint8Array.of(0x50 + height)
  const bytes: number[] = []
  for (let rest = height; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256)
  if ((bytes.at(-1) ?? 0) >= 0x80) bytes.push(0)
  return writePushes(Uint8Array.from(bytes))
}

/** Parses coinbases made by `createCoinbase`. The coins' own parsers accept payments only. */
export function readCoinbase(hex: string): TransactionBody {
  const reader = createByteReader(Buffer.from(hex, 'hex'))
  const version = reader.readUint32()
  reader.skip(1 + 36)
  const input = {
    txid: nullTxid,
    vout: 0xffff_ffff,
    script: reader.readVarBytes(),
    sequence: reader.readUint32(),
    witness: [],
  }
  const outputs = Array.from({ length: reader.readCount(9) }, () => ({
    amount: toBaseUnits(reader.readUint64()),
    script: reader.readVarBytes(),
  }))
  return { version, inputs: [input], outputs, lockTime: reader.readUint32() }
}

/** BIP141 weight: each witness byte counts once, every other byte four times. */
export function computeWeight({ size, inputs }: Transaction): number {
  const witnesses = inputs.map(({ witness }) => witness)
  if (witnesses.every((witness) => witness.length === 0)) return size * 4
  const bytes = witnesses.reduce((sum, witness) => sum + countWitnessBytes(witness), 2)
  return size * 4 - bytes * 3
}

const countWitnessBytes = (witness: readonly Uint8Array[]): number =>
  witness.reduce(
    (sum, { length }) => sum + countLengthBytes(length) + length,
    countLengthBytes(witness.length),
  )

const countLengthBytes = (length: number): number => (length < 0xfd ? 1 : length <= 0xffff ? 3 : 5)
