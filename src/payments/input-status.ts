import type { Outpoint, Transaction } from '../coins/coin.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { BaseUnits } from '../kernel/money.ts'
import { createStepRunner, type RunSteps } from '../kernel/steps.ts'
import { createTurns, type SomeInTurns } from '../kernel/turns.ts'
import type { MempoolEntry, PreviousOutput } from '../networks/network.ts'
import type { PaymentChain } from './chain.ts'
import { type Member, readFamily } from './family.ts'
import type { ParsedTransaction } from './parse.ts'
import type { BlockPosition } from './payment.ts'

/** What the network knows of a transaction before we broadcast it. */
export type InputStatus =
  /** Every input can be spent. `held`: the output that each input spends. */
  | { readonly known: 'fresh'; readonly held: readonly Prevout[] }
  /** The node's mempool already has it, so its signatures and inputs were checked. */
  | { readonly known: 'pooled'; readonly pooled: MempoolEntry }
  /** A block contains it, so it is valid. Null: an ancestor, whose block nobody needs. */
  | { readonly known: 'mined'; readonly block: BlockPosition | null }
  /** Its inputs can't be spent, for this reason. */
  | { readonly known: 'absent'; readonly error: ApiError }

/** A transaction of a submission that no block contains. */
export interface PendingTransaction extends ParsedTransaction {
  readonly status: Exclude<InputStatus, { known: 'mined' }>
}

/** The output that an input spends. */
export interface Prevout {
  readonly script: Uint8Array
  readonly amount: BaseUnits
  /** Height of the block that contains it, or null. */
  readonly height: number | null
  readonly coinbaseHeight: number | null
  /** It belongs to a transaction in the mempool, or to one of the same submission that the network doesn't have. */
  readonly unconfirmed: 'pool' | 'submission' | null
}

/** Outputs per call: as many as a node answers in one round trip. */
const maxOutputsPerCall = 32
/** Querying more outputs of an old transaction, all of whose outputs are spent, isn't worth it. */
const maxOwnOutputs = 100

export interface LookRules {
  /** Called between calls to the node, and may throw. */
  readonly checkDeadline?: (() => void) | undefined
  /** Shared with all other submissions: only one of them runs a step at a time. */
  readonly runSteps?: RunSteps | undefined
}

/**
 * Finds the status of each transaction of a submission, in order. `sinceHeight`: chain height when the address was issued. The last
 * transaction, which pays, must be mined above it; its ancestors may be mined anywhere.
 * @throws {ApiError} `tx_too_old` · {NetworkUnavailable}
 */
export async function findInputStatuses(
  transactions: readonly Transaction[],
  chain: PaymentChain,
  sinceHeight: number,
  { checkDeadline = () => {}, runSteps = createStepRunner() }: LookRules = {},
): Promise<InputStatus[]> {
  const some = createTurns(runSteps)
  const members = await readFamily(transactions, some)
  const found = new Map<Outpoint, PreviousOutput>()
  await lookUp(members.map(({ outside }) => outside))
  const fresh = new Map<string, Transaction>()
  const statuses: (InputStatus | null)[] = []
  for (const member of members) {
    const status = await statusOf(member)
    if (status?.known === 'fresh') fresh.set(member.transaction.id, member.transaction)
    statuses.push(status)
  }
  return explainMissing(markMinedAncestors(members, statuses))

  /** Null when its inputs are gone and the network shows no sign of it. */
  async function statusOf(member: Member): Promise<InputStatus | null> {
    checkDeadline()
    if (member.spendsTwice) return absent('tx_inputs_spent')
    // For a parent in the same submission, the node only knows outputs that it has itself.
    await lookUp([member.inside.filter(({ txid }) => !fresh.has(txid))])
    const { inputs } = member.transaction
    const held: Prevout[] = []
    const isGone = (input: Outpoint) => {
      const each = findPrevout(input, found, fresh)
      if (each) held.push(each)
      return each === null
    }
    if (!(await some(inputs, isGone))) return { known: 'fresh', held }
    const unspent: Outpoint[] = []
    await some(inputs, (input) => isOnChain(found.get(input)) && unspent.push(input) === maxOutputsPerCall)
    return knownAlready(member, chain, { sinceHeight, unspent, isLast: member === members.at(-1) })
  }

  /** Looks up each transaction's inputs until some are gone: the rest can't make it fresh, and anyone can make up thousands. */
  async function lookUp(lists: readonly (readonly Outpoint[])[]): Promise<void> {
    const lost = new Set<readonly Outpoint[]>()
    let next: InputQuery[] = []
    for (const asked of inputsOf(lists, (list) => lost.has(list))) {
      if (next.push(asked) < maxOutputsPerCall) continue
      await ask(next)
      next = []
    }
    if (next.length > 0) await ask(next)

    async function ask(asked: readonly InputQuery[]): Promise<void> {
      checkDeadline()
      const spent = await chain.network.findPreviousOutputs(
        asked.map(({ input: { txid, vout } }) => ({ txid, vout })),
      )
      for (const [place, { list, input }] of asked.entries()) {
        const output = spent[place]
        if (output) found.set(input, output)
        if (!output?.found) lost.add(list)
      }
    }
  }

  /** The first missing transaction decides the error. Only its inputs are searched again, so a payer waits once. */
  async function explainMissing(marked: readonly (InputStatus | null)[]): Promise<InputStatus[]> {
    const first = marked.findIndex((each) => each === null || each.known === 'absent')
    const { inputs } = members[first]?.transaction ?? { inputs: [] }
    const answer = marked[first] === null ? await missing(inputs, { found, some, chain }) : null
    return marked.map((each, place) => each ?? ((place === first && answer) || absent('tx_inputs_unknown')))
  }
}

