import type { BlockRef, Network } from '../networks/network.ts'
import type { BlockPlace } from './payment.ts'

/** An invoice lives a day unless it says otherwise, and a claim is given up after one. */
const searchedBlocks = 144
/** Some hundred kB each on the fullest chains. */
const keptBlocks = 16

/** Finds in which of the followed blocks a transaction is, the newest first. Blocks looked at last are kept. */
export function minedTransactions(
  network: Pick<Network, 'block'>,
  recent: (count: number) => Promise<BlockRef[]>,
): (txid: string, aboveHeight: number) => Promise<BlockPlace | null> {
  const kept = new Map<string, ReadonlySet<string>>()

  return async function find(txid, aboveHeight) {
    const [newest] = await recent(1)
    if (!newest || newest.height <= aboveHeight) return null
    for (const { height, hash } of await recent(searchedBlocks)) {
      if (height <= aboveHeight) return null
      if ((await txidsOf(height, hash)).has(txid)) return { height, hash }
    }
    return null
  }

  async function txidsOf(height: number, hash: string): Promise<ReadonlySet<string>> {
    const known = kept.get(hash)
    if (known) return known
    const block = await network.block(height)
    // The chain moved in the meantime: what this height holds now is not what was followed.
    if (block?.hash !== hash) return new Set()
    const txids = new Set(block.txids)
    if (kept.size >= keptBlocks) kept.delete(kept.keys().next().value ?? '')
    kept.set(hash, txids)
    return txids
  }
}
