import type { MempoolEntry, Network } from '../networks/network.ts'

/** Most coins' nodes accept chains of 25 (Bitcoin Core's limit); BCH and BSV allow more. Past this limit a chain's fees are unknown. */
const maxAncestors = 200
/** Virtual bytes of all ancestors, which are downloaded later. Most coins' nodes accept chains of 101 000. */
const maxAncestorBytes = 4_000_000

interface AncestorOptions {
  /** Ids of the submission's transactions, which are skipped. */
  readonly submittedTxids?: ReadonlySet<string>
  /** Runs before each call to the node, and may throw. */
  readonly checkDeadline?: (() => void) | undefined
}

/**
 * Finds the mempool transactions that these descend from: `parents`, their parents and so on, keyed by id. Each is listed once, however
 * many paths lead to it. Null when there are too many or they are too large: the fee can only be checked, and the inputs watched, when the
 * whole chain is known.
 * @throws {NetworkUnavailableError}
 */
export async function findAncestors(
  parents: readonly string[],
  network: Pick<Network, 'findInMempool'>,
  { submittedTxids, checkDeadline }: AncestorOptions = {},
): Promise<ReadonlyMap<string, MempoolEntry> | null> {
  const ancestors = new Map<string, MempoolEntry>()
  let bytes = 0
  for (let next = filterUnseen(parents); next.length > 0; ) {
    if (ancestors.size + next.length > maxAncestors) return null
    checkDeadline?.()
    const entries = await network.findInMempool(next)
    next.forEach((txid, index) => {
      const entry = entries[index]
      if (!entry) return
      ancestors.set(txid, entry)
      bytes += entry.size
    })
    if (bytes > maxAncestorBytes) return null
    next = filterUnseen(entries.flatMap((entry) => entry?.depends ?? []))
  }
  return ancestors

  function filterUnseen(txids: readonly string[]): string[] {
    return [...new Set(txids)].filter((txid) => !ancestors.has(txid) && !submittedTxids?.has(txid))
  }
}
