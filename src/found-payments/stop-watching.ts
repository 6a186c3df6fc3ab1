import type { Clock, Instant } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'

/** Addresses per transaction, to keep it short. */
const batchSize = 500

export interface WatchEndStore {
  /** Stops watching the addresses of invoices that ended before that moment and have no open exceptions. Returns how many there were. */
  stopWatching(before: Instant, limit: number): Promise<number>
}

interface WatchEndDependencies {
  readonly transact: Transact<{ payments: WatchEndStore }>
  readonly watchMs: number
  readonly clock: Clock
}

/** Ends the watch of addresses, long after the end of their invoices. */
export function createWatchEnder({ transact, watchMs, clock }: WatchEndDependencies) {
  return async function endWatch(signal?: AbortSignal): Promise<void> {
    const before = clock.now() - watchMs
    while (!signal?.aborted) {
      const count = await transact(({ payments }) => payments.stopWatching(before, batchSize))
      if (count < batchSize) break
    }
  }
}
