import { baseUnits } from '../../kernel/money.ts'
import type { CoinFacts, Input, Output, Transaction } from '../coin.ts'
import { doubleSha256, plain } from './hash.ts'
import { readMweb } from './mweb.ts'
import { type Reader, reader, unparseable } from './reader.ts'
import { writer } from './writer.ts'

/** What a transaction says, without what follows from it: enough to serialise and to sign. */
export type TransactionBody = Pick<
  Transaction,
  'version' | 'inputs' | 'outputs' | 'lockTime' | 'payload' | 'mweb'
>

/** An outpoint and a sequence with an empty script, an amount with an empty script. */
const leastInputBytes = 41
const leastOutputBytes = 9

/** Extensions that the byte behind the segwit marker announces (BIP144, LIP 3). */
const flag = { witness: 1, mweb: 8 } as const

const noWitness: readonly Uint8Array[] = []
const nullTxid = '0'.repeat(64)

/**
 * Reads a serialised transaction as a coin's nodes do, and refuses what no node would take from a payer whatever the chain says.
 * @throws {Refused} `tx_unparseable`, with what is wrong
 */
export function parseTransaction(
  hex: string,
  { serialisation, mostMoney }: Pick<CoinFacts, 'serialisation' | 'mostMoney'>,
): Transaction {
  const bytes = plain(Buffer.from(hex, 'hex'))
  if (bytes.length * 2 !== hex.length) unparseable('it is not hexadecimal')
  const read = reader(bytes)

  const version = read.uint32()
  const flags = readFlags(read, bytes, serialisation)
  const bodyStart = read.position()
  const plainInputs = readInputs(read)
  const outputs = readOutputs(read, mostMoney)
  const bodyEnd = read.position()
  const inputs = flags & flag.witness ? readWitnesses(read, plainInputs) : plainInputs
  const mweb = flags & flag.mweb ? readMweb(read, bytes) : null
  const lockTime = read.uint32()
  const payload = serialisation === 'payload' && isSpecial(version) ? read.string() : null
  if (read.remaining() > 0) unparseable('something follows its end')

  const size = bytes.length
  // Without the extensions: what the id is the hash of, and what counts four times in the weight (BIP141).
  const base = flags
    ? Buffer.concat([bytes.subarray(0, 4), bytes.subarray(bodyStart, bodyEnd), bytes.subarray(size - 4)])
    : bytes
  const witnessBytes = flags & flag.witness ? size - base.length - (mweb?.bytes.length ?? 0) : 0
  const weight = 4 * base.length + witnessBytes + (mweb?.weight ?? 0)
  return {
    id: reversedHex(doubleSha256(base)),
    version,
    lockTime,
    size,
    virtualSize: Math.ceil(weight / 4),
    inputs,
    outputs,
    ...(payload && { payload }),
    ...(mweb && { mweb: mweb.bytes }),
  }
}

/** Serialises with witnesses where there are any, and with payload and MimbleWimble part where they are given. */
export function serialise(transaction: TransactionBody): Uint8Array {
  const { inputs, mweb } = transaction
  const witnessed = inputs.some(({ witness }) => witness.length > 0)
  const flags = (witnessed ? flag.witness : 0) | (mweb ? flag.mweb : 0)
  return write(transaction, flags)
}

/** The id of a transaction that was built here: of its serialisation without witnesses. */
export function transactionId(transaction: TransactionBody): string {
  return reversedHex(doubleSha256(write(transaction, 0)))
}

/** Hashes stand in reversed order in the usual hex. */
export function reversedHex(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex')
}

/** The 32 bytes of a transaction's id as they stand in an outpoint. */
export function idBytes(txid: string): Uint8Array {
  return plain(Buffer.from(txid, 'hex').reverse())
}

/** Dash calls a transaction special when its version is 3 or more and its type, the upper half, is not zero (DIP 2). */
export function isSpecial(version: number): boolean {
  return (version & 0xffff) >= 3 && version >>> 16 !== 0
}

/** The segwit marker is what looks like "no inputs" to others; zero when the transaction begins with its inputs. */
function readFlags(read: Reader, bytes: Uint8Array, serialisation: CoinFacts['serialisation']): number {
  const start = read.position()
  if (bytes[start] !== 0 || serialisation === 'plain' || serialisation === 'payload') return 0
  read.skip(1)
  const flags = read.byte()
  const known = serialisation === 'mweb' ? flag.witness | flag.mweb : flag.witness
  if (flags === 0) unparseable('it has no inputs')
  if (flags & ~known) unparseable('it has an extension that this coin does not know')
  return flags
}

function readInputs(read: Reader): readonly Input[] {
  const count = read.count(leastInputBytes)
  if (count === 0) unparseable('it has no inputs')
  const seen = new Set<string>()
  const inputs: Input[] = []
  for (let index = 0; index < count; index++) {
    const txid = reversedHex(read.take(32))
    const vout = read.uint32()
    if (txid === nullTxid && vout === 0xffff_ffff) unparseable('it is a coinbase')
    seen.add(txid + vout)
    inputs.push({ txid, vout, script: read.string(), sequence: read.uint32(), witness: noWitness })
  }
  if (seen.size < count) unparseable('it spends an output twice')
  return inputs
}

function readOutputs(read: Reader, mostMoney: bigint): readonly Output[] {
  const count = read.count(leastOutputBytes)
  if (count === 0) unparseable('it has no outputs')
  const outputs: Output[] = []
  let sum = 0n
  for (let index = 0; index < count; index++) {
    const amount = read.uint64()
    sum += amount
    if (sum > mostMoney) unparseable('its amounts are more than there can be')
    outputs.push({ amount: baseUnits(amount), script: read.string() })
  }
  return outputs
}

function readWitnesses(read: Reader, inputs: readonly Input[]): readonly Input[] {
  let items = 0
  const witnessed = inputs.map((input) => {
    const count = read.count(1)
    items += count
    if (count === 0) return input
    const witness: Uint8Array[] = []
    for (let index = 0; index < count; index++) witness.push(read.string())
    return { ...input, witness }
  })
  // Nodes refuse it, because the same transaction has a shorter form ("Superfluous witness record").
  if (items === 0) unparseable('it announces witnesses and has none')
  return witnessed
}

function write(
  { version, inputs, outputs, lockTime, payload, mweb }: TransactionBody,
  flags: number,
): Uint8Array {
  const out = writer().uint32(version)
  if (flags) out.byte(0).byte(flags)
  out.count(inputs.length)
  for (const { txid, vout, script, sequence } of inputs) {
    out.bytes(idBytes(txid)).uint32(vout).string(script).uint32(sequence)
  }
  out.count(outputs.length)
  for (const { amount, script } of outputs) out.uint64(amount).string(script)
  if (flags & flag.witness) {
    for (const { witness } of inputs) {
      out.count(witness.length)
      for (const item of witness) out.string(item)
    }
  }
  if (mweb && flags & flag.mweb) out.bytes(mweb)
  out.uint32(lockTime)
  if (payload) out.string(payload)
  return out.done()
}
