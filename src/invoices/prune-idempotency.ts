import { type Clock, hour, type Instant } from '../kernel/clock.ts'
import { runInBatches } from '../kernel/periodic-task.ts'
import type { Transact } from '../kernel/transact.ts'

export interface IdempotencyPruneStore {
  /** Deletes at most `limit` responses from before that time, oldest first. Returns how many it deleted. */
  prune(before: Instant, limit: number): Promise<number>
}

const retentionMs = 72 * hour

/** Rows per transaction: short transactions don't block other writers. */
const batchSize = 500

/** Deletes stored responses once their idempotency keys have expired. */
export function createIdempotencyPruner(
  transact: Transact<{ readonly idempotency: IdempotencyPruneStore }>,
  clock: Clock,
) {
  return (signal?: AbortSignal): Promise<void> => {
    const before = clock.now() - retentionMs
    return runInBatches(
      batchSize,
      () => transact(({ idempotency }) => idempotency.prune(before, batchSize)),
      signal,
    )
  }
}
