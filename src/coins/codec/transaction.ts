import { fromHex } from '../../kernel/hex.ts'
import { toBaseUnits } from '../../kernel/money.ts'
import { runToEnd, type Steps } from '../../kernel/steps.ts'
import type { CoinParams, Transaction, TransactionInput, TransactionOutput } from '../coin.ts'
import { doubleSha256, toUint8Array } from './hash.ts'
import { readMweb } from './mweb.ts'
import { type ByteReader, createByteReader, throwUnparseable } from './reader.ts'
import { createByteWriter } from './writer.ts'

/** The fields of a transaction without derived values: enough to serialise and to sign. */
export type TransactionBody = Pick<
  Transaction,
  'version' | 'inputs' | 'outputs' | 'lockTime' | 'payload' | 'mweb'
>

/** An outpoint and a sequence with an empty script; an amount with an empty script. */
const minInputBytes = 41
const minOutputBytes = 9

/** Extensions announced by the byte after the segwit marker (BIP144, LIP 3). */
const flag = { witness: 1, mweb: 8 } as const

/** Inputs, outputs or witness items that are read in a millisecond or two. */
const itemsPerStep = 1_000

/** Lock times below this are heights; others are seconds since 1970 (LOCKTIME_THRESHOLD). */
export const lockTimeThreshold = 500_000_000

/** The sequence of an input that disables the lock time and relative lock time, and does not signal replacement. */
export const finalSequence = 0xffff_ffff

const noWitness: readonly Uint8Array[] = []
const nullTxid = '0'.repeat(64)

/**
 * Parses a serialised transaction as a coin's nodes do. Rejects transactions that no node would accept from a payer, whatever the state of
 * the chain.
 * @throws {ApiError} `tx_unparseable`, with the reason
 */
export function parseTransaction(hex: string, params: SerialisationParams): Transaction {
  const bytes = fromHex(hex)
  if (bytes.length * 2 !== hex.length) throwUnparseable('it is not hexadecimal')
  return runToEnd(parseTransactionInSteps(bytes, params))
}

type SerialisationParams = Pick<CoinParams, 'serialisation' | 'maxMoney'>

/** Like `parseTransaction`, but takes bytes and works in steps, because they may be a megabyte of inputs. */
export function* parseTransactionInSteps(
  bytes: Uint8Array,
  { serialisation, maxMoney }: SerialisationParams,
): Steps<Transaction> {
  const reader = createByteReader(bytes)

  const version = reader.readUint32()
  const flags = readFlags(reader, bytes, serialisation)
  const bodyStart = reader.getPosition()
  const plainInputs = yield* readInputs(reader)
  const outputs = yield* readOutputs(reader, maxMoney)
  const bodyEnd = reader.getPosition()
  const inputs = flags & flag.witness ? yield* readWitnesses(reader, plainInputs) : plainInputs
  const mweb = flags & flag.mweb ? yield* readMweb(reader, bytes) : null
  if (mweb && mweb.fee > maxMoney) throwUnparseable('its amounts exceed the maximum supply')
  const lockTime = reader.readUint32()
  const payload = serialisation === 'payload' && isSpecial(version) ? reader.readVarBytes() : null
  if (reader.countRemaining() > 0) throwUnparseable('it has trailing data')

  const size = bytes.length
  // The serialisation without extensions. The id is its hash, and its bytes count four times in the weight (BIP141).
  const stripped = flags
    ? Buffer.concat([bytes.subarray(0, 4), bytes.subarray(bodyStart, bodyEnd), bytes.subarray(size - 4)])
    : bytes
  const witnessBytes = flags & flag.witness ? size - stripped.length - (mweb?.bytes.length ?? 0) : 0
  const weight = 4 * stripped.length + witnessBytes + (mweb?.weight ?? 0)
  return {
    id: toReversedHex(doubleSha256(stripped)),
    version,
    lockTime,
    size,
    virtualSize: Math.ceil(weight / 4),
    inputs,
    outputs,
    ...(payload && { payload }),
    ...(mweb && { mweb: mweb.bytes, mwebFee: toBaseUnits(mweb.fee) }),
  }
}

/** Serialises with witnesses where there are any, and with payload and MimbleWimble part where they are given. */
export function serialise(transaction: TransactionBody): Uint8Array {
  const { inputs, mweb } = transaction
  const hasWitness = inputs.some(({ witness }) => witness.length > 0)
  const flags = (hasWitness ? flag.witness : 0) | (mweb ? flag.mweb : 0)
  return write(transaction, flags)
}

/** The id of a transaction built here: the hash of its serialisation without witnesses. */
export function computeTxid(transaction: TransactionBody): string {
  return toReversedHex(doubleSha256(write(transaction, 0)))
}

