import { isDataScript } from '../coins/codec/script.ts'
import type { Transaction } from '../coins/coin.ts'
import { coins } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import { toHex } from '../kernel/hex.ts'
import { JsonError, readJson } from '../kernel/json.ts'
import { createRootScript } from './anchor.ts'
import { computeEnvelopeLeaf } from './leaf.ts'
import { computeRoot, type MerkleStep } from './merkle.ts'

/** The proof is invalid or malformed. */
export class InvalidProofError extends Error {
  override readonly name = 'InvalidProofError'

  constructor(reason: string) {
    super(`The proof is invalid: ${reason}.`)
  }
}

/**
 * Verifies `{proof, transaction}`, a proof and the serialised transaction in hex, offline: the event must lead to the root, and the
 * transaction with that txid must contain the root in the named output, its only data output. Does not check
 * whether a block contains the transaction.
 * @throws {InvalidProofError}
 */
export function verifyProof(text: string): void {
  const { proof, transaction: hex } = requireMembers(parseInput(text), 'the input')
  const { event, path, root, coin, txid, vout } = requireMembers(proof, 'the proof')
  const computedRoot = computeRoot(computeEnvelopeLeaf(requireMembers(event, 'the event')), readPath(path))
  if (toHex(computedRoot) !== root)
    throw new InvalidProofError('the path does not lead from the event to the root')

  const { id, outputs } = readTransaction(coin, hex)
  if (id !== txid) throw new InvalidProofError('the transaction has a different id')
  const dataOutputs = outputs.filter(({ script }) => isDataScript(script))
  const [dataOutput] = dataOutputs
  if (dataOutputs.length !== 1 || dataOutput === undefined || outputs.indexOf(dataOutput) !== vout)
    throw new InvalidProofError('the output is not the only data output of the transaction')
  if (toHex(dataOutput.script) !== toHex(createRootScript(computedRoot)))
    throw new InvalidProofError('the output does not contain the root')
}

function parseInput(text: string): unknown {
  try {
    return readJson(text, { maxTokens }).value
  } catch (error) {
    if (error instanceof JsonError) throw new InvalidProofError(`the input cannot be read: ${error.message}`)
    throw error
  }
}

/** Events of invoices with many payments have thousands, and earlier versions accepted metadata with 30 000. */
const maxTokens = 100_000

type Members = Readonly<Record<string, unknown>>

function requireMembers(value: unknown, name: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new InvalidProofError(`${name} is not an object`)
}

function readPath(path: unknown): readonly MerkleStep[] {
  if (!Array.isArray(path)) throw new InvalidProofError('the path is not an array')
  return path.map((step) => {
    const { side, hash } = requireMembers(step, 'a step of the path')
    if ((side !== 'left' && side !== 'right') || typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash))
      throw new InvalidProofError('a step of the path must have a side and a hash')
    return { side, hash: Buffer.from(hash, 'hex') }
  })
}

function readTransaction(code: unknown, hex: unknown): Transaction {
  const coin = [...coins.values()].find((candidate) => candidate.code === code)
  if (!coin) throw new InvalidProofError('the coin is unknown')
  if (typeof hex !== 'string') throw new InvalidProofError('the transaction is not a string')
  try {
    return coin.parse(hex)
  } catch (error) {
    if (error instanceof ApiError) throw new InvalidProofError('the transaction cannot be parsed')
    throw error
  }
}
