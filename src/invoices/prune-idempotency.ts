import { type Clock, hour, type Instant } from '../kernel/clock.ts'
import { inBatches } from '../kernel/every.ts'
import type { Transact } from '../kernel/transact.ts'

export interface OldAnswers {
  /** Removes at most `limit` answers that were given before that moment, oldest first. How many they were. */
  prune(before: Instant, limit: number): Promise<number>
}

const keepMs = 72 * hour

/** So many go in one transaction: others write between two of them, and however many there are it ends in time. */
const batch = 500

/** Forgets the answers of creations whose repeats are no longer known. */
export function pruneIdempotency(transact: Transact<{ readonly idempotency: OldAnswers }>, clock: Clock) {
  return (ending?: AbortSignal): Promise<void> => {
    const before = clock.now() - keepMs
    return inBatches(batch, () => transact(({ idempotency }) => idempotency.prune(before, batch)), ending)
  }
}
