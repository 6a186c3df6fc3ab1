import type { Clock, Instant } from '../kernel/clock.ts'
import { runInBatches } from '../kernel/periodic-task.ts'
import type { Transact } from '../kernel/transact.ts'

export interface PruneStore {
  /**
   * Deletes up to `limit` events older than `before` with a position below `beforePosition`, oldest first, and records how far the log is
   * pruned. Returns how many.
   */
  prune(bounds: { before: Instant; beforePosition: number | null; limit: number }): Promise<number>
}

/** Something that reads the log at its own pace. */
export interface LogConsumer {
  /** Position of the first event that it still needs; null if it needs none. Never decreases. */
  findFirstNeededPosition(): Promise<number | null>
}

interface PruneDependencies {
  readonly transact: Transact<{ readonly eventPruning: PruneStore }>
  readonly keepMs: number
  readonly consumers: readonly LogConsumer[]
  readonly clock: Clock
}

/** Rows per transaction, so that other writers aren't blocked. */
const batchSize = 500

/** Deletes events past their retention period, oldest first, unless a consumer still needs them. */
export function createEventPruner({ transact, keepMs, consumers, clock }: PruneDependencies) {
  return async (signal?: AbortSignal): Promise<void> => {
    const neededPositions = await Promise.all(consumers.map((consumer) => consumer.findFirstNeededPosition()))
    const positions = neededPositions.filter((position) => position !== null)
    const beforePosition = positions.length === 0 ? null : Math.min(...positions)
    const before = clock.now() - keepMs
    await runInBatches(
      batchSize,
      () => transact(({ eventPruning }) => eventPruning.prune({ before, beforePosition, limit: batchSize })),
      signal,
    )
  }
}