interface InputQuery {
  /** Inputs of one transaction. */
  readonly list: readonly Outpoint[]
  readonly input: Outpoint
}

/** Yields the inputs of each transaction until it is lost. Lazy, because a BSV payment may have 390 000. */
function* inputsOf(
  lists: readonly (readonly Outpoint[])[],
  isLost: (list: readonly Outpoint[]) => boolean,
): Generator<InputQuery> {
  for (const list of lists) {
    for (const input of list) {
      if (isLost(list)) break
      yield { list, input }
    }
  }
}

/** The network has a transaction only with all its ancestors: one found neither in the mempool nor by its outputs was mined and spent. */
function markMinedAncestors(
  members: readonly Member[],
  statuses: readonly (InputStatus | null)[],
): (InputStatus | null)[] {
  const needed = new Set<string>()
  return members
    .map((member, place) => ({ member, status: statuses[place] ?? null }))
    .reverse()
    .map(({ member: { transaction, parents }, status }): InputStatus | null => {
      const marked: InputStatus | null =
        status ?? (needed.has(transaction.id) ? { known: 'mined', block: null } : null)
      if (marked?.known === 'mined' || marked?.known === 'pooled')
        for (const txid of parents) needed.add(txid)
      return marked
    })
    .reverse()
}

const absent = (code: 'tx_inputs_spent' | 'tx_inputs_unknown'): InputStatus => ({
  known: 'absent',
  error: new ApiError(code),
})

function findPrevout(input: Outpoint, found: Found, fresh: ReadonlyMap<string, Transaction>): Prevout | null {
  const parent = fresh.get(input.txid)
  if (parent) {
    const output = parent.outputs[input.vout]
    return output ? { ...output, height: null, coinbaseHeight: null, unconfirmed: 'submission' } : null
  }
  const spent = found.get(input)
  if (!spent?.found) return null
  const { output, height, coinbase } = spent
  const unconfirmed = height === null ? 'pool' : null
  return { ...output, height, coinbaseHeight: coinbase ? height : null, unconfirmed }
}

/** Lookup results keyed by the input objects themselves, so that no string keys are built. */
type Found = ReadonlyMap<Outpoint, PreviousOutput>

interface KnownRules {
  readonly sinceHeight: number
  /** Some of its inputs that were still unspent. */
  readonly unspent: readonly Outpoint[]
  readonly isLast: boolean
}

/** Its inputs are gone, perhaps because the network already has the transaction. */
async function knownAlready(
  { transaction: { id, outputs }, spent }: Member,
  chain: PaymentChain,
  { sinceHeight, unspent, isLast }: KnownRules,
): Promise<InputStatus | null> {
  const { network } = chain
  const [pooled] = await network.findInMempool([id])
  if (pooled) return { known: 'pooled', pooled }
  await chain.catchUp()
  // One unspent output reveals the height, however old the block is. Without one, the blocks are searched.
  const own = new Set([...spent].filter((vout) => vout < outputs.length).slice(0, maxOwnOutputs))
  for (let vout = 0; vout < outputs.length && own.size < maxOwnOutputs; vout++) own.add(vout)
  const asked = [...own].map((vout) => ({ txid: id, vout }))
  const height = (await network.findPreviousOutputs(asked)).find(
    (output) => output.found && output.height !== null,
  )
  if (height?.found && height.height !== null) {
    // Of an ancestor, the block doesn't matter: it may be old, large, or pruned.
    if (!isLast) return { known: 'mined', block: null }
    if (height.height <= sinceHeight) throw new ApiError('tx_too_old')
    return minedAt(id, height.height, chain)
  }
  // A mined transaction has removed all of its inputs from the chain: while one is still unspent, no block needs to be searched. The inputs
  // are queried again because the block may have arrived in between.
  if (unspent.length > 0 && (await network.findPreviousOutputs(unspent)).some(isOnChain)) return null
  const block = await chain.findMined(id, sinceHeight)
  return block && { known: 'mined', block }
}

/** A mempool transaction that spends an output hasn't removed it from the chain yet. */
const isOnChain = (output: PreviousOutput | undefined): boolean =>
  output !== undefined && (output.found || output.spentInMempool)

async function minedAt(id: string, height: number, { network }: PaymentChain): Promise<InputStatus | null> {
  const block = await network.block(height)
  // The chain moved between the two calls: treat the transaction as unmined.
  return block?.txids.intersect([id]).has(id) ? { known: 'mined', block: { height, hash: block.hash } } : null
}

interface MissingParts {
  readonly found: Found
  readonly some: SomeInTurns
  readonly chain: Pick<PaymentChain, 'findSpendingBlock'>
}

/** Tells whether another transaction spends its inputs. */
async function missing(
  inputs: readonly Outpoint[],
  { found, some, chain }: MissingParts,
): Promise<InputStatus> {
  // Includes inputs that were never queried: searching the followed blocks costs the node nothing.
  const gone: Outpoint[] = []
  const isSpentInPool = (input: Outpoint) => {
    const output = found.get(input)
    if (!output?.found) gone.push(input)
    return output !== undefined && !output.found && output.spentInMempool
  }
  const isSpent = (await some(inputs, isSpentInPool)) || (await chain.findSpendingBlock(gone))
  return absent(isSpent ? 'tx_inputs_spent' : 'tx_inputs_unknown')
}
