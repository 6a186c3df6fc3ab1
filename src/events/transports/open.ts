import { amqp, openAmqp } from './amqp.ts'
import { filterQueued, type TransportName } from './index.ts'
import type { ReturnCounter } from './return-counter.ts'
import type { QueuedTransport } from './transport.ts'

interface TransportSettings {
  readonly transports: readonly TransportName[]
  readonly amqpUrl: string | null
  readonly amqpExchange: string
}

/** Opens the enabled queued transports. */
export function openQueuedTransports(
  { transports, amqpUrl: url, amqpExchange: exchange }: TransportSettings,
  countReturn: ReturnCounter['count'],
): readonly QueuedTransport[] {
  // The settings are rejected when the transport is enabled without a URL.
  if (!filterQueued(transports).includes('amqp') || url === null) return []
  return [openAmqp({ url, exchange }, (type) => countReturn(amqp.name, type))]
}
