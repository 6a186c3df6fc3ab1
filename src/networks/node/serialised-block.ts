import { doubleSha256 } from '../../coins/codec/hash.ts'
import { readMweb } from '../../coins/codec/mweb.ts'
import { type Reader, reader } from '../../coins/codec/reader.ts'
import { isSpecial, reversedHex } from '../../coins/codec/transaction.ts'
import type { CoinFacts, Outpoint, Output } from '../../coins/coin.ts'
import { baseUnits } from '../../kernel/money.ts'
import type { LocatedOutput, Spending } from '../network.ts'

/** What the serialised blocks of a chain look like. */
export interface BlockForm {
  readonly serialisation: CoinFacts['serialisation']
  /** Whether a block's proof of work may be another chain's. */
  readonly mergeMined: boolean
}

const headerBytes = 80

/** The bit of a block's version that says: the proof of work is the parent chain's (merge mining), and follows the header. */
const proofFollows = 0x100

/** The least that an input (outpoint, length, sequence), an output (amount, length) and a transaction around them take. */
const leastInput = 41
const leastOutput = 9
const leastTransaction = 10 + leastInput + leastOutput

/** Extensions that the byte behind the segwit marker announces (BIP144, LIP 3). */
const flag = { witness: 1, mweb: 8 } as const

const nullTxid = '0'.repeat(64)

/**
 * What the transactions of a serialised block spend, coinbase inputs left out. For chains without segwit: DOGE, whose blocks
 * may be merge-mined.
 * @throws {Refused} `tx_unparseable`: these bytes are no block
 */
export function readSpends(bytes: Uint8Array): Spending[] {
  return readBlock(bytes, { serialisation: 'plain', mergeMined: true }, (transaction) => ({
    txid: transaction.id(),
    inputs: transaction.inputs.filter(({ txid }) => txid !== nullTxid),
  }))
}

/**
 * The outputs of a serialised block whose script, in hex, is one of these.
 * @throws {Refused} `tx_unparseable`: these bytes are no block
 */
export function findOutputs(
  bytes: Uint8Array,
  form: BlockForm,
  scripts: ReadonlySet<string>,
): LocatedOutput[] {
  return readBlock(bytes, form, ({ id, outputs }) =>
    outputs.flatMap((output, vout) =>
      scripts.has(Buffer.from(output.script).toString('hex')) ? [{ txid: id(), vout, ...output }] : [],
    ),
  ).flat()
}

interface BlockTransaction {
  /** It is computed when it is asked for. */
  readonly id: () => string
  readonly inputs: readonly Outpoint[]
  readonly outputs: readonly Output[]
}

/** Reads one transaction after the other: `pick` takes of each what is wanted. */
function readBlock<Picked>(
  bytes: Uint8Array,
  { serialisation, mergeMined }: BlockForm,
  pick: (transaction: BlockTransaction) => Picked,
): Picked[] {
  const block = reader(bytes)
  const version = block.uint32()
  block.skip(headerBytes - 4)
  if (mergeMined && version & proofFollows) skipProof(block, bytes)
  return Array.from({ length: block.count(leastTransaction) }, () =>
    pick(readTransaction(block, bytes, serialisation)),
  )
}

/** CAuxPow (src/auxpow.h): the parent's coinbase transaction, its block and branch; our branch; the parent's header. */
function skipProof(block: Reader, bytes: Uint8Array): void {
  readTransaction(block, bytes, 'witness')
  block.skip(32)
  skipBranch(block)
  skipBranch(block)
  block.skip(headerBytes)
}

/** Hashes, then the place among the leaves. */
function skipBranch(block: Reader): void {
  block.skip(32 * block.count(32) + 4)
}

/** A transaction of any form that a block holds, coinbases among them. No input at first means that flags follow (BIP144). */
function readTransaction(
  block: Reader,
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

function readInputs(block: Reader): Outpoint[] {
  return Array.from({ length: block.count(leastInput) }, () => {
    const txid = reversedHex(block.take(32))
    const vout = block.uint32()
    block.string()
    block.skip(4)
    return { txid, vout }
  })
}

function readOutputs(block: Reader): Output[] {
  return Array.from({ length: block.count(leastOutput) }, () => ({
    amount: baseUnits(block.uint64()),
    script: block.string(),
  }))
}
