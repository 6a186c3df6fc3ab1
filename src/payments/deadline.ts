import { type Clock, second } from '../kernel/clock.ts'
import { NetworkUnavailable } from '../networks/network.ts'

/** An honest submission takes moments. The server closes a silent connection after a minute: the payer gets an answer before that. */
const maxMs = 20 * second

/**
 * Starts the time limit now. The returned function throws once it has passed, as if the network didn't answer.
 * @throws {NetworkUnavailable}
 */
export function createDeadline(clock: Clock): () => void {
  const until = clock.now() + maxMs
  return () => {
    if (clock.now() >= until) throw new NetworkUnavailable('its inputs could not be looked up in time')
  }
}
