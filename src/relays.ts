import type { Config } from './config.ts'
import { type RelayParts, relay } from './events/relay.ts'
import { openAmqp } from './events/transports/amqp.ts'
import { queuedAmong } from './events/transports/index.ts'
import type { QueuedTransport } from './events/transports/transport.ts'
import type { Repeating } from './kernel/every.ts'

/** Opens the queued transports that are named, each with a relay of its own: none is held up by another. */
export function openRelays(config: Config, parts: RelayParts): Repeating {
  const opened = openQueued(config)
  const relays = opened.map((transport) => relay(transport, parts))
  return {
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

function openQueued({ events, secrets }: Config): readonly QueuedTransport[] {
  const { amqpExchange: exchange } = events
  const { amqpUrl: url } = secrets
  // The name is followed by a URL: the settings were refused otherwise.
  return queuedAmong(events.transports).includes('amqp') && url !== null ? [openAmqp({ url, exchange })] : []
}
