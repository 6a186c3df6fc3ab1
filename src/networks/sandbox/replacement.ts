import type { Transaction } from '../../coins/coin.ts'
import { formatAmount } from './amount.ts'
import type { ChainContext } from './chain.ts'
import type { MempoolTransaction } from './ledger.ts'
import { createRejection, type MempoolRejection } from './rejection.ts'
import { findWithDescendants, getVirtualSize } from './transactions.ts'
import { divideRoundingUp, type SpentCoin, type ValidationContext } from './validate.ts'

/** BIP125: an input with a sequence number up to this one signals that its transaction may be replaced. */
const lastReplaceable = 0xffff_fffd
/** MAX_REPLACEMENT_CANDIDATES */
const maxReplaced = 100

/** Whether this mempool transaction may be replaced. A signal by an ancestor doesn't count. */
export async function isReplaceable({ node, ledger, reader }: ChainContext, txid: string): Promise<boolean> {
  if (node.replaces !== 'signalled') return node.replaces === 'always'
  const transaction = await ledger.findTransaction(txid)
  return (
    transaction !== null &&
    reader.readBody(transaction).inputs.some(({ sequence }) => sequence <= lastReplaceable)
  )
}

interface Replacement {
  readonly fee: bigint
  readonly inputs: readonly SpentCoin[]
  /** Ids of the conflicting transactions. */
  readonly conflicts: readonly string[]
}

/**
 * The transactions that a replacement removes from the mempool, or why it is rejected. BIP125 as implemented by Bitcoin Core up to 30: a
 * replacement pays a higher fee rate than each conflicting transaction, a higher fee than all removed ones together plus its own relay fee,
 * and spends no unconfirmed outputs except those of the parents of the conflicting transactions.
 */
export async function checkReplacement(
  { ledger, reader }: ChainContext,
  context: ValidationContext,
  replacement: Replacement,
): Promise<readonly string[] | { readonly rejection: MempoolRejection }> {
  const { conflicts } = replacement
  const evictedTxids = await findWithDescendants(ledger, conflicts)
  const evictedTransactions = (
    await Promise.all(evictedTxids.map((txid) => ledger.findTransaction(txid)))
  ).filter((transaction) => transaction !== null)
  const direct = evictedTransactions.filter(({ txid }) => conflicts.includes(txid))
  const parents = new Set(
    direct.flatMap((transaction) => reader.readBody(transaction).inputs.map(({ txid }) => txid)),
  )
  const rejection =
    checkAncestry(context, evictedTxids) ??
    checkFeeRate(context, replacement.fee, direct) ??
    checkNewParents(context.transaction, replacement.inputs, parents) ??
    checkTotalFee(context, replacement.fee, evictedTransactions)
  return rejection ? { rejection } : evictedTxids
}

function checkAncestry(
  { transaction }: ValidationContext,
  evictedTxids: readonly string[],
): MempoolRejection | null {
  const conflictingInput = transaction.inputs.find(({ txid }) => evictedTxids.includes(txid))
  if (!conflictingInput) return null
  return createRejection(
    'bad-txns-spends-conflicting-tx',
    `${transaction.id} spends conflicting transaction ${conflictingInput.txid}`,
  )
}

function checkFeeRate(
  { transaction }: ValidationContext,
  fee: bigint,
  conflicts: readonly MempoolTransaction[],
): MempoolRejection | null {
  const size = BigInt(transaction.virtualSize)
  const getSize = (transaction: MempoolTransaction) => BigInt(getVirtualSize(transaction))
  const higherPaying = conflicts.find((conflict) => fee * getSize(conflict) <= conflict.fee * size)
  if (!higherPaying) return null
  const [rate, old] = [(fee * 1_000n) / size, (higherPaying.fee * 1_000n) / getSize(higherPaying)]
  return rejectInsufficientFee(
    transaction,
    `; new feerate ${formatAmount(rate)} BTC/kvB <= old feerate ${formatAmount(old)} BTC/kvB`,
  )
}

function checkNewParents(
  { id, inputs }: Transaction,
  spentCoins: readonly SpentCoin[],
  parents: ReadonlySet<string>,
): MempoolRejection | null {
  const index = inputs.findIndex(
    ({ txid }, index) => spentCoins[index]?.height === null && !parents.has(txid),
  )
  if (index < 0) return null
  return createRejection(
    'replacement-adds-unconfirmed',
    `replacement ${id} adds unconfirmed input, idx ${index}`,
  )
}

function checkTotalFee(
  { transaction, node }: ValidationContext,
  fee: bigint,
  evictedTransactions: readonly MempoolTransaction[],
): MempoolRejection | null {
  if (evictedTransactions.length > maxReplaced) {
    const count = `${evictedTransactions.length} > ${maxReplaced}`
    return createRejection(
      'too many potential replacements',
      `rejecting replacement ${transaction.id}; too many potential replacements (${count})`,
    )
  }
  const evictedFees = evictedTransactions.reduce((sum, transaction) => sum + transaction.fee, 0n)
  if (fee < evictedFees) {
    const amounts = `${formatAmount(fee)} < ${formatAmount(evictedFees)}`
    return rejectInsufficientFee(transaction, `, less fees than conflicting txs; ${amounts}`)
  }
  const relay = divideRoundingUp(node.incrementalFeeRate * BigInt(transaction.virtualSize), 1_000n)
  if (fee - evictedFees >= relay) return null
  const amounts = `${formatAmount(fee - evictedFees)} < ${formatAmount(relay)}`
  return rejectInsufficientFee(transaction, `, not enough additional fees to relay; ${amounts}`)
}

const rejectInsufficientFee = ({ id }: Transaction, detail: string): MempoolRejection =>
  createRejection('insufficient fee', `rejecting replacement ${id}${detail}`)
