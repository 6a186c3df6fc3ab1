import type { Outpoint } from '../../coins/coin.ts'
import type { Steps } from '../../kernel/steps.ts'
import type { MinedPayingTransaction, TransactionSpends } from '../network.ts'
import { createSetFilter } from './script-filter.ts'
import { type BlockFormat, readBlock, toPayingTransactions } from './serialised-block.ts'

/** Ancestors per transaction: most mempools accept chains of 25. A block can contain chains of thousands. */
const maxAncestors = 25

/**
 * The transactions of a serialised block that pay one of these scripts, given in hex, with their nearest ancestors in the block.
 * @throws {ApiError} `tx_unparseable`: the bytes aren't a block
 */
export function* findPayingWithAncestors(
  bytes: Uint8Array,
  format: BlockFormat,
  scripts: ReadonlySet<string>,
): Steps<MinedPayingTransaction[]> {
  const byTxid = new Map<string, TransactionSpends>()
  const payingTransactions = yield* readBlock(bytes, format, createSetFilter(scripts), (transaction) => {
    const txid = transaction.computeId()
    byTxid.set(txid, { txid, inputs: transaction.inputs })
    return toPayingTransactions(transaction)
  })
  const results: MinedPayingTransaction[] = []
  for (const transaction of payingTransactions.flat()) {
    results.push({ ...transaction, ancestors: findBlockAncestors(transaction.inputs, byTxid) })
    yield
  }
  return results
}

export function findBlockAncestors(
  inputs: readonly Outpoint[],
  byTxid: ReadonlyMap<string, TransactionSpends>,
): TransactionSpends[] {
  const ancestors = new Set<TransactionSpends>()
  const addParents = (spent: readonly Outpoint[]) => {
    for (const { txid } of spent) {
      const parent = ancestors.size < maxAncestors && byTxid.get(txid)
      if (parent) ancestors.add(parent)
    }
  }
  addParents(inputs)
  // A loop over a set also visits what is added to it.
  for (const ancestor of ancestors) addParents(ancestor.inputs)
  return [...ancestors]
}
