import type { Clock, Instant } from '../kernel/clock.ts'
import { inBatches } from '../kernel/every.ts'
import type { Transact } from '../kernel/transact.ts'

export interface PruneStore {
  /**
   * Deletes, oldest first, at most `limit` events that are older than `before` and whose position is below `below`, and notes in the
   * log how far it is pruned now. How many they were.
   */
  prune(bounds: { before: Instant; below: number | null; limit: number }): Promise<number>
}

export interface PruneParts {
  readonly transact: Transact<{ readonly prunes: PruneStore }>
  readonly keepMs: number
  /** Of each that reads the log at its own pace: the lowest position that it has not done with, or null. They never go back. */
  readonly neededFrom: readonly (() => Promise<number | null>)[]
  readonly clock: Clock
}

/** So many go in one transaction: others write between two of them. */
const batch = 500

/** Deletes events that were kept long enough, oldest first, and none that is still needed. */
export function pruneEvents({ transact, keepMs, neededFrom, clock }: PruneParts) {
  return async (ending?: AbortSignal): Promise<void> => {
    const needed = await Promise.all(neededFrom.map((from) => from()))
    const positions = needed.filter((position) => position !== null)
    const below = positions.length === 0 ? null : Math.min(...positions)
    const before = clock.now() - keepMs
    await inBatches(
      batch,
      () => transact(({ prunes }) => prunes.prune({ before, below, limit: batch })),
      ending,
    )
  }
}
