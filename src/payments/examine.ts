import { toUint8Array } from '../coins/codec/hash.ts'
import type { Coin } from '../coins/coin.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { RunSteps } from '../kernel/steps.ts'
import { createTurns, type SomeInTurns } from '../kernel/turns.ts'
import type { MempoolEntry } from '../networks/network.ts'
import type { SignatureChecker } from '../networks/signatures.ts'
import { findAncestors } from './ancestors.ts'
import type { PaymentChain } from './chain.ts'
import { emptyFeeBasis, requireFees, type UnminedTransaction } from './fee.ts'
import { computeFeeBasis, computePooledFeeBases, parentsFirst } from './fee-basis.ts'
import { isFinal, isLockedUntilTime, signalsReplacement } from './finality.ts'
import { findInputStatuses, type PendingTransaction } from './input-status.ts'
import type { ParsedSubmission, ParsedTransaction } from './parse.ts'
import type { BlockPosition } from './payment.ts'
import { mapRejection, testFresh } from './test-fresh.ts'

export interface Examined {
  /** The submission's transactions that no block contains yet, by id. */
  readonly unmined: ReadonlyMap<string, UnminedTransaction>
  /** The submission or an unconfirmed ancestor signals replacement. */
  readonly replaceable: boolean
  /** The block that contains the paying transaction, or null. */
  readonly block: BlockPosition | null
  /** Ids of the submission's unconfirmed ancestors, without its own transactions. */
  readonly ancestors: readonly string[]
  /** The node's mempool contains the paying transaction. */
  readonly isPooled: boolean
}

export interface ExamineRules {
  /** Base units per 1 000 bytes. */
  readonly feeRate: bigint
  /** Chain height when the address was issued. */
  readonly sinceHeight: number
  readonly refuseReplaceable: boolean
  /** Called between calls to the node: throws when the time is up. */
  readonly checkDeadline?: () => void
  readonly runSteps: RunSteps
  /** Estimated virtual bytes, with signatures, of an unsigned transaction. */
  readonly size?: number
}

/**
 * Runs checks 7 to 11 of a submission, in order, without side effects. `judged`: the node has tested exactly these bytes. `verified`: every
 * signature was checked, by the node or by us.
 * @throws {ApiError} with the problem found · {NetworkUnavailable}
 */
export async function examine(
  parsed: ParsedSubmission,
  chain: PaymentChain,
  signatures: SignatureChecker,
  rules: ExamineRules,
): Promise<Examined & { readonly judged: boolean; readonly verified: boolean }> {
  const { open, ...examined } = await inspect(parsed, chain, rules)
  // Only the disconnection of a followed block is noticed, and with it the loss of a payment's parent.
  if (open.some((each) => spendsAbove(each, chain.tipHeight()))) await chain.catchUp()
  const { coin, transactions } = parsed
  const { judged, verified } = await testFresh(coin, open, chain, signatures, {
    refused: (rejection, txid) =>
      mapRejection(rejection, {
        coin,
        feeRate: rules.feeRate,
        weight: examined.unmined.get(txid) ?? emptyFeeBasis,
      }),
    checkDeadline: rules.checkDeadline,
  })
  return { ...examined, judged: judged === transactions.length, verified }
}

/**
 * Runs checks 7 to 10, which need no signatures: already mined, final, not replaceable (where required), inputs available and sufficient,
 * fee. `open`: the transactions that the network hasn't judged yet.
 * @throws {ApiError} with the problem found · {NetworkUnavailable}
 */
