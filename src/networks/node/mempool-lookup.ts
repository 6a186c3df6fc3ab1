import type { Coin } from '../../coins/coin.ts'
import type { MempoolEntry } from '../network.ts'
import { NodeResponseError, type Rpc } from '../rpc.ts'
import { parseCoinAmount } from './exact-numbers.ts'
import { readArray, readCount, readHash, readObject } from './read-response.ts'
import { callInBatches, unwrapResultOrNull } from './rpc-calls.ts'

/** Looks transactions up in the node's mempool. */
export function createMempoolLookup(coin: Coin, rpc: Rpc) {
  return async (txids: readonly string[]): Promise<readonly (MempoolEntry | null)[]> => {
    const results = await callInBatches(
      rpc,
      txids.map((txid) => ({ method: 'getmempoolentry', params: [txid] })),
    )
    return results.map((result) => {
      const entry = unwrapResultOrNull(result)
      return entry === null ? null : readEntry(readObject(entry))
    })
  }

  /**
   * `fees.base` since Core 0.17 and in BCH, `fee` in BSV and DOGE. `vsize` since Core 0.19, before that `size`, which is also in virtual
   * bytes.
   */
  function readEntry(entry: Readonly<Record<string, unknown>>): MempoolEntry {
    const fee = parseCoinAmount(entry.fees === undefined ? entry.fee : readObject(entry.fees).base)
    if (fee === null) throw new NodeResponseError('the node returned a negative fee')
    return {
      fee,
      size: readCount(entry.vsize ?? entry.size),
      isReplaceable: isReplaceable(coin, entry['bip125-replaceable']),
      depends: readArray(entry.depends).map(readHash),
      time: readCount(entry.time),
    }
  }
}

function isReplaceable({ replacement }: Coin, reported: unknown): boolean | null {
  if (replacement !== 'signalled') return replacement === 'full'
  return typeof reported === 'boolean' ? reported : null
}
