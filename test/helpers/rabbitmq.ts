import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type Channel, type ConsumeMessage, connect } from 'amqplib'
import { addCleanup, type TestScope } from './databases.ts'
import { until } from './until.ts'

/** A RabbitMQ broker whose user may declare anything. */
export const brokerUrl = process.env.TEST_AMQP ?? 'amqp://guest:guest@127.0.0.1:5672'

/** For `skip:` of a test that needs RabbitMQ. With `REQUIRE_SERVICES=1` nothing is skipped: the test fails instead. */
export const withoutBroker: false | string =
  process.env.REQUIRE_SERVICES === '1' || (await isBrokerReady())
    ? false
    : 'needs RabbitMQ (TEST_AMQP says where)'

async function isBrokerReady(): Promise<boolean> {
  try {
    const model = await connect(brokerUrl, { timeout: 20_000 })
    await model.close()
    return true
  } catch {
    return false
  }
}

/** A unique name for an exchange or queue. */
export const createUniqueName = (): string => `quittance.test.${randomBytes(6).toString('hex')}`

/** A separate channel for what is declared and deleted behind the service's back. */
export async function openChannel(t: TestScope, url = brokerUrl): Promise<Channel> {
  const model = await connect(url)
  model.on('error', () => {})
  addCleanup(t, () => model.close().catch(() => {}))
  const channel = await model.createChannel()
  channel.on('error', () => {})
  return channel
}

export interface Received {
  readonly type: string
  readonly id: string
  readonly message: ConsumeMessage
  readonly body: Record<string, unknown>
}

export interface ConsumerOptions {
  readonly url?: string
  readonly queue?: string
  /** Binding key. */
  readonly routing?: string
  /** The array for received events: several consumers of one queue share it. */
  readonly received?: Received[]
}

/**
 * A queue bound to the exchange, exclusive by default, and a consumer of it; both are removed after the test. Durable: it survives the
 * broker.
 */
export async function consumeEvents(t: TestScope, exchange: string, options: ConsumerOptions = {}) {
  const { url = brokerUrl, queue = createUniqueName(), routing = '#', received = [] } = options
  const channel = await openChannel(t, url)
  await channel.assertExchange(exchange, 'topic', { durable: true })
  await channel.assertQueue(queue, { durable: true })
  await channel.bindQueue(queue, exchange, routing)
  addCleanup(t, async () => {
    const cleanup = await connect(url).catch(() => null)
    const channel = await cleanup?.createChannel()
    await channel?.deleteQueue(queue).catch(() => {})
    await cleanup?.close()
  })
  await channel.consume(queue, (message) => {
    if (!message) return
    channel.ack(message)
    received.push({
      type: message.fields.routingKey,
      id: String(message.properties.messageId),
      message,
      body: JSON.parse(message.content.toString()),
    })
  })
  return {
    queue,
    received,
    /** Each event once, as a consumer sees them that deduplicates by id. */
    listDistinct: () =>
      received.filter(({ id }, index) => received.findIndex((other) => other.id === id) === index),
    /** Waits for that many distinct events. */
    async expect(count: number) {
      await until(async () => new Set(received.map(({ id }) => id)).size >= count)
    },
  }
}

/** Deletes an exchange after the test. */
export function deleteExchangeAfterTest(t: TestScope, exchange: string, url = brokerUrl): void {
  addCleanup(t, async () => {
    const model = await connect(url).catch(() => null)
    const channel = await model?.createChannel()
    await channel?.deleteExchange(exchange).catch(() => {})
    await model?.close()
  })
}

/** Fails unless each subject's events are in order without a gap, after deduplication by id. */
export function assertComplete(events: readonly Received[]): void {
  const last = new Map<unknown, number>()
  for (const { body } of events) {
    const before = last.get(body.subject) ?? 0
    assert.equal(body.sequence, before + 1, `${body.subject} goes on after ${before}`)
    last.set(body.subject, before + 1)
  }
}
