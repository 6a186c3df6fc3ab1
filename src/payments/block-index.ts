import type { Outpoint } from '../coins/coin.ts'
import type { Steps } from '../kernel/steps.ts'
import type { TransactionSpends } from '../networks/network.ts'

/** Finds a block's transactions by id, parent and input without scanning the block, in any block order (BCH orders by id). */
export interface BlockIndex {
  readonly transactions: readonly TransactionSpends[]
  readonly byTxid: ReadonlyMap<string, TransactionSpends>
  /** The ids of the block's transactions that spend an output of this transaction, once for each input. */
  readonly childrenOf: ReadonlyMap<string, readonly string[]>
  /** The position of the transaction that spends an outpoint, by outpoint key. */
  readonly spenders: ReadonlyMap<string, number>
}

/** Visiting this many transactions or inputs takes a few milliseconds. */
export const itemsPerStep = 2_000

export const formatOutpoint = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`

export function* indexBlock(transactions: readonly TransactionSpends[]): Steps<BlockIndex> {
  const byTxid = new Map<string, TransactionSpends>()
  const childrenOf = new Map<string, string[]>()
  const spenders = new Map<string, number>()
  let visited = 0
  for (const transaction of transactions) {
    byTxid.set(transaction.txid, transaction)
    if (++visited % itemsPerStep === 0) yield
  }
  for (const [position, { txid, inputs }] of transactions.entries())
    for (const input of inputs) {
      spenders.set(formatOutpoint(input), position)
      if (byTxid.has(input.txid)) {
        const children = childrenOf.get(input.txid)
        if (children) children.push(txid)
        else childrenOf.set(input.txid, [txid])
      }
      if (++visited % itemsPerStep === 0) yield
    }
  return { transactions, byTxid, childrenOf, spenders }
}

/** Returns the transactions and their descendants in the block. */
export function* findDescendants(
  { childrenOf }: Pick<BlockIndex, 'childrenOf'>,
  txids: Iterable<string>,
): Steps<ReadonlySet<string>> {
  const foundTxids = new Set(txids)
  let visited = 0
  // A loop over a set also visits what is added to it.
  for (const txid of foundTxids)
    for (const child of childrenOf.get(txid) ?? []) {
      foundTxids.add(child)
      if (++visited % itemsPerStep === 0) yield
    }
  return foundTxids
}
