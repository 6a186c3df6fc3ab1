import type { Clock, Instant } from '../kernel/clock.ts'
import { runInBatches } from '../kernel/periodic-task.ts'
import type { Transact } from '../kernel/transact.ts'

export interface PruneStore {
  /**
   * Deletes up to `limit` events older than `before` with a position below `beforePosition`, oldest first, and records how far the log is pruned.
   * Returns how many.
   */
  prune(bounds: { before: Instant; beforePosition: number | null; limit: number }): Promise<number>
}

interface PruneDependencies {
  readonly transact: Transact<{ readonly eventPruning: PruneStore }>
  readonly keepMs: number
  /** For each consumer that reads the log at its own pace: the lowest position it still needs, or null. It never decreases. */
  readonly firstNeededReaders: readonly (() => Promise<number | null>)[]
  readonly clock: Clock
}

/** Rows per transaction, so that other writers aren't blocked. */
const batchSize = 500

/** Deletes events past their retention period, oldest first, unless a consumer still needs them. */
export function createEventPruner({ transact, keepMs, firstNeededReaders, clock }: PruneDependencies) {
  return async (signal?: AbortSignal): Promise<void> => {
    const needed = await Promise.all(firstNeededReaders.map((readFirstNeeded) => readFirstNeeded()))
    const positions = needed.filter((position) => position !== null)
    const beforePosition = positions.length === 0 ? null : Math.min(...positions)
    const before = clock.now() - keepMs
    await runInBatches(
      batchSize,
      () => transact(({ eventPruning }) => eventPruning.prune({ before, beforePosition, limit: batchSize })),
      signal,
    )
  }
}
