import type { Transaction } from '../../coins/coin.ts'
import type { ChainContext } from './chain.ts'
import type { Ledger } from './ledger.ts'
import { areRelativeLocksMet } from './relative-locks.ts'
import { findWithDescendants } from './transactions.ts'
import type { SpentCoin } from './validate.ts'

/**
 * Removes transactions that can no longer be in the next block, and their descendants, from the mempool (`removeForReorg`). Relative locks
 * restart when a parent returns to the mempool. Time and height only grow, so absolute lock times stay satisfied.
 */
export async function removeForReorg({ coin, node, reader }: ChainContext, ledger: Ledger): Promise<void> {
  const tip = await ledger.findChain()
  if (!tip || !node.hasRelativeLocks) return
  for (const { txid } of await ledger.listMempool()) {
    // It may have been removed with an ancestor.
    const mempoolTransaction = await ledger.findTransaction(txid)
    if (!mempoolTransaction) continue
    const transaction = reader.parse(mempoolTransaction.hex)
    const spentCoins = await findSpentCoins(ledger, transaction)
    const getMedianTimeAt = async (height: number) => (await ledger.findBlockAt(height))?.medianTime ?? 0
    if (await areRelativeLocksMet({ coin, node, tip, transaction }, spentCoins, getMedianTimeAt)) continue
    await ledger.remove(await findWithDescendants(ledger, [txid]))
  }
}

async function findSpentCoins(
  ledger: Ledger,
  { inputs }: Transaction,
): Promise<readonly Pick<SpentCoin, 'height'>[]> {
  const spentCoins: Pick<SpentCoin, 'height'>[] = []
  for (const { txid } of inputs)
    spentCoins.push({ height: (await ledger.findTransaction(txid))?.height ?? null })
  return spentCoins
}
