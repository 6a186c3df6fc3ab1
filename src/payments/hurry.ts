import { type Clock, second } from '../kernel/clock.ts'
import { NetworkUnavailable } from '../networks/network.ts'

/** An honest submission is looked at in moments. The server cuts a silent connection after a minute: before that the payer has an answer. */
const longestMs = 20 * second

/** From now on: throws when a submission has been looked at for too long, as a network that does not answer. @throws {NetworkUnavailable} */
export function hurrying(clock: Clock): () => void {
  const until = clock.now() + longestMs
  return () => {
    if (clock.now() >= until) throw new NetworkUnavailable('its inputs could not be looked up in time')
  }
}
