import type { Steps } from '../kernel/steps.ts'
import type { TransactionSpends } from '../networks/network.ts'
import { formatOutpoint, itemsPerStep } from './block-index.ts'
import type { SearchEntry } from './search-progress.ts'

export type EntriesByOutpoint = ReadonlyMap<string, readonly SearchEntry[]>

export function groupByOutpoint(entries: readonly SearchEntry[]): EntriesByOutpoint {
  const groups = new Map<string, SearchEntry[]>()
  for (const entry of entries)
    for (const input of entry.watched.inputs) {
      const key = formatOutpoint(input)
      const group = groups.get(key)
      if (group) group.push(entry)
      else groups.set(key, [entry])
    }
  return groups
}

/** The entries that depend on an outpoint that the block spends. */
export function* findHits(
  spends: readonly TransactionSpends[],
  entriesByOutpoint: EntriesByOutpoint,
): Steps<ReadonlySet<SearchEntry>> {
  const hits = new Set<SearchEntry>()
  let visited = 0
  for (const { inputs } of spends)
    for (const input of inputs) {
      for (const entry of entriesByOutpoint.get(formatOutpoint(input)) ?? []) hits.add(entry)
      if (++visited % itemsPerStep === 0) yield
    }
  return hits
}
