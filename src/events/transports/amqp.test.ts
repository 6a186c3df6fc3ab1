import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { addCleanup, type TestScope } from '../../../test/helpers/databases.ts'
import { createEvent } from '../../../test/helpers/event-log.ts'
import {
  brokerUrl,
  consumeEvents,
  createUniqueName,
  deleteExchangeAfterTest,
  openChannel,
  withoutBroker,
} from '../../../test/helpers/rabbitmq.ts'
import { openTcpProxy } from '../../../test/helpers/tcp-proxy.ts'
import { until } from '../../../test/helpers/until.ts'
import { formatEnvelope } from '../envelope.ts'
import { isAmqpUrl, openAmqp } from './amqp.ts'
import { type QueuedTransport, TransportUnavailableError } from './transport.ts'

const skip = withoutBroker

/** A ready transport with its own exchange. */
async function openReady(t: TestScope, url = brokerUrl, onReturned?: (type: string) => void) {
  const exchange = createUniqueName()
  deleteExchangeAfterTest(t, exchange)
  const transport = openAmqp({ url, exchange }, onReturned)
  addCleanup(t, transport.close)
  await waitUntilReady(transport)
  return { transport, exchange }
}

const waitUntilReady = (transport: QueuedTransport) =>
  until(async () => transport.getUnavailableReason() === null)

/** The URL of the broker behind a proxy. */
async function startProxy(t: TestScope) {
  const url = new URL(brokerUrl)
  const proxy = await openTcpProxy(t, Number(url.port || 5672))
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return { proxy, url: url.href }
}

test('an event is published persistently to a durable topic exchange, with its type as routing key and its id as messageId', {
  skip,
}, async (t) => {
  const { transport, exchange } = await openReady(t)
  const consumer = await consumeEvents(t, exchange)
  const link = createEvent({
    position: 7,
    id: 'evt_1',
    type: 'account.linked',
    subject: 'link/3',
    accountId: 11,
    otherAccountId: 12,
    data: '{"source":11,"target":12,"id":3}',
  })
  const invoice = createEvent({
    position: 8,
    id: 'evt_2',
    data: '{"invoice":{"amount":12.50,"metadata":{"a":1}}}',
  })
  await Promise.all([transport.publish(link), transport.publish(invoice)])
  await consumer.expect(2)
  const [first, second] = consumer.received.map(({ message }) => message)
  assert.equal(first?.fields.routingKey, 'account.linked')
  assert.partialDeepStrictEqual(first?.properties, {
    messageId: 'evt_1',
    contentType: 'application/json',
    deliveryMode: 2,
    timestamp: Date.parse('2026-01-02T03:04:05Z') / 1_000,
    headers: { accounts: [11, 12] },
  })
  assert.equal(first?.content.toString(), formatEnvelope(link, 'owner'))
  assert.deepEqual(second?.properties.headers, { accounts: [1] })
  assert.match(String(second?.content), /"amount":12\.50,"metadata":\{"a":1\}/)
  const channel = await openChannel(t)
  await channel.assertExchange(exchange, 'topic', { durable: true })
})

test('a message without a bound queue counts as published and is reported as returned', {
  skip,
}, async (t) => {
  const returned: string[] = []
  const { transport, exchange } = await openReady(t, brokerUrl, (type) => returned.push(type))
  const consumer = await consumeEvents(t, exchange, { routing: 'invoice.*' })
  const unroutable = transport.publish(createEvent({ position: 1, type: 'account.linked' }))
  await Promise.all([unroutable, transport.publish(createEvent({ position: 2 }))])
  await consumer.expect(1)
  assert.deepEqual(returned, ['account.linked'])
})

test('a message that a queue rejects is a failed attempt', { skip }, async (t) => {
  const { transport, exchange } = await openReady(t)
  const channel = await openChannel(t)
  const { queue } = await channel.assertQueue('', {
    exclusive: true,
    arguments: { 'x-max-length': 1, 'x-overflow': 'reject-publish' },
  })
  await channel.bindQueue(queue, exchange, '#')
  await transport.publish(createEvent({ position: 1 }))
  await assert.rejects(transport.publish(createEvent({ position: 2 })), /rejected it \(nack\)/)
  await channel.purgeQueue(queue)
  await transport.publish(createEvent({ position: 2 }))
})

test('a deleted exchange is a failed attempt, and is declared again', { skip }, async (t) => {
  const { transport, exchange } = await openReady(t)
  const channel = await openChannel(t)
  await channel.deleteExchange(exchange)
  await assert.rejects(transport.publish(createEvent({ position: 1 })), /404.*no exchange/s)
  await waitUntilReady(transport)
  const consumer = await consumeEvents(t, exchange)
  await transport.publish(createEvent({ position: 1 }))
  await consumer.expect(1)
})

