import type { Options } from 'amqplib'
import { instant, second } from '../../kernel/clock.ts'
import { envelopeText, type NumberedEvent } from '../envelope.ts'
import { type AmqpLink, type AmqpOptions, amqpConnection } from './amqp-connection.ts'
import { longestPublishMs, NotHandedOver, type QueuedTransport, type TransportKind } from './transport.ts'

/** RabbitMQ: each event goes to a durable topic exchange, its type the routing key. */
export const amqp = { name: 'amqp', queued: true, needs: ['AMQP_URL'] } as const satisfies TransportKind

/** What is under way when it is closed is waited for so long. */
const closePatienceMs = 2 * second

/**
 * Publishes to a broker. An event was taken when the broker has confirmed it, and has not returned it before because no queue is bound
 * for it. A broker that is down is tried again and again, and stops nobody.
 */
export function openAmqp({ url, exchange }: AmqpOptions): QueuedTransport {
  const returned = new Set<string>()
  const connection = amqpConnection({ url, exchange, returned: (id) => void returned.add(id) })
  const underWay = new Set<Promise<unknown>>()

  return {
    name: amqp.name,
    obstacle: connection.obstacle,
    onChange: connection.onChange,
    async publish(event) {
      const link = connection.link()
      const obstacle = connection.obstacle()
      if (!link || obstacle !== null) throw new NotHandedOver(obstacle ?? '')
      const published = publish(link, event)
      underWay.add(published)
      try {
        await published
      } finally {
        underWay.delete(published)
      }
    },
    async close() {
      const patience = Promise.withResolvers<void>()
      const timer = setTimeout(patience.resolve, closePatienceMs)
      await Promise.race([Promise.allSettled(underWay), patience.promise])
      clearTimeout(timer)
      await connection.close()
    },
  }

  function publish(link: AmqpLink, event: NumberedEvent): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const body = Buffer.from(envelopeText(event, 'owner'))
    link.channel.publish(exchange, event.type, body, optionsOf(event), (error: unknown) => {
      clearTimeout(limit)
      const wasReturned = returned.delete(event.id)
      if (error) return reject(refused(link, error))
      connection.confirmed()
      if (wasReturned) reject(new Error('the broker returned it: no queue is bound for it'))
      else resolve()
    })
    const limit = setTimeout(() => {
      const blocked = link.blocked()
      if (blocked !== null) return reject(new NotHandedOver(blocked))
      reject(new Error('the broker did not confirm it in time'))
      link.end('the broker does not confirm')
    }, longestPublishMs)
    return promise
  }
}

function refused(link: AmqpLink, error: unknown): Error {
  if (error instanceof Error && error.message === 'message nacked')
    return new Error('the broker refused it (nack)')
  return new Error(link.reason() ?? 'the connection was lost before the broker confirmed it')
}

function optionsOf({ id, time, accountId, otherAccountId }: NumberedEvent): Options.Publish {
  return {
    persistent: true,
    mandatory: true,
    messageId: id,
    contentType: 'application/json',
    contentEncoding: 'utf-8',
    // Seconds, as AMQP has it.
    timestamp: Math.floor(instant(time) / second),
    headers: { accounts: otherAccountId === null ? [accountId] : [accountId, otherAccountId] },
  }
}

/** Could it be the URL of a broker? */
export function isAmqpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (protocol === 'amqp:' || protocol === 'amqps:') && hostname !== ''
}
