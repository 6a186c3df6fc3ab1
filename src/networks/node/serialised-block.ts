import { doubleSha256 } from '../../coins/codec/hash.ts'
import { readMweb } from '../../coins/codec/mweb.ts'
import { type ByteReader, createByteReader } from '../../coins/codec/reader.ts'
import { isSpecial, toReversedHex } from '../../coins/codec/transaction.ts'
import type { CoinParams, Outpoint, TransactionOutput } from '../../coins/coin.ts'
import { toHex } from '../../kernel/hex.ts'
import { toBaseUnits } from '../../kernel/money.ts'
import type { Steps } from '../../kernel/steps.ts'
import type { PayingTransaction, TransactionSpends } from '../network.ts'
import { createScriptCollector, createSetFilter, matchNone, type ScriptFilter } from './script-filter.ts'

/** The format of a chain's serialised blocks. */
export interface BlockFormat {
  readonly serialisation: CoinParams['serialisation']
  /** Whether a block's proof of work may come from another chain. */
  readonly isMergeMined: boolean
}

const headerBytes = 80

/** Bytes read per step, which takes a few milliseconds. A BSV transaction may be as large as a block, so its inputs and outputs count too. */
const stepBytes = 256 * 1024
const stepEntries = 4_096

/** The version bit for merge mining: the proof of work is the parent chain's, and follows the header. */
const auxpowVersionBit = 0x100

/** Minimum size of an input (outpoint, length, sequence), an output (amount, length) and a transaction around them. */
const minInputBytes = 41
const minOutputBytes = 9
const minTransactionBytes = 10 + minInputBytes + minOutputBytes
/** Version, two empty lists, lock time and an empty payload: see `hasFlags`. */
const minSpecialBytes = 11

/** Extensions announced by the flag byte after the segwit marker (BIP144, LIP 3). */
const flag = { witness: 1, mweb: 8 } as const

const nullTxid = '0'.repeat(64)

/**
 * The outpoints spent by the transactions of a serialised block, without coinbase inputs.
 * @throws {ApiError} `tx_unparseable`: the bytes aren't a block
 */
export function readSpends(bytes: Uint8Array, format: BlockFormat): Steps<TransactionSpends[]> {
  return readBlock(bytes, format, matchNone, ({ computeId, inputs }) => ({
    txid: computeId(),
    inputs: inputs.filter(({ txid }) => txid !== nullTxid),
  }))
}

/**
 * The output scripts of a serialised block, in hex, each once, without those too long to be an address's.
 * @throws {ApiError} `tx_unparseable`: the bytes aren't a block
 */
export function* readBlockScripts(bytes: Uint8Array, format: BlockFormat): Steps<string[]> {
  const scripts = new Set<string>()
  yield* readBlock(bytes, format, createScriptCollector(scripts), () => null)
  return [...scripts]
}

/** Like `readBlockScripts`, but for serialised transactions. */
export function* readTransactionScripts(
  transactions: readonly Uint8Array[],
  { serialisation }: BlockFormat,
): Steps<string[]> {
  const scripts = new Set<string>()
  for (const bytes of transactions) {
    yield* readTransaction(createByteReader(bytes), bytes, serialisation, createScriptCollector(scripts))
    yield
  }
  return [...scripts]
}

/**
 * The transactions of a serialised block that pay one of these scripts, given in hex.
 * @throws {ApiError} `tx_unparseable`: the bytes aren't a block
 */
export function* findPayingInBlock(
  bytes: Uint8Array,
  format: BlockFormat,
  scripts: ReadonlySet<string>,
): Steps<PayingTransaction[]> {
  const payingTransactions = yield* readBlock(bytes, format, createSetFilter(scripts), toPayingTransactions)
  return payingTransactions.flat()
}

/** Those of these serialised transactions that pay one of these scripts. */
export function* findPayingTransactions(
  transactions: readonly Uint8Array[],
  { serialisation }: BlockFormat,
  scripts: ReadonlySet<string>,
): Steps<PayingTransaction[]> {
  const payingTransactions: PayingTransaction[] = []
  for (const bytes of transactions) {
    const transaction = yield* readTransaction(
      createByteReader(bytes),
      bytes,
      serialisation,
      createSetFilter(scripts),
    )
    payingTransactions.push(...toPayingTransactions(transaction))
    yield
  }
  return payingTransactions
}

export function toPayingTransactions({
  computeId,
  computeHex,
  inputs,
  outputs,
}: BlockTransaction): PayingTransaction[] {
  if (outputs.length === 0) return []
  const matches = outputs.map(({ vout, script, amount }) => ({ vout, script: toHex(script), amount }))
  return [{ txid: computeId(), hex: computeHex(), inputs, outputs: matches }]
}

