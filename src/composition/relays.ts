import type { Config } from '../config/config.ts'
import { type RelayDependencies, startOutboxRelays } from '../events/relay.ts'
import { openQueuedTransports } from '../events/transports/open.ts'
import { createReturnCounter, type ReturnCounter } from '../events/transports/return-counter.ts'
import type { PeriodicTask } from '../kernel/periodic-task.ts'

export interface Relays extends PeriodicTask {
  /** The number of events that each transport has returned since the start, by type. */
  readonly listReturnedEvents: ReturnCounter['getCounts']
}

/** Opens the enabled queued transports, each with its own relay: none blocks another. */
export function startRelays(config: Config, dependencies: RelayDependencies): Relays {
  const returnCounter = createReturnCounter(dependencies)
  const transports = openQueuedTransports({ ...config.events, ...config.secrets }, returnCounter.count)
  return { listReturnedEvents: returnCounter.getCounts, ...startOutboxRelays(transports, dependencies) }
}
