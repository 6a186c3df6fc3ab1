import { doubleSha256 } from '../../coins/codec/hash.ts'
import { readMweb } from '../../coins/codec/mweb.ts'
import { type ByteReader, createByteReader } from '../../coins/codec/reader.ts'
import { isSpecial, reversedHex } from '../../coins/codec/transaction.ts'
import type { CoinFacts, Outpoint, TransactionOutput } from '../../coins/coin.ts'
import { baseUnits } from '../../kernel/money.ts'
import type { Steps } from '../../kernel/steps.ts'
import type { LocatedOutput, TransactionSpends } from '../network.ts'

/** The format of a chain's serialised blocks. */
export interface BlockForm {
  readonly serialisation: CoinFacts['serialisation']
  /** Whether a block's proof of work may come from another chain. */
  readonly mergeMined: boolean
}

const headerBytes = 80

/** Read per step: takes a few milliseconds. */
const stepBytes = 256 * 1024

/** The version bit for merge mining: the proof of work is the parent chain's, and follows the header. */
const proofFollows = 0x100

/** Minimum size of an input (outpoint, length, sequence), an output (amount, length) and a transaction around them. */
const minInputBytes = 41
const minOutputBytes = 9
const minTransactionBytes = 10 + minInputBytes + minOutputBytes

/** Extensions announced by the flag byte after the segwit marker (BIP144, LIP 3). */
const flag = { witness: 1, mweb: 8 } as const

const nullTxid = '0'.repeat(64)

/**
 * The outpoints spent by the transactions of a serialised block, without coinbase inputs.
 * @throws {ApiError} `tx_unparseable`: the bytes aren't a block
 */
export function readSpends(bytes: Uint8Array, form: BlockForm): Steps<TransactionSpends[]> {
  return readBlock(bytes, form, (transaction) => ({
    txid: transaction.id(),
    inputs: transaction.inputs.filter(({ txid }) => txid !== nullTxid),
  }))
}

/**
 * The outputs of a serialised block whose script, in hex, is one of these.
 * @throws {ApiError} `tx_unparseable`: the bytes aren't a block
 */
export function* findOutputs(
  bytes: Uint8Array,
  form: BlockForm,
  scripts: ReadonlySet<string>,
): Steps<LocatedOutput[]> {
  const found = yield* readBlock(bytes, form, ({ id, outputs }) =>
    outputs.flatMap((output, vout) =>
      scripts.has(Buffer.from(output.script).toString('hex')) ? [{ txid: id(), vout, ...output }] : [],
    ),
  )
  return found.flat()
}

interface BlockTransaction {
  /** Computed on demand. */
  readonly id: () => string
  readonly inputs: readonly Outpoint[]
  readonly outputs: readonly TransactionOutput[]
}

/** Reads the transactions sequentially; `pick` selects what to keep of each. */
function* readBlock<Picked>(
  bytes: Uint8Array,
  { serialisation, mergeMined }: BlockForm,
  pick: (transaction: BlockTransaction) => Picked,
): Steps<Picked[]> {
  const block = createByteReader(bytes)
  const version = block.uint32()
  block.skip(headerBytes - 4)
  if (mergeMined && version & proofFollows) skipProof(block, bytes)
  const picked: Picked[] = []
  let stepEnd = stepBytes
  for (let count = block.count(minTransactionBytes); count > 0; count--) {
    picked.push(pick(readTransaction(block, bytes, serialisation)))
    if (block.position() < stepEnd) continue
    stepEnd = block.position() + stepBytes
    yield
  }
  return picked
}

/** CAuxPow (src/auxpow.h): the parent's coinbase transaction, its block hash and branch; our branch; the parent's header. */
function skipProof(block: ByteReader, bytes: Uint8Array): void {
  readTransaction(block, bytes, 'witness')
  block.skip(32)
  skipBranch(block)
  skipBranch(block)
  block.skip(headerBytes)
}

/** Hashes, then the leaf index. */
function skipBranch(block: ByteReader): void {
  block.skip(32 * block.count(32) + 4)
}

/** A transaction of any form that a block contains, including coinbases. An empty input list means that flags follow (BIP144). */
function readTransaction(
  block: ByteReader,
  bytes: Uint8Array,
  serialisation: CoinFacts['serialisation'],
): BlockTransaction {
  const start = block.position()
  const version = block.uint32()
  let bodyStart = block.position()
  let inputs = readInputs(block)
  let flags = 0
  if (inputs.length === 0) {
    flags = block.byte()
    bodyStart = block.position()
    inputs = readInputs(block)
  }
  const outputs = readOutputs(block)
  const bodyEnd = block.position()
  if (flags & flag.witness)
    for (const _ of inputs) for (let items = block.count(1); items > 0; items--) block.string()
  if (flags & flag.mweb) readMweb(block, bytes)
  const lockTime = block.position()
  block.skip(4)
  if (serialisation === 'payload' && isSpecial(version)) block.string()
  const end = block.position()
  const parts = flags
    ? [bytes.subarray(start, start + 4), bytes.subarray(bodyStart, bodyEnd), bytes.subarray(lockTime, end)]
    : [bytes.subarray(start, end)]
  return { id: () => reversedHex(doubleSha256(Buffer.concat(parts))), inputs, outputs }
}

function readInputs(block: ByteReader): Outpoint[] {
  return Array.from({ length: block.count(minInputBytes) }, () => {
    const txid = reversedHex(block.take(32))
    const vout = block.uint32()
    block.string()
    block.skip(4)
    return { txid, vout }
  })
}

function readOutputs(block: ByteReader): TransactionOutput[] {
  return Array.from({ length: block.count(minOutputBytes) }, () => ({
    amount: baseUnits(block.uint64()),
    script: block.string(),
  }))
}
