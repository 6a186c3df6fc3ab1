import { type Clock, second } from '../kernel/clock.ts'
import { NetworkUnavailableError } from '../networks/network.ts'

/** A normal submission takes less than a second. The server closes an idle connection after a minute: the payer gets a response before that. */
const maxMs = 20 * second

/**
 * Starts a deadline. The returned function throws once it has passed, as if the network didn't respond.
 * @throws {NetworkUnavailableError}
 */
export function createDeadline(clock: Clock): () => void {
  const deadline = clock.now() + maxMs
  return () => {
    if (clock.now() >= deadline) throw new NetworkUnavailableError('looking up the inputs took too long')
  }
}
