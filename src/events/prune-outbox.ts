import type { Clock, Instant } from '../kernel/clock.ts'
import { runInBatches } from '../kernel/periodic-task.ts'
import type { Transact } from '../kernel/transact.ts'

export interface PruneOutboxParts {
  readonly transact: Transact<{
    readonly outbox: { prune(before: Instant, limit: number): Promise<number> }
  }>
  readonly keepMs: number
  readonly clock: Clock
}

/** Rows per transaction, so that other writers get a turn in between. */
const batch = 500

/** Deletes outbox rows of pruned events. */
export function createOutboxPruner({ transact, keepMs, clock }: PruneOutboxParts) {
  return (ending?: AbortSignal): Promise<void> => {
    const before = clock.now() - keepMs
    return runInBatches(batch, () => transact(({ outbox }) => outbox.prune(before, batch)), ending)
  }
}
