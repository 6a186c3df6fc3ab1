import type { Network, Pooled } from '../networks/network.ts'

/** Nodes hold chains of 25 (Bitcoin Core's limit) to some more; what is longer is not looked at further. */
const mostGenerations = 50
const mostAncestors = 200

/**
 * The transactions of the pool that rest below, `parents` and their own parents and so on, each once however many ways lead to it.
 * Those of `own` are left out: they are weighed with the submission that they are in.
 */
export async function ancestorsOf(
  parents: readonly string[],
  network: Pick<Network, 'pooled'>,
  own: ReadonlySet<string> = new Set(),
): Promise<Pooled[]> {
  const found = new Map<string, Pooled>()
  let next = unseen(parents)
  for (let generation = 0; next.length > 0 && generation < mostGenerations; generation++) {
    next = next.slice(0, mostAncestors + 1)
    const pooled = await network.pooled(next)
    next.forEach((txid, place) => {
      const entry = pooled[place]
      if (entry) found.set(txid, entry)
    })
    if (found.size > mostAncestors) break
    next = unseen(pooled.flatMap((entry) => entry?.depends ?? []))
  }
  return [...found.values()]

  function unseen(txids: readonly string[]): string[] {
    return [...new Set(txids)].filter((txid) => !found.has(txid) && !own.has(txid))
  }
}
