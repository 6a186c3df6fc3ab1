import type { Coin } from '../coins/coin.ts'
import { ApiError } from '../kernel/api-error.ts'
import { fromHex } from '../kernel/hex.ts'
import { createSomeInSteps } from '../kernel/some-in-steps.ts'
import type { RunSteps, Steps } from '../kernel/steps.ts'
import type { Network } from '../networks/network.ts'
import type { TransactionCheckResult } from './check-transactions.ts'
import type { ParsedSubmission } from './parse.ts'
import type { WatchedInput } from './payment.ts'

/** Each input is a row, written while the invoice is locked. Ordinary chains of 25 transactions have fewer than a hundred inputs. */
export const maxAncestorInputs = 2_000

/** Transactions requested concurrently: a node handles a few dozen concurrent calls. `findAncestors` limits their total bytes. */
const batchSize = 16

interface WatchDependencies {
  readonly network: Pick<Network, 'getTransaction'>
  readonly runSteps: RunSteps
  /** Runs before each call to the node, and may throw. */
  readonly checkDeadline: () => void
}

/**
 * Finds every outpoint that a payment depends on: the inputs of its own transactions and of all unconfirmed ancestors. A block that spends
 * one of them elsewhere makes the payment impossible. Nothing has been sent yet, so a submission that runs out of time can be repeated.
 * @throws {ApiError} `tx_chain_too_long` when the inputs of the ancestors can't be watched · {NetworkUnavailableError}
 */
export async function findWatchedInputs(
  { coin, transactions }: ParsedSubmission,
  { ancestors, isInMempool }: Pick<TransactionCheckResult, 'ancestors' | 'isInMempool'>,
  { network, runSteps, checkDeadline }: WatchDependencies,
): Promise<WatchedInput[]> {
  const ownInputs: WatchedInput[] = []
  const someInSteps = createSomeInSteps(runSteps)
  const payer = transactions.at(-1)
  for (const transaction of transactions) {
    const { id, inputs } = transaction.parsed
    const ancestor = transaction === payer ? null : id
    await someInSteps(inputs, (input) => !ownInputs.push(toWatchedInput(input, ancestor)))
  }
  const ancestorInputs = await findAncestorInputs(coin, ancestors, { network, runSteps, checkDeadline })
  if (!ancestorInputs) throw new ApiError('tx_chain_too_long', isInMempool)
  return [...ownInputs, ...ancestorInputs]
}

/**
 * The inputs of these unconfirmed ancestors. Null if there are too many to watch, or if an ancestor isn't an ordinary transaction: a
 * withdrawal from Dash Platform has no inputs, and can expire in the mempool (DIP 27).
 * @throws {NetworkUnavailableError}
 */
export async function findAncestorInputs(
  coin: Coin,
  ancestors: readonly string[],
  { network, runSteps, checkDeadline }: WatchDependencies,
): Promise<WatchedInput[] | null> {
  const ancestorInputs: WatchedInput[] = []
  for (let first = 0; first < ancestors.length; first += batchSize) {
    checkDeadline()
    const batch = ancestors.slice(first, first + batchSize)
    const ancestorBytes = await Promise.all(
      batch.map(async (txid) => ({ txid, hex: await network.getTransaction(txid) })),
    )
    const inputs = await runSteps(parseInputs(coin, ancestorBytes)).catch(acceptUnparseable)
    if (!inputs) return null
    ancestorInputs.push(...inputs)
    if (ancestorInputs.length > maxAncestorInputs) return null
  }
  return ancestorInputs
}

interface AncestorBytes {
  readonly txid: string
  /** Null when it has left the mempool since: it was mined, or the node is about to reject its descendants. */
  readonly hex: string | null
}

function* parseInputs(coin: Coin, ancestors: readonly AncestorBytes[]): Steps<WatchedInput[]> {
  const ancestorInputs: WatchedInput[] = []
  for (const { txid, hex } of ancestors) {
    if (hex === null) continue
    const { inputs } = yield* coin.parseInSteps(fromHex(hex))
    for (const input of inputs) ancestorInputs.push(toWatchedInput(input, txid))
    yield
  }
  return ancestorInputs
}

function acceptUnparseable(error: unknown): null {
  if (error instanceof ApiError) return null
  throw error
}

const toWatchedInput = (
  { txid, vout }: Pick<WatchedInput, 'txid' | 'vout'>,
  ancestor: string | null,
): WatchedInput => ({
  txid,
  vout,
  ancestor,
})
