import type { Clock, Instant } from '../kernel/clock.ts'
import { runInBatches } from '../kernel/periodic-task.ts'
import type { Transact } from '../kernel/transact.ts'

export interface PruneStore {
  /**
   * Deletes up to `limit` events older than `before` with a position below `below`, oldest first, and records how far the log is pruned.
   * Returns how many.
   */
  prune(bounds: { before: Instant; below: number | null; limit: number }): Promise<number>
}

export interface PruneParts {
  readonly transact: Transact<{ readonly prunes: PruneStore }>
  readonly keepMs: number
  /** For each consumer that reads the log at its own pace: the lowest position it still needs, or null. It never decreases. */
  readonly neededFrom: readonly (() => Promise<number | null>)[]
  readonly clock: Clock
}

/** Rows per transaction, so that other writers get a turn in between. */
const batch = 500

/** Deletes events past their retention period, oldest first, unless a consumer still needs them. */
export function createEventPruner({ transact, keepMs, neededFrom, clock }: PruneParts) {
  return async (ending?: AbortSignal): Promise<void> => {
    const needed = await Promise.all(neededFrom.map((from) => from()))
    const positions = needed.filter((position) => position !== null)
    const below = positions.length === 0 ? null : Math.min(...positions)
    const before = clock.now() - keepMs
    await runInBatches(
      batch,
      () => transact(({ prunes }) => prunes.prune({ before, below, limit: batch })),
      ending,
    )
  }
}
