import type { RunSteps } from '../../kernel/steps.ts'
import type { MinedPayingTransaction, PayingTransaction, SelectScripts } from '../network.ts'
import type { Rpc } from '../rpc.ts'
import { findPayingWithAncestors } from './paying-with-ancestors.ts'
import { readBytes } from './read-response.ts'
import { callInBatches, unwrapResultOrNull } from './rpc-calls.ts'
import {
  type BlockFormat,
  findPayingTransactions,
  readBlockScripts,
  readTransactionScripts,
} from './serialised-block.ts'

/** Finds transactions by the scripts that they pay, in the serialised bytes that every node returns. The node needs no index or wallet. */
export function createPaymentSearch(rpc: Rpc, format: BlockFormat, runSteps: RunSteps) {
  return { searchBlock, searchMempool }

  /** Parses twice, so that the first pass stores no transactions. The second is rare: it only runs if a script matches. */
  async function searchBlock(hash: string, select: SelectScripts): Promise<MinedPayingTransaction[]> {
    const bytes = readBytes(await rpc.call('getblock', [hash, false]))
    const matches = await select(await runSteps(readBlockScripts(bytes, format)))
    return matches.size === 0 ? [] : runSteps(findPayingWithAncestors(bytes, format, matches))
  }

  async function searchMempool(
    txids: readonly string[],
    select: SelectScripts,
  ): Promise<PayingTransaction[]> {
    const calls = txids.map((txid) => ({ method: 'getrawtransaction', params: [txid] }))
    const rawTransactions = (await callInBatches(rpc, calls)).flatMap((result) => {
      const hex = unwrapResultOrNull(result)
      // Null: it has left the mempool.
      return hex === null ? [] : [readBytes(hex)]
    })
    const matches = await select(await runSteps(readTransactionScripts(rawTransactions, format)))
    return matches.size === 0 ? [] : runSteps(findPayingTransactions(rawTransactions, format, matches))
  }
}
