import type { Outpoint, Transaction } from '../coins/coin.ts'
import { ApiError } from '../kernel/api-error.ts'
import { createSomeInSteps, type SomeInSteps } from '../kernel/some-in-steps.ts'
import { createStepRunner, type RunSteps } from '../kernel/steps.ts'
import type { PreviousOutput } from '../networks/network.ts'
import type { PaymentChain } from './chain.ts'
import { type LinkedTransaction, linkTransactions } from './link-transactions.ts'
import type { InputStatus, Prevout } from './pending-transaction.ts'

/** Outputs per call: as many as a node returns in one round trip. */
const maxOutputsPerCall = 32
/** Maximum number of outputs to query for a transaction that may be old and fully spent. */
const maxQueriedOutputs = 100

interface InputStatusOptions {
  /** Called between calls to the node, and may throw. */
  readonly checkDeadline?: (() => void) | undefined
  /** Shared with all other submissions: only one of them runs a step at a time. */
  readonly runSteps?: RunSteps | undefined
}

/**
 * Finds the status of each transaction of a submission, in order.
 * @param sinceHeight chain height when the address was issued: the last transaction, which pays, must be mined above it; its ancestors may be
 * mined anywhere
 * @throws {ApiError} `tx_too_old` · {NetworkUnavailableError}
 */
export async function findInputStatuses(
  transactions: readonly Transaction[],
  chain: PaymentChain,
  sinceHeight: number,
  { checkDeadline = () => {}, runSteps = createStepRunner() }: InputStatusOptions = {},
): Promise<InputStatus[]> {
  const someInSteps = createSomeInSteps(runSteps)
  const members = await linkTransactions(transactions, someInSteps)
  const previousOutputs = new Map<Outpoint, PreviousOutput>()
  await lookUp(members.map(({ externalInputs }) => externalInputs))
  const spendable = new Map<string, Transaction>()
  const statuses: (InputStatus | null)[] = []
  for (const member of members) {
    const status = await findStatus(member)
    if (status?.kind === 'spendable') spendable.set(member.transaction.id, member.transaction)
    statuses.push(status)
  }
  return explainMissing(markMinedAncestors(members, statuses))

  /** Null when its inputs are gone and the network doesn't have the transaction. */
  async function findStatus(member: LinkedTransaction): Promise<InputStatus | null> {
    checkDeadline()
    if (member.spendsTwice) return createUnspendable('tx_inputs_spent')
    // The node knows the outputs of a parent in the same submission only if it already has that parent.
    await lookUp([member.internalInputs.filter(({ txid }) => !spendable.has(txid))])
    const { inputs } = member.transaction
    const prevouts: Prevout[] = []
    const isMissing = (input: Outpoint) => {
      const prevout = findPrevout(input, previousOutputs, spendable)
      if (!prevout) return true
      prevouts.push(prevout)
      return false
    }
    if (!(await someInSteps(inputs, isMissing))) return { kind: 'spendable', prevouts }
    const unspent: Outpoint[] = []
    await someInSteps(
      inputs,
      (input) => isOnChain(previousOutputs.get(input)) && unspent.push(input) === maxOutputsPerCall,
    )
    return findOnNetwork(member, chain, { sinceHeight, unspent, isLast: member === members.at(-1) })
  }

  /** Looks up each transaction's inputs until some are gone: the rest can't make it spendable, and anyone can make up thousands. */
  async function lookUp(lists: readonly (readonly Outpoint[])[]): Promise<void> {
    const incomplete = new Set<readonly Outpoint[]>()
    let next: InputQuery[] = []
    for (const query of iterateInputs(lists, (list) => incomplete.has(list))) {
      if (next.push(query) < maxOutputsPerCall) continue
      await queryNode(next)
      next = []
    }
    if (next.length > 0) await queryNode(next)

    async function queryNode(queries: readonly InputQuery[]): Promise<void> {
      checkDeadline()
      const previousOutputList = await chain.network.findPreviousOutputs(
        queries.map(({ input: { txid, vout } }) => ({ txid, vout })),
      )
      for (const [index, { list, input }] of queries.entries()) {
        const output = previousOutputList[index]
        if (output) previousOutputs.set(input, output)
        if (!output?.isFound) incomplete.add(list)
      }
    }
  }

  /** The first missing transaction decides the error. Only its inputs are searched again, so a payer waits once. */
  async function explainMissing(marked: readonly (InputStatus | null)[]): Promise<InputStatus[]> {
    const firstIndex = marked.findIndex((status) => status === null || status.kind === 'unspendable')
    const missing = marked[firstIndex] === null ? members[firstIndex] : undefined
    const explanation =
      missing &&
      (await explainMissingInputs(missing.transaction.inputs, { previousOutputs, someInSteps, chain }))
    return marked.map(
      (status, index) =>
        status ?? ((index === firstIndex && explanation) || createUnspendable('tx_inputs_unknown')),
    )
  }
}

interface InputQuery {
  /** Inputs of one transaction. */
  readonly list: readonly Outpoint[]
  readonly input: Outpoint
}

/** Yields the inputs of each transaction until one is missing. Lazy, because a BSV payment may have 390 000. */
function* iterateInputs(
  lists: readonly (readonly Outpoint[])[],
  isIncomplete: (list: readonly Outpoint[]) => boolean,
): Generator<InputQuery> {
  for (const list of lists) {
    for (const input of list) {
      if (isIncomplete(list)) break
      yield { list, input }
    }
  }
}

