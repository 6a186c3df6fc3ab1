import { doubleSha256 } from '../../coins/codec/hash.ts'
import { type Reader, reader } from '../../coins/codec/reader.ts'
import type { Outpoint } from '../../coins/coin.ts'
import type { Spending } from '../network.ts'

const headerBytes = 80

/** The bit of a block's version that says: the proof of work is the parent chain's (merge mining), and follows the header. */
const mergeMined = 0x100

/** The least that an input (outpoint, length, sequence), an output (amount, length) and a transaction around them take. */
const leastInput = 41
const leastOutput = 9
const leastTransaction = 10 + leastInput + leastOutput

const nullTxid = '0'.repeat(64)

/**
 * What the transactions of a serialised block spend, coinbase inputs left out. For chains without segwit: DOGE, whose blocks
 * may be merge-mined.
 * @throws {Refused} `tx_unparseable`: these bytes are no block
 */
export function readBlock(bytes: Uint8Array): Spending[] {
  const block = reader(bytes)
  const version = block.uint32()
  block.skip(headerBytes - 4)
  if (version & mergeMined) skipProof(block)
  return Array.from({ length: block.count(leastTransaction) }, () => {
    const start = block.position()
    const inputs = readTransaction(block)
    const id = doubleSha256(bytes.subarray(start, block.position()))
    return { txid: reversedHex(id), inputs: inputs.filter(({ txid }) => txid !== nullTxid) }
  })
}

/** CAuxPow (src/auxpow.h): the parent's coinbase transaction, its block and branch; our branch; the parent's header. */
function skipProof(block: Reader): void {
  readTransaction(block)
  block.skip(32)
  skipBranch(block)
  skipBranch(block)
  block.skip(headerBytes)
}

/** Hashes, then the place among the leaves. */
function skipBranch(block: Reader): void {
  block.skip(32 * block.count(32) + 4)
}

/** Its inputs. A parent chain's coinbase transaction may have a witness (BIP144): no input at first, then a flag. */
function readTransaction(block: Reader): Outpoint[] {
  block.skip(4)
  let inputs = readInputs(block)
  const witness = inputs.length === 0
  if (witness) {
    block.skip(1)
    inputs = readInputs(block)
  }
  for (let outputs = block.count(leastOutput); outputs > 0; outputs--) {
    block.skip(8)
    block.string()
  }
  if (witness) for (const _ of inputs) for (let items = block.count(1); items > 0; items--) block.string()
  block.skip(4)
  return inputs
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

/** Hashes are shown with their bytes reversed. */
const reversedHex = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString('hex')
