import type { Coin } from '../coins/coin.ts'
import { ApiError } from '../kernel/api-error.ts'
import { fromHex } from '../kernel/hex.ts'
import { createSomeInSteps, type SomeInSteps } from '../kernel/some-in-steps.ts'
import type { RunSteps } from '../kernel/steps.ts'
import type { MempoolEntry } from '../networks/network.ts'
import type { SignatureChecker } from '../networks/signatures.ts'
import { findAncestors } from './ancestors.ts'
import type { PaymentChain } from './chain.ts'
import { emptyFeeBasis, requireFees, type UnminedTransaction } from './fee.ts'
import { computeFeeBasis, computePooledFeeBases, sortParentsFirst } from './fee-basis.ts'
import { isFinal, isLockedUntilTime, signalsReplacement } from './finality.ts'
import { findInputStatuses } from './input-status.ts'
import { mapRejection, testMempoolAcceptance } from './mempool-acceptance.ts'
import type { ParsedSubmission, ParsedTransaction } from './parse.ts'
import type { BlockPosition } from './payment.ts'
import type { PendingTransaction } from './pending-transaction.ts'

export interface TransactionCheckResult {
  /** The submission's transactions that no block contains yet, by id. */
  readonly unmined: ReadonlyMap<string, UnminedTransaction>
  /** The submission or an unconfirmed ancestor signals replacement. */
  readonly signalsReplacement: boolean
  /** The block that contains the paying transaction, or null. */
  readonly block: BlockPosition | null
  /** Ids of the submission's unconfirmed ancestors, without its own transactions. */
  readonly ancestors: readonly string[]
  /** The node's mempool contains the paying transaction. */
  readonly isInMempool: boolean
}

export interface TransactionCheckRules {
  /** Base units per 1 000 bytes. */
  readonly feeRate: bigint
  /** Chain height when the address was issued. */
  readonly sinceHeight: number
  readonly rejectsReplaceable: boolean
  /** Called between calls to the node. Throws once the deadline has passed. */
  readonly checkDeadline?: () => void
  readonly runSteps: RunSteps
  /** Estimated virtual bytes, with signatures, of an unsigned transaction. */
  readonly size?: number
}

/**
 * Checks whether the network would accept a submission: the checks of `checkUnsignedTransactions`, then signatures. No side effects.
 * `isTested` says whether the node has tested exactly these bytes, `isVerified` whether every signature was checked, by the node or by us.
 * @throws {ApiError} with the problem found · {NetworkUnavailableError}
 */
export async function checkTransactions(
  parsed: ParsedSubmission,
  chain: PaymentChain,
  signatures: SignatureChecker,
  rules: TransactionCheckRules,
): Promise<TransactionCheckResult & { readonly isTested: boolean; readonly isVerified: boolean }> {
  const { pending, ...result } = await checkUnsignedTransactions(parsed, chain, rules)
  // Follow the blocks that contain the parents first: a lost parent is only detected when a followed block is disconnected.
  if (pending.some((transaction) => spendsAboveTip(transaction, chain.getTipHeight()))) await chain.catchUp()
  const { coin, transactions } = parsed
  const { testedCount, isVerified } = await testMempoolAcceptance(coin, pending, chain, signatures, {
    createError: (rejection, txid) =>
      mapRejection(rejection, {
        coin,
        feeRate: rules.feeRate,
        feeBasis: result.unmined.get(txid) ?? emptyFeeBasis,
      }),
    checkDeadline: rules.checkDeadline,
  })
  return { ...result, isTested: testedCount === transactions.length, isVerified }
}

/**
 * Runs the checks that need no signatures, in this order: already mined, final, not replaceable (where required), inputs available and
 * sufficient, fee. Returns the transactions that no block contains yet as `pending`.
 * @throws {ApiError} with the problem found · {NetworkUnavailableError}
 */