export async function inspect(
  { coin, transactions }: ParsedSubmission,
  chain: PaymentChain,
  rules: ExamineRules,
): Promise<Examined & { readonly open: readonly PendingTransaction[] }> {
  const all = transactions.map(({ parsed }) => parsed)
  const { sinceHeight, checkDeadline, runSteps } = rules
  const statuses = await findInputStatuses(all, chain, sinceHeight, { checkDeadline, runSteps })
  const open = transactions.flatMap(({ hex, parsed }, place) => {
    const status = statuses[place]
    return !status || status.known === 'mined' ? [] : [{ hex, parsed, status }]
  })
  const last = statuses.at(-1)
  if (last?.known === 'mined') {
    const nothing = { open: [], unmined: new Map(), replaceable: false, ancestors: [], isPooled: false }
    return { ...nothing, block: last.block }
  }

  await requireFinal(open, chain)
  const own = new Set(all.map(({ id }) => id))
  const some = createTurns(rules.runSteps)
  const poolParents: string[] = []
  for (const each of open) poolParents.push(...(await poolParentsOf(each, some)))
  const ancestors = await findAncestors(poolParents, chain.network, {
    own,
    checkDeadline: rules.checkDeadline,
  })
  const isPooled = last?.known === 'pooled'
  if (!ancestors) throw new ApiError('tx_chain_too_long', isPooled)
  const replaceable =
    open.some(({ parsed }) => signalsReplacement(coin, parsed)) ||
    (await isAnyReplaceable(ancestors, chain, { coin, checkDeadline, runSteps }))
  if (replaceable && rules.refuseReplaceable) throw new ApiError('tx_replaceable', coin.replacement)
  for (const { status } of open) if (status.known === 'absent') throw status.error

  const unmined = new Map<string, UnminedTransaction>()
  for (const each of open)
    unmined.set(each.parsed.id, await computeFeeBasis(each, { coin, some, size: rules.size }))
  const chainToPayment = parentsFirst(
    all.at(-1)?.id ?? '',
    new Map([...unmined, ...computePooledFeeBases(ancestors)]),
  )
  requireFees(chainToPayment, { coin, feeRate: rules.feeRate, pooled: isPooled })
  return { open, unmined, replaceable, block: null, ancestors: [...ancestors.keys()], isPooled }
}

interface ReplaceableRules {
  readonly coin: Coin
  readonly checkDeadline: (() => void) | undefined
  readonly runSteps: RunSteps
}

/** Where a node doesn't report whether a transaction signals replacement, its own bytes tell. */
async function isAnyReplaceable(
  ancestors: ReadonlyMap<string, MempoolEntry>,
  { network }: PaymentChain,
  { coin, checkDeadline, runSteps }: ReplaceableRules,
): Promise<boolean> {
  for (const { replaceable } of ancestors.values()) if (replaceable) return true
  for (const [txid, { replaceable }] of ancestors) {
    if (replaceable !== null) continue
    checkDeadline?.()
    const hex = await network.transaction(txid)
    // It has left the mempool: mined, or the node is about to reject its descendants.
    if (hex === null) continue
    const bytes = toUint8Array(Buffer.from(hex, 'hex'))
    if (signalsReplacement(coin, await runSteps(coin.parseInSteps(bytes)))) return true
  }
  return false
}

const spendsAbove = ({ status }: PendingTransaction, tipHeight: number): boolean =>
  status.known === 'fresh' && status.held.some(({ height }) => height !== null && height > tipHeight)

/** Wallets set the lock time to the newest height that they know, so catch up with the tip before rejecting. */
async function requireFinal(open: readonly ParsedTransaction[], chain: PaymentChain): Promise<void> {
  if (await areFinalNow(open, chain)) return
  await chain.catchUp()
  if (!(await areFinalNow(open, chain))) throw new ApiError('tx_not_final')
}

/** Asks the node for the median time once at most, however many transactions are locked until a time. */
async function areFinalNow(open: readonly ParsedTransaction[], chain: PaymentChain): Promise<boolean> {
  const tipHeight = chain.tipHeight()
  const medianTime = open.some(({ parsed }) => isLockedUntilTime(parsed))
    ? await chain.network.medianTime()
    : 0
  return open.every(({ parsed }) => isFinal(parsed, { tipHeight, medianTime }))
}

async function poolParentsOf(
  { parsed, status }: PendingTransaction,
  some: SomeInTurns,
): Promise<readonly string[]> {
  if (status.known === 'pooled') return status.pooled.depends
  if (status.known === 'absent') return []
  const parents = new Set<string>()
  await some(status.held.entries(), ([place, { unconfirmed }]) => {
    const input = unconfirmed === 'pool' ? parsed.inputs[place] : undefined
    if (input) parents.add(input.txid)
    return false
  })
  return [...parents]
}