/** A node that has a transaction also has its ancestors: one found neither in the mempool nor by its outputs was mined and fully spent. */
function markMinedAncestors(
  members: readonly LinkedTransaction[],
  statuses: readonly (InputStatus | null)[],
): (InputStatus | null)[] {
  const requiredTxids = new Set<string>()
  return members
    .map((member, index) => ({ member, status: statuses[index] ?? null }))
    .reverse()
    .map(({ member: { transaction, parents }, status }): InputStatus | null => {
      const marked: InputStatus | null =
        status ?? (requiredTxids.has(transaction.id) ? { kind: 'mined', block: null } : null)
      if (marked?.kind === 'mined' || marked?.kind === 'inMempool')
        for (const txid of parents) requiredTxids.add(txid)
      return marked
    })
    .reverse()
}

const createUnspendable = (code: 'tx_inputs_spent' | 'tx_inputs_unknown'): InputStatus => ({
  kind: 'unspendable',
  error: new ApiError(code),
})

function findPrevout(
  input: Outpoint,
  previousOutputs: PreviousOutputs,
  spendable: ReadonlyMap<string, Transaction>,
): Prevout | null {
  const parent = spendable.get(input.txid)
  if (parent) {
    const output = parent.outputs[input.vout]
    return output ? { ...output, height: null, coinbaseHeight: null, unconfirmed: 'submission' } : null
  }
  const spentOutput = previousOutputs.get(input)
  if (!spentOutput?.isFound) return null
  const { output, height, isCoinbase } = spentOutput
  const unconfirmed = height === null ? 'mempool' : null
  return { ...output, height, coinbaseHeight: isCoinbase ? height : null, unconfirmed }
}

/** Lookup results keyed by the input objects themselves, so that no string keys are built. */
type PreviousOutputs = ReadonlyMap<Outpoint, PreviousOutput>

type MinedOutput = PreviousOutput & { readonly isFound: true; readonly height: number }

interface NetworkSearchOptions {
  readonly sinceHeight: number
  /** Some of its inputs that were still unspent. */
  readonly unspent: readonly Outpoint[]
  readonly isLast: boolean
}

/** Finds a transaction whose inputs are gone, perhaps because the network already has it. */
async function findOnNetwork(
  { transaction: { id, outputs }, spentVouts }: LinkedTransaction,
  chain: PaymentChain,
  { sinceHeight, unspent, isLast }: NetworkSearchOptions,
): Promise<InputStatus | null> {
  const { network } = chain
  const [entry] = await network.findInMempool([id])
  if (entry) return { kind: 'inMempool', entry }
  await chain.catchUp()
  // One unspent output reveals the height, however old the block is. Without one, the blocks are searched.
  const candidateVouts = new Set(
    [...spentVouts].filter((vout) => vout < outputs.length).slice(0, maxQueriedOutputs),
  )
  for (let vout = 0; vout < outputs.length && candidateVouts.size < maxQueriedOutputs; vout++)
    candidateVouts.add(vout)
  const outpoints = [...candidateVouts].map((vout) => ({ txid: id, vout }))
  const minedOutput = (await network.findPreviousOutputs(outpoints)).find(isMined)
  if (minedOutput) {
    // An ancestor's block doesn't matter: it may be old, large, or pruned.
    if (!isLast) return { kind: 'mined', block: null }
    if (minedOutput.height <= sinceHeight) throw new ApiError('tx_too_old')
    return findInBlock(id, minedOutput.height, chain)
  }
  // A mined transaction has removed all of its inputs from the chain: while one is still unspent, no block needs to be searched. The inputs
  // are queried again because the block may have arrived in between.
  if (unspent.length > 0 && (await network.findPreviousOutputs(unspent)).some(isOnChain)) return null
  const block = await chain.findMined(id, sinceHeight)
  return block && { kind: 'mined', block }
}

const isMined = (output: PreviousOutput): output is MinedOutput => output.isFound && output.height !== null

/** A mempool transaction that spends an output hasn't removed it from the chain yet. */
const isOnChain = (output: PreviousOutput | undefined): boolean =>
  output !== undefined && (output.isFound || output.spentInMempool)

async function findInBlock(
  id: string,
  height: number,
  { network }: PaymentChain,
): Promise<InputStatus | null> {
  const block = await network.getBlock(height)
  // The chain moved between the two calls: treat the transaction as unconfirmed.
  return block?.txids.intersect([id]).has(id) ? { kind: 'mined', block: { height, hash: block.hash } } : null
}

interface InputSearch {
  readonly previousOutputs: PreviousOutputs
  readonly someInSteps: SomeInSteps
  readonly chain: Pick<PaymentChain, 'findSpendingBlock'>
}

/** Finds out whether another transaction spends the inputs or they are unknown. */
async function explainMissingInputs(
  inputs: readonly Outpoint[],
  { previousOutputs, someInSteps, chain }: InputSearch,
): Promise<InputStatus> {
  // Includes inputs that were never queried: searching the followed blocks costs the node nothing.
  const missingInputs: Outpoint[] = []
  const isSpentInPool = (input: Outpoint) => {
    const output = previousOutputs.get(input)
    if (!output?.isFound) missingInputs.push(input)
    return output !== undefined && !output.isFound && output.spentInMempool
  }
  const isSpent = (await someInSteps(inputs, isSpentInPool)) || (await chain.findSpendingBlock(missingInputs))
  return createUnspendable(isSpent ? 'tx_inputs_spent' : 'tx_inputs_unknown')
}
