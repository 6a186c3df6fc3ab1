import type { Network, Pooled } from '../networks/network.ts'

/** Nodes hold chains of 25 (Bitcoin Core's limit) to some more; what is longer is not looked at further. */
const mostGenerations = 50
const mostAncestors = 200

/** The transactions of the pool that these rest on, themselves included, each once however many ways lead to it. */
export async function ancestorsOf(parents: readonly string[], network: Network): Promise<Pooled[]> {
  const found = new Map<string, Pooled>()
  let next = [...parents]
  for (let generation = 0; next.length > 0 && generation < mostGenerations; generation++) {
    const pooled = await network.pooled(next)
    next.forEach((txid, place) => {
      const entry = pooled[place]
      if (entry) found.set(txid, entry)
    })
    if (found.size > mostAncestors) break
    next = [...new Set(pooled.flatMap((entry) => entry?.depends ?? []))].filter((txid) => !found.has(txid))
  }
  return [...found.values()]
}
