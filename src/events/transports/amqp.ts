import type { Options } from 'amqplib'
import { parseIsoString, second } from '../../kernel/clock.ts'
import { formatEnvelope, type NumberedEvent } from '../envelope.ts'
import { type AmqpLink, type AmqpOptions, openAmqpConnection } from './amqp-connection.ts'
import {
  publishTimeoutMs,
  type QueuedTransport,
  type TransportKind,
  TransportUnavailableError,
} from './transport.ts'

/** RabbitMQ: publishes each event to a durable topic exchange, with its type as the routing key. */
export const amqp = {
  name: 'amqp',
  isQueued: true,
  requiredSettings: ['AMQP_URL'],
} as const satisfies TransportKind

/** How long `close` waits for pending publishes. */
const closeTimeoutMs = 2 * second

/**
 * Publishes to a broker. An event counts as published once the broker has confirmed it, even if it was returned because no queue is bound
 * to its type: consumers bind to the types they need. While the broker is down, this keeps reconnecting and blocks nothing else.
 * @param onReturned called with the type of each returned event
 */
export function openAmqp(
  { url, exchange }: AmqpOptions,
  onReturned: (type: string) => void = () => {},
): QueuedTransport {
  const returnedIds = new Set<string>()
  const connection = openAmqpConnection({ url, exchange, onReturned: (id) => void returnedIds.add(id) })
  const inProgress = new Set<Promise<unknown>>()

  return {
    name: amqp.name,
    getUnavailableReason: connection.getUnavailableReason,
    onChange: connection.onChange,
    async publish(event) {
      const link = connection.getLink()
      const reason = connection.getUnavailableReason()
      if (!link || reason !== null) throw new TransportUnavailableError(reason ?? '')
      const published = publish(link, event)
      inProgress.add(published)
      try {
        await published
      } finally {
        inProgress.delete(published)
      }
    },
    async close() {
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, closeTimeoutMs)
      await Promise.race([Promise.allSettled(inProgress), timeout.promise])
      clearTimeout(timer)
      await connection.close()
    },
  }

  function publish(link: AmqpLink, event: NumberedEvent): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const body = Buffer.from(formatEnvelope(event, 'owner'))
    link.channel.publish(exchange, event.type, body, createPublishOptions(event), (error: unknown) => {
      clearTimeout(timer)
      const wasReturned = returnedIds.delete(event.id)
      if (error) return reject(createPublishError(link, error))
      connection.resetBackoff()
      if (wasReturned) onReturned(event.type)
      resolve()
    })
    const timer = setTimeout(() => {
      const blocked = link.getBlockedReason()
      if (blocked !== null) return reject(new TransportUnavailableError(blocked))
      reject(new Error('the broker did not confirm it in time'))
      link.end('the broker does not confirm')
    }, publishTimeoutMs)
    return promise
  }
}

function createPublishError(link: AmqpLink, error: unknown): Error {
  if (error instanceof Error && error.message === 'message nacked')
    return new Error('the broker rejected it (nack)')
  return new Error(link.getCloseReason() ?? 'the connection was lost before the broker confirmed it')
}

function createPublishOptions({ id, time, accountId, otherAccountId }: NumberedEvent): Options.Publish {
  return {
    persistent: true,
    mandatory: true,
    messageId: id,
    contentType: 'application/json',
    contentEncoding: 'utf-8',
    // AMQP timestamps are in seconds.
    timestamp: Math.floor(parseIsoString(time) / second),
    headers: { accounts: otherAccountId === null ? [accountId] : [accountId, otherAccountId] },
  }
}

/** Checks that the text is an AMQP URL. */
export function isAmqpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (protocol === 'amqp:' || protocol === 'amqps:') && hostname !== ''
}
