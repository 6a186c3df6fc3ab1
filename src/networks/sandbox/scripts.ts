import { setImmediate as nextTurn } from 'node:timers/promises'
import { sha256 } from '../../coins/codec/hash.ts'
import type { Coin, Transaction, TransactionOutput } from '../../coins/coin.ts'
import { createBoundedMap } from '../../kernel/bounded-map.ts'
import type { MempoolRejection } from './rejection.ts'
import { createCheckers } from './script/checker.ts'
import { ScriptError, UnsupportedScriptError } from './script/errors.ts'
import type { ScriptFlags } from './script/flags.ts'
import { getLockingScript } from './script/tokens.ts'
import { verifyInput } from './script/verify-input.ts'
import { getScriptRules } from './script-rules.ts'

/** Runs the scripts of all inputs, as the coin's node does before it accepts a transaction. Null if all of them are valid. */
type ScriptVerifier = (
  transaction: Transaction,
  spentOutputs: readonly TransactionOutput[],
) => Promise<MempoolRejection | null>

/** Transactions with valid scripts. The cache avoids a second run between test and broadcast. */
const maxValidEntries = 5_000
/** Inputs verified concurrently. Limited so that a transaction with thousands of inputs leaves room for others. */
const maxConcurrent = 16

export function createScriptVerifier(coin: Coin): ScriptVerifier {
  const { relay, block } = getScriptRules(coin)
  const validCache = createBoundedMap<string, true>(maxValidEntries)
  return async (transaction, spentOutputs) => {
    const cacheKey = computeCacheKey(transaction)
    if (validCache.get(cacheKey)) return null
    const rejection = await findRejection(transaction, spentOutputs)
    if (!rejection) validCache.set(cacheKey, true)
    return rejection
  }

  async function findRejection(
    transaction: Transaction,
    spentOutputs: readonly TransactionOutput[],
  ): Promise<MempoolRejection | null> {
    const check = createInputChecker(coin, transaction, spentOutputs)
    for (let first = 0; first < spentOutputs.length; first += maxConcurrent) {
      if (first > 0) await nextTurn()
      const indexes = Array.from(
        { length: Math.min(maxConcurrent, spentOutputs.length - first) },
        (_, offset) => first + offset,
      )
      const errors = await Promise.all(indexes.map((index) => check(index, relay)))
      const position = errors.findIndex((error) => error !== null)
      const error = errors[position]
      if (!error) continue
      if (error instanceof UnsupportedScriptError) return { reason: 'bad-txns-nonstandard-inputs' }
      const mayBeMined = (await check(first + position, block)) === null
      return { reason: mayBeMined ? 'script-verify-policy' : 'script-verify', detail: error.message }
    }
    return null
  }
}

function createInputChecker(
  coin: Coin,
  transaction: Transaction,
  spentOutputs: readonly TransactionOutput[],
) {
  const checkers = createCheckers({
    transaction,
    spentOutputs,
    usesForkId: coin.signatures === 'forkid',
    supportsCashTokens: coin.code === 'BCH',
  })
  return async (index: number, flags: ScriptFlags): Promise<ScriptError | UnsupportedScriptError | null> => {
    const [input, output] = [transaction.inputs[index], spentOutputs[index]]
    if (!input || !output) throw new RangeError(`there is no input ${index}`)
    const inputScripts = {
      script: input.script,
      witness: input.witness,
      output: getLockingScript(coin, output.script),
    }
    try {
      await verifyInput(inputScripts, { flags, createChecker: (annex) => checkers(index, annex) })
      return null
    } catch (error) {
      if (error instanceof ScriptError || error instanceof UnsupportedScriptError) return error
      throw error
    }
  }
}

/** The transaction id doesn't cover witnesses, so the cache key adds a digest of them. */
function computeCacheKey({ id, inputs }: Transaction): string {
  const witnesses = inputs.flatMap(({ witness }) => [
    Buffer.of(witness.length),
    ...witness.map(addLengthPrefix),
  ])
  return `${id}:${Buffer.from(sha256(Buffer.concat(witnesses))).toString('base64')}`
}

function addLengthPrefix(item: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(item.length)
  return Buffer.concat([length, item])
}
