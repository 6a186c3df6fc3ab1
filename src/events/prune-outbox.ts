import type { Clock, Instant } from '../kernel/clock.ts'
import { inBatches } from '../kernel/every.ts'
import type { Transact } from '../kernel/transact.ts'

export interface PruneOutboxParts {
  readonly transact: Transact<{
    readonly outbox: { prune(before: Instant, limit: number): Promise<number> }
  }>
  readonly keepMs: number
  readonly clock: Clock
}

/** So many go in one transaction: others write between two of them. */
const batch = 500

/** Deletes what the outbox holds of events that were pruned. */
export function pruneOutbox({ transact, keepMs, clock }: PruneOutboxParts) {
  return (ending?: AbortSignal): Promise<void> => {
    const before = clock.now() - keepMs
    return inBatches(batch, () => transact(({ outbox }) => outbox.prune(before, batch)), ending)
  }
}
