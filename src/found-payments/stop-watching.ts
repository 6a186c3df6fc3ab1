import type { Clock, Instant } from '../kernel/clock.ts'
import { runInBatches } from '../kernel/periodic-task.ts'
import type { Transact } from '../kernel/transact.ts'

/** Addresses per database transaction, to keep each one short. */
const batchSize = 500

export interface WatchCleanupStore {
  /** Stops watching addresses of invoices that ended earlier than `before` and have no open exceptions. Returns the number of addresses. */
  stopWatching(before: Instant, limit: number): Promise<number>
}

interface WatchCleanupDependencies {
  readonly transact: Transact<{ payments: WatchCleanupStore }>
  readonly watchMs: number
  readonly clock: Clock
}

/** Stops watching addresses of invoices that ended more than `watchMs` ago. */
export function createWatchCleanup({ transact, watchMs, clock }: WatchCleanupDependencies) {
  return async function stopOldWatches(signal?: AbortSignal): Promise<void> {
    const before = clock.now() - watchMs
    const stopBatch = () => transact(({ payments }) => payments.stopWatching(before, batchSize))
    await runInBatches(batchSize, stopBatch, signal)
  }
}
