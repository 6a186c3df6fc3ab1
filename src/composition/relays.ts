import type { Config } from '../config/config.ts'
import { type RelayParts, startOutboxRelay } from '../events/relay.ts'
import { amqp, openAmqp } from '../events/transports/amqp.ts'
import { queuedAmong } from '../events/transports/index.ts'
import { createReturnCounter, type ReturnCounter } from '../events/transports/return-counter.ts'
import type { QueuedTransport } from '../events/transports/transport.ts'
import type { PeriodicTask } from '../kernel/periodic-task.ts'

export interface Relays extends PeriodicTask {
  /** How many events each transport has returned since the start, by type. */
  readonly returnedEvents: ReturnCounter['counts']
}

/** Opens the enabled queued transports, each with its own relay: none blocks another. */
export function startRelays(config: Config, parts: RelayParts): Relays {
  const returned = createReturnCounter(parts)
  const opened = openQueued(config, returned.note)
  const relays = opened.map((transport) => startOutboxRelay(transport, parts))
  return {
    returnedEvents: returned.counts,
    wake() {
      for (const { wake } of relays) wake()
    },
    async stop() {
      await Promise.all(
        [...relays, ...opened.map(({ close }) => ({ stop: close }))].map(({ stop }) => stop()),
      )
    },
  }
}

function openQueued(
  { events, secrets }: Config,
  noteReturn: ReturnCounter['note'],
): readonly QueuedTransport[] {
  const { amqpExchange: exchange } = events
  const { amqpUrl: url } = secrets
  // The settings are rejected when the transport is enabled without a URL.
  if (!queuedAmong(events.transports).includes('amqp') || url === null) return []
  return [openAmqp({ url, exchange }, (type) => noteReturn(amqp.name, type))]
}
