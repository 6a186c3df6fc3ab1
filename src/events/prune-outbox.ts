import type { Clock, Instant } from '../kernel/clock.ts'
import { runInBatches } from '../kernel/periodic-task.ts'
import type { Transact } from '../kernel/transact.ts'

interface PruneOutboxDependencies {
  readonly transact: Transact<{
    readonly outbox: { prune(before: Instant, limit: number): Promise<number> }
  }>
  readonly keepMs: number
  readonly clock: Clock
}

/** Rows per transaction, so that other writers get a turn in between. */
const batchSize = 500

/** Deletes outbox rows of pruned events. */
export function createOutboxPruner({ transact, keepMs, clock }: PruneOutboxDependencies) {
  return (signal?: AbortSignal): Promise<void> => {
    const before = clock.now() - keepMs
    return runInBatches(batchSize, () => transact(({ outbox }) => outbox.prune(before, batchSize)), signal)
  }
}