interface BlockTransaction {
  /** Computed on demand. */
  readonly computeId: () => string
  readonly computeHex: () => string
  readonly inputs: readonly Outpoint[]
  /** Only those that match the filter. */
  readonly outputs: readonly BlockOutput[]
}

interface BlockOutput extends TransactionOutput {
  readonly vout: number
}

/** Reads the transactions sequentially. `filter` selects their outputs, and `pick` the result for each. */
export function* readBlock<Picked>(
  bytes: Uint8Array,
  { serialisation, isMergeMined }: BlockFormat,
  filter: ScriptFilter,
  pick: (transaction: BlockTransaction) => Picked,
): Steps<Picked[]> {
  const block = createByteReader(bytes)
  const version = block.readUint32()
  block.skip(headerBytes - 4)
  if (isMergeMined && version & auxpowVersionBit) yield* skipAuxpow(block, bytes)
  const picked: Picked[] = []
  let stepEnd = stepBytes
  const minBytes =
    hasFlags(serialisation) || serialisation === 'plain' ? minTransactionBytes : minSpecialBytes
  for (let count = block.readCount(minBytes); count > 0; count--) {
    picked.push(pick(yield* readTransaction(block, bytes, serialisation, filter)))
    if (block.getPosition() < stepEnd) continue
    stepEnd = block.getPosition() + stepBytes
    yield
  }
  return picked
}

/** CAuxPow (src/auxpow.h): the parent's coinbase transaction, its block hash and branch; our branch; the parent's header. */
function* skipAuxpow(block: ByteReader, bytes: Uint8Array): Steps<void> {
  yield* readTransaction(block, bytes, 'witness', matchNone)
  block.skip(32)
  skipBranch(block)
  skipBranch(block)
  block.skip(headerBytes)
}

/** Hashes, then the leaf index. */
function skipBranch(block: ByteReader): void {
  block.skip(32 * block.readCount(32) + 4)
}

/** Whether an empty input list announces flags (BIP144). In DASH it does not: DASH has transactions without inputs (DIP 6, DIP 27). */
const hasFlags = (serialisation: CoinParams['serialisation']): boolean =>
  serialisation === 'witness' || serialisation === 'mweb'

/** Reads any transaction that a block can contain, including coinbases. */
function* readTransaction(
  block: ByteReader,
  bytes: Uint8Array,
  serialisation: CoinParams['serialisation'],
  filter: ScriptFilter,
): Steps<BlockTransaction> {
  const start = block.getPosition()
  const version = block.readUint32()
  let bodyStart = block.getPosition()
  let inputs = yield* readInputs(block)
  let flags = 0
  if (inputs.length === 0 && hasFlags(serialisation)) {
    flags = block.readByte()
    bodyStart = block.getPosition()
    inputs = yield* readInputs(block)
  }
  const outputs = yield* readOutputs(block, filter)
  const bodyEnd = block.getPosition()
  if (flags & flag.witness) for (const _ of inputs) yield* skipWitness(block)
  if (flags & flag.mweb) yield* readMweb(block, bytes)
  const lockTime = block.getPosition()
  block.skip(4)
  if (serialisation === 'payload' && isSpecial(version)) block.readVarBytes()
  const end = block.getPosition()
  const parts = flags
    ? [bytes.subarray(start, start + 4), bytes.subarray(bodyStart, bodyEnd), bytes.subarray(lockTime, end)]
    : [bytes.subarray(start, end)]
  return {
    computeId: () => toReversedHex(doubleSha256(Buffer.concat(parts))),
    computeHex: () => toHex(bytes.subarray(start, end)),
    inputs,
    outputs,
  }
}

function* skipWitness(block: ByteReader): Steps<void> {
  for (let remaining = block.readCount(1); remaining > 0; remaining--) {
    block.readVarBytes()
    if (remaining % stepEntries === 0) yield
  }
}

function* readInputs(block: ByteReader): Steps<Outpoint[]> {
  const inputs: Outpoint[] = []
  for (let remaining = block.readCount(minInputBytes); remaining > 0; remaining--) {
    const txid = toReversedHex(block.readBytes(32))
    const vout = block.readUint32()
    block.readVarBytes()
    block.skip(4)
    inputs.push({ txid, vout })
    if (remaining % stepEntries === 0) yield
  }
  return inputs
}

function* readOutputs(block: ByteReader, filter: ScriptFilter): Steps<BlockOutput[]> {
  const outputs: BlockOutput[] = []
  const count = block.readCount(minOutputBytes)
  for (let vout = 0; vout < count; vout++) {
    const amount = block.readUint64()
    const script = block.readVarBytes()
    if (filter(script)) outputs.push({ vout, script, amount: toBaseUnits(amount) })
    if ((vout + 1) % stepEntries === 0) yield
  }
  return outputs
}
