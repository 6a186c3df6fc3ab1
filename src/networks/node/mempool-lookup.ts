import type { Coin } from '../../coins/coin.ts'
import type { MempoolEntry } from '../network.ts'
import { NodeResponseError, type Rpc } from '../rpc.ts'
import { parseCoinAmount } from './exact.ts'
import { readArray, readCount, readHash, readObject, readString } from './read-response.ts'
import { callInBatches, unwrapResultOrNull } from './rpc-calls.ts'

/** BIP125: an input with a sequence number up to this one signals that the transaction may be replaced. */
const lastReplaceable = 0xffff_fffd

/** Looks transactions up in the node's mempool. */
export function createMempoolLookup(coin: Coin, rpc: Rpc) {
  return async (txids: readonly string[]): Promise<readonly (MempoolEntry | null)[]> => {
    const answers = await callInBatches(
      rpc,
      txids.map((txid) => ({ method: 'getmempoolentry', params: [txid] })),
    )
    const pooled: (MempoolEntry | null)[] = []
    for (const [index, txid] of txids.entries()) {
      const answer = unwrapResultOrNull(answers[index])
      pooled.push(answer === null ? null : await readEntry(txid, readObject(answer)))
    }
    return pooled
  }

  /**
   * `fees.base` since Core 0.17 and in BCH, `fee` in BSV and DOGE. `vsize` since Core 0.19, before that `size`, which is also in virtual
   * bytes.
   */
  async function readEntry(txid: string, entry: Readonly<Record<string, unknown>>): Promise<MempoolEntry> {
    const fee = parseCoinAmount(entry.fees === undefined ? entry.fee : readObject(entry.fees).base)
    if (fee === null) throw new NodeResponseError('the node answered with a negative fee')
    return {
      fee,
      size: readCount(entry.vsize ?? entry.size),
      replaceable: await replaceable(txid, entry['bip125-replaceable']),
      depends: readArray(entry.depends).map(readHash),
    }
  }

  /** If the node doesn't report it, the sequence numbers of the transaction and its ancestors tell. */
  async function replaceable(txid: string, said: unknown): Promise<boolean> {
    if (coin.replacement !== 'signalled') return coin.replacement === 'full'
    if (typeof said === 'boolean') return said
    const ancestors = readArray(await rpc.call('getmempoolancestors', [txid, false])).map(readHash)
    const family = [txid, ...ancestors].map((id) => ({ method: 'getrawtransaction', params: [id] }))
    const raw = (await callInBatches(rpc, family)).map(unwrapResultOrNull).filter((hex) => hex !== null)
    return raw.some((hex) =>
      coin.parse(readString(hex)).inputs.some(({ sequence }) => sequence <= lastReplaceable),
    )
  }
}
