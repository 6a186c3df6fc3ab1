import type { Coin } from '../../coins/coin.ts'
import type { Pooled } from '../network.ts'
import { type Rpc, Unanswered } from '../rpc.ts'
import { count, hash, list, members, text } from './answer.ts'
import { batch, grantedOrNull } from './ask.ts'
import type { NodeDifferences } from './differences.ts'
import { coinsOf } from './exact.ts'

/** BIP125: an input with a sequence number up to this one says that the transaction may be replaced. */
const lastReplaceable = 0xffff_fffd

/** Looks transactions up in the node's pool. */
export function poolLookup(coin: Coin, rpc: Rpc, node: NodeDifferences) {
  return async (txids: readonly string[]): Promise<readonly (Pooled | null)[]> => {
    const answers = await batch(
      rpc,
      txids.map((txid) => ({ method: 'getmempoolentry', params: [txid] })),
    )
    const pooled: (Pooled | null)[] = []
    for (const [index, txid] of txids.entries()) {
      const answer = grantedOrNull(answers[index])
      pooled.push(answer === null ? null : await readEntry(txid, members(answer)))
    }
    return pooled
  }

  /** `fees.base` since Core 0.17 and in BCH, `fee` in BSV and DOGE; `vsize` since Core 0.19, else `size`, which is virtual too. */
  async function readEntry(txid: string, entry: Readonly<Record<string, unknown>>): Promise<Pooled> {
    const fee = coinsOf(entry.fees === undefined ? entry.fee : members(entry.fees).base)
    if (fee === null) throw new Unanswered('the node answered with a negative fee')
    return {
      fee,
      size: count(entry.vsize ?? entry.size),
      replaceable: node.replaces && (await replaceable(txid, entry['bip125-replaceable'])),
      depends: list(entry.depends).map(hash),
    }
  }

  /** Where the node does not say so itself, it shows in the sequence numbers. */
  async function replaceable(txid: string, said: unknown): Promise<boolean> {
    if (typeof said === 'boolean') return said
    const ancestors = list(await rpc.call('getmempoolancestors', [txid, false])).map(hash)
    const family = [txid, ...ancestors].map((id) => ({ method: 'getrawtransaction', params: [id] }))
    const raw = (await batch(rpc, family)).map(grantedOrNull).filter((hex) => hex !== null)
    return raw.some((hex) => coin.parse(text(hex)).inputs.some(({ sequence }) => sequence <= lastReplaceable))
  }
}
