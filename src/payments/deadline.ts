import { second } from '../kernel/clock.ts'
import type { Timers } from '../kernel/timers.ts'
import { NetworkUnavailableError } from '../networks/network.ts'

/** A normal submission takes less than a second. The server closes an idle connection after a minute: the payer gets a response before that. */
const maxMs = 20 * second

/**
 * Starts a deadline. The returned function throws once it has passed, as if the network didn't respond.
 * @throws {NetworkUnavailableError}
 */
export function createDeadline(timers: Pick<Timers, 'now'>): () => void {
  const deadline = timers.now() + maxMs
  return () => {
    if (timers.now() >= deadline) throw new NetworkUnavailableError('looking up the inputs took too long')
  }
}