test('an exchange of another type or a wrong password is reported without the password', {
  skip,
}, async (t) => {
  const exchange = createUniqueName()
  deleteExchangeAfterTest(t, exchange)
  await (await openChannel(t)).assertExchange(exchange, 'fanout')
  const wrongKind = openAmqp({ url: brokerUrl, exchange })
  addCleanup(t, wrongKind.close)
  await until(async () => /inequivalent arg 'type'/.test(wrongKind.getUnavailableReason() ?? ''))
  const url = new URL(brokerUrl)
  url.password = 'open-sesame'
  const stranger = openAmqp({ url: url.href, exchange })
  addCleanup(t, stranger.close)
  await until(async () => /ACCESS_REFUSED/i.test(stranger.getUnavailableReason() ?? ''))
  assert.doesNotMatch(stranger.getUnavailableReason() ?? '', /sesame/)
})

test('an unreachable broker is reported and retried until it is back', { skip }, async (t) => {
  const { proxy, url } = await startProxy(t)
  proxy.refuse()
  const exchange = createUniqueName()
  deleteExchangeAfterTest(t, exchange)
  const transport = openAmqp({ url, exchange })
  addCleanup(t, transport.close)
  const changes: (string | null)[] = []
  transport.onChange(() => changes.push(transport.getUnavailableReason()))
  await until(async () => changes.length > 0)
  await assert.rejects(transport.publish(createEvent({ position: 1 })), TransportUnavailableError)
  const consumer = await consumeEvents(t, exchange)
  proxy.accept()
  await waitUntilReady(transport)
  await transport.publish(createEvent({ position: 1 }))
  await consumer.expect(1)
  assert.equal(changes.at(-1), null)
})

test('a connection lost before the confirm is a failed attempt, and is reopened', {
  skip,
}, async (t) => {
  const { proxy, url } = await startProxy(t)
  const { transport, exchange } = await openReady(t, url)
  const consumer = await consumeEvents(t, exchange)
  proxy.hold('answers')
  const unconfirmed = transport.publish(createEvent({ position: 1 }))
  await consumer.expect(1)
  proxy.cut()
  await assert.rejects(unconfirmed, /lost before the broker confirmed/)
  proxy.flow()
  await waitUntilReady(transport)
  await transport.publish(createEvent({ position: 1 }))
})

/** A transport that has timed out on a broker which receives everything but never responds. */
async function openSilenced(t: TestContext) {
  const { proxy, url } = await startProxy(t)
  const { transport, exchange } = await openReady(t, url)
  await consumeEvents(t, exchange)
  proxy.hold('everything')
  await assert.rejects(transport.publish(createEvent({ position: 1 })), /did not confirm it in time/)
  await until(async () => transport.getUnavailableReason() !== null)
  return { proxy, transport }
}

test('a missing confirm times out after a few seconds and the transport reconnects', {
  skip,
}, async (t) => {
  const { proxy, transport } = await openSilenced(t)
  proxy.flow()
  await waitUntilReady(transport)
  await transport.publish(createEvent({ position: 1 }))
})

test('a silent broker is dropped: the transport reconnects, and closing doesn’t wait for it', {
  skip,
}, async (t) => {
  const { proxy, transport } = await openSilenced(t)
  // Everything sent to it is lost, including the close.
  proxy.cut()
  proxy.flow()
  await waitUntilReady(transport)
  proxy.hold('everything')
  await transport.close()
})

test('a server that accepts and stays silent is reported, and closing is immediate', async (t) => {
  const silent = createServer((socket) => socket.on('error', () => {}).resume())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const transport = openAmqp({ url: `amqp://127.0.0.1:${port}`, exchange: 'x' })
  addCleanup(t, () => new Promise((resolve) => silent.close(resolve)))
  addCleanup(t, transport.close)
  await until(async () => transport.getUnavailableReason() === 'connect ETIMEDOUT')
  await once(silent, 'connection')
  await transport.close()
})

test('a broker URL starts with amqp: or amqps: and has a host', () => {
  assert.deepEqual(['amqp://localhost', 'amqps://u:p@broker:5671/vhost'].map(isAmqpUrl), [true, true])
  assert.deepEqual(['', 'amqp', 'amqp://', 'http://localhost:15672'].map(isAmqpUrl), [
    false,
    false,
    false,
    false,
  ])
})