/** Hashes are shown as hex in reversed byte order. */
export function toReversedHex(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex')
}

/** The 32 bytes of a transaction's id as they appear in an outpoint. */
export function txidToBytes(txid: string): Uint8Array {
  return toUint8Array(Buffer.from(txid, 'hex').reverse())
}

/** A Dash transaction is special when its version is 3 or more and its type, the upper half, is not zero (DIP 2). */
export function isSpecial(version: number): boolean {
  return (version & 0xffff) >= 3 && version >>> 16 !== 0
}

/** To other parsers the segwit marker looks like "no inputs". Zero when the transaction begins with its inputs. */
function readFlags(
  reader: ByteReader,
  bytes: Uint8Array,
  serialisation: CoinParams['serialisation'],
): number {
  const start = reader.getPosition()
  if (bytes[start] !== 0 || serialisation === 'plain' || serialisation === 'payload') return 0
  reader.skip(1)
  const flags = reader.readByte()
  const known = serialisation === 'mweb' ? flag.witness | flag.mweb : flag.witness
  if (flags === 0) throwUnparseable('it has no inputs')
  if (flags & ~known) throwUnparseable('it has an extension that this coin does not support')
  return flags
}

function* readInputs(reader: ByteReader): Steps<readonly TransactionInput[]> {
  const count = reader.readCount(minInputBytes)
  if (count === 0) throwUnparseable('it has no inputs')
  const outpoints = new Set<string>()
  const inputs: TransactionInput[] = []
  for (let index = 0; index < count; index++) {
    const txid = toReversedHex(reader.readBytes(32))
    const vout = reader.readUint32()
    if (txid === nullTxid && vout === 0xffff_ffff) throwUnparseable('it is a coinbase')
    outpoints.add(txid + vout)
    inputs.push({
      txid,
      vout,
      script: reader.readVarBytes(),
      sequence: reader.readUint32(),
      witness: noWitness,
    })
    if (inputs.length % itemsPerStep === 0) yield
  }
  if (outpoints.size < count) throwUnparseable('it spends an output twice')
  return inputs
}

function* readOutputs(reader: ByteReader, maxMoney: bigint): Steps<readonly TransactionOutput[]> {
  const count = reader.readCount(minOutputBytes)
  if (count === 0) throwUnparseable('it has no outputs')
  const outputs: TransactionOutput[] = []
  let sum = 0n
  for (let index = 0; index < count; index++) {
    const amount = reader.readUint64()
    sum += amount
    if (sum > maxMoney) throwUnparseable('its amounts exceed the maximum supply')
    outputs.push({ amount: toBaseUnits(amount), script: reader.readVarBytes() })
    if (outputs.length % itemsPerStep === 0) yield
  }
  return outputs
}

function* readWitnesses(
  reader: ByteReader,
  inputs: readonly TransactionInput[],
): Steps<readonly TransactionInput[]> {
  let items = 0
  let steps = 0
  const withWitnesses: TransactionInput[] = []
  for (const input of inputs) {
    const witness: Uint8Array[] = []
    for (let remaining = reader.readCount(1); remaining > 0; remaining--) {
      witness.push(reader.readVarBytes())
      if (++steps % itemsPerStep === 0) yield
    }
    items += witness.length
    withWitnesses.push(witness.length === 0 ? input : { ...input, witness })
    if (++steps % itemsPerStep === 0) yield
  }
  // Nodes reject it, because the same transaction has a shorter form ("Superfluous witness record").
  if (items === 0) throwUnparseable('it flags witness data but has none')
  return withWitnesses
}

function write(
  { version, inputs, outputs, lockTime, payload, mweb }: TransactionBody,
  flags: number,
): Uint8Array {
  const writer = createByteWriter().writeUint32(version)
  if (flags) writer.writeByte(0).writeByte(flags)
  writer.writeCompactSize(inputs.length)
  for (const { txid, vout, script, sequence } of inputs) {
    writer.writeBytes(txidToBytes(txid)).writeUint32(vout).writeVarBytes(script).writeUint32(sequence)
  }
  writer.writeCompactSize(outputs.length)
  for (const { amount, script } of outputs) writer.writeUint64(amount).writeVarBytes(script)
  if (flags & flag.witness) {
    for (const { witness } of inputs) {
      writer.writeCompactSize(witness.length)
      for (const item of witness) writer.writeVarBytes(item)
    }
  }
  if (mweb && flags & flag.mweb) writer.writeBytes(mweb)
  writer.writeUint32(lockTime)
  if (payload) writer.writeVarBytes(payload)
  return writer.finish()
}