export async function checkUnsignedTransactions(
  { coin, transactions }: ParsedSubmission,
  chain: PaymentChain,
  rules: TransactionCheckRules,
): Promise<TransactionCheckResult & { readonly pending: readonly PendingTransaction[] }> {
  const parsedTransactions = transactions.map(({ parsed }) => parsed)
  const { sinceHeight, checkDeadline, runSteps } = rules
  const statuses = await findInputStatuses(parsedTransactions, chain, sinceHeight, {
    checkDeadline,
    runSteps,
  })
  const pending = transactions.flatMap(({ hex, parsed }, index) => {
    const status = statuses[index]
    return !status || status.kind === 'mined' ? [] : [{ hex, parsed, status }]
  })
  const last = statuses.at(-1)
  if (last?.kind === 'mined') {
    const nothingPending = {
      pending: [],
      unmined: new Map(),
      signalsReplacement: false,
      ancestors: [],
      isInMempool: false,
    }
    return { ...nothingPending, block: last.block }
  }

  await requireFinal(pending, chain)
  const someInSteps = createSomeInSteps(runSteps)
  const mempoolParents: string[] = []
  for (const transaction of pending)
    mempoolParents.push(...(await findMempoolParents(transaction, someInSteps)))
  const submittedTxids = new Set(parsedTransactions.map(({ id }) => id))
  const ancestors = await findAncestors(mempoolParents, chain.network, { submittedTxids, checkDeadline })
  const isInMempool = last?.kind === 'inMempool'
  if (!ancestors) throw new ApiError('tx_chain_too_long', isInMempool)
  const isReplaceable =
    pending.some(({ parsed }) => signalsReplacement(coin, parsed)) ||
    (await isAnyReplaceable(ancestors, chain, { coin, checkDeadline, runSteps }))
  if (isReplaceable && rules.rejectsReplaceable) throw new ApiError('tx_replaceable', coin.replacement)
  for (const { status } of pending) if (status.kind === 'unspendable') throw status.error

  const unmined = new Map<string, UnminedTransaction>()
  for (const transaction of pending)
    unmined.set(
      transaction.parsed.id,
      await computeFeeBasis(transaction, { coin, someInSteps, size: rules.size }),
    )
  const chainToPayment = sortParentsFirst(
    parsedTransactions.at(-1)?.id ?? '',
    new Map([...unmined, ...computePooledFeeBases(ancestors)]),
  )
  requireFees(chainToPayment, { coin, feeRate: rules.feeRate, isInMempool })
  return {
    pending,
    unmined,
    signalsReplacement: isReplaceable,
    block: null,
    ancestors: [...ancestors.keys()],
    isInMempool,
  }
}

interface ReplaceableRules {
  readonly coin: Coin
  readonly checkDeadline: (() => void) | undefined
  readonly runSteps: RunSteps
}

/** Whether any ancestor signals replacement. Reads the signal from the bytes if the node doesn't report it. */
async function isAnyReplaceable(
  ancestors: ReadonlyMap<string, MempoolEntry>,
  { network }: PaymentChain,
  { coin, checkDeadline, runSteps }: ReplaceableRules,
): Promise<boolean> {
  for (const { isReplaceable } of ancestors.values()) if (isReplaceable) return true
  for (const [txid, { isReplaceable }] of ancestors) {
    if (isReplaceable !== null) continue
    checkDeadline?.()
    const hex = await network.getTransaction(txid)
    // It has left the mempool: mined, or the node is about to reject its descendants.
    if (hex === null) continue
    const bytes = fromHex(hex)
    if (signalsReplacement(coin, await runSteps(coin.parseInSteps(bytes)))) return true
  }
  return false
}

/** Whether it spends an output of a block that we haven't followed yet. */
const spendsAboveTip = ({ status }: PendingTransaction, tipHeight: number): boolean =>
  status.kind === 'spendable' && status.prevouts.some(({ height }) => (height ?? 0) > tipHeight)

/** Wallets set the lock time to the newest height that they know, so catch up with the tip before rejecting. */
async function requireFinal(pending: readonly ParsedTransaction[], chain: PaymentChain): Promise<void> {
  if (await areFinalNow(pending, chain)) return
  await chain.catchUp()
  if (!(await areFinalNow(pending, chain))) throw new ApiError('tx_not_final')
}

/** Reads the node's median time at most once, and only if a transaction is locked until a time. */
async function areFinalNow(pending: readonly ParsedTransaction[], chain: PaymentChain): Promise<boolean> {
  const tipHeight = chain.getTipHeight()
  const medianTime = pending.some(({ parsed }) => isLockedUntilTime(parsed))
    ? await chain.network.getMedianTime()
    : 0
  return pending.every(({ parsed }) => isFinal(parsed, { tipHeight, medianTime }))
}

async function findMempoolParents(
  { parsed, status }: PendingTransaction,
  someInSteps: SomeInSteps,
): Promise<readonly string[]> {
  if (status.kind === 'inMempool') return status.entry.depends
  if (status.kind === 'unspendable') return []
  const parents = new Set<string>()
  await someInSteps(status.prevouts.entries(), ([index, { unconfirmed }]) => {
    const input = unconfirmed === 'mempool' ? parsed.inputs[index] : undefined
    if (input) parents.add(input.txid)
    return false
  })
  return [...parents]
}
