import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCursor } from '../../src/events/cursor.ts'
import { fileScope } from '../helpers/databases.ts'
import {
  assertComplete,
  consumeEvents,
  createUniqueName,
  openChannel,
  type Received,
} from '../helpers/rabbitmq.ts'
import { openRabbitNode, withoutRabbitNode } from '../helpers/rabbitmq-node.ts'
import { type Service, startService } from '../helpers/service.ts'
import { createTerminal } from '../helpers/terminal.ts'
import { until } from '../helpers/until.ts'

// One broker and one service through every broker failure. The API always responds, and nothing is lost.

const skip = withoutRabbitNode

const exchange = createUniqueName()
const settings = (url: string) => ({
  EVENT_TRANSPORTS: 'amqp',
  AMQP_URL: url,
  AMQP_EXCHANGE: exchange,
})

/** The downtime of the broker. `BROKER_AWAY_SECONDS=60` for the long run. */
const awayMs = Number(process.env.BROKER_AWAY_SECONDS ?? 1) * 1_000
const away = () => new Promise((resolve) => setTimeout(resolve, awayMs))

async function readPending(service: Service) {
  const [pending] = await service.stores.outbox.listBacklogs(['amqp'], service.clock.now())
  return pending ?? assert.fail()
}

const waitUntilDrained = (service: Service) => until(async () => (await readPending(service)).pending === 0)

/** Ids of the written events. */
async function readWritten({ database }: Service): Promise<string[]> {
  const rows = await database.read.query.selectFrom('events').select('id').execute()
  return rows.map(({ id }) => id).sort()
}

test('invoices are created through every broker failure, and every event arrives in order', {
  skip,
}, async (t) => {
  const node = await openRabbitNode(fileScope)
  const service = await startService(fileScope, { settings: settings(node.url) })

  await t.test('a broker that is down does not prevent startup', async () => {
    await service.createInvoice()
    await until(async () => (await readPending(service)).last_error !== null)
    const { pending, failing, last_error } = await readPending(service)
    assert.deepEqual([pending, failing], [1, 0])
    assert.match(String(last_error), /ECONNREFUSED/)
    await node.start()
  })

  const queue = createUniqueName()
  const received: Received[] = []
  const consume = () => consumeEvents(fileScope, exchange, { url: node.url, queue, received })
  await consume()
  await waitUntilDrained(service)

  /** Every written event has arrived, each subject in order, and nothing is pending. */
  async function waitForAllEvents(): Promise<void> {
    await waitUntilDrained(service)
    const events = await readWritten(service)
    await until(async () => new Set(received.map(({ id }) => id)).size >= events.length)
    const listDistinct = received.filter(
      ({ id }, index) => received.findIndex((other) => other.id === id) === index,
    )
    assert.deepEqual(listDistinct.map(({ id }) => id).sort(), events)
    assertComplete(listDistinct)
  }

  await t.test('events written while the broker was down arrive', waitForAllEvents)

  await t.test('all connections are closed by force', async () => {
    await Promise.all([node.ctl('close_all_connections', 'a test'), burst(service, 20)])
    await consume()
    await waitForAllEvents()
  })

  await t.test('a memory alarm blocks publishing: it is reported, and cleared afterwards', async () => {
    await node.ctl('set_vm_memory_high_watermark', '0.00001')
    await burst(service, 3)
    await until(async () => /blocks publishing/.test((await readPending(service)).last_error ?? ''))
    await burst(service, 20)
    assert.ok((await readPending(service)).pending >= 20)
    await node.ctl('set_vm_memory_high_watermark', '0.4')
    await waitForAllEvents()
  })

  await t.test(
    'messages returned while a queue is missing block nothing, and can be sent again',
    async () => {
      const { lastWritten: newest } = await service.stores.log.getBounds()
      const channel = await openChannel(fileScope, node.url)
      await channel.deleteQueue(queue)
      const { invoice } = await service.createInvoice()
      const cancelled = await service.request(`/invoices/${invoice.uid}`, { method: 'DELETE' })
      assert.equal(cancelled.status, 200, cancelled.text)
      await waitUntilDrained(service)
      await consume()
      const { quittance } = createTerminal(service.storage.url)
      const line = `event publish --transport amqp --after ${formatCursor(newest)}`
      const { exit, err } = await quittance(line, '', settings(node.url))
      assert.equal(exit, 0, err)
      await waitForAllEvents()
    },
  )

  await t.test('a deleted exchange is declared again', async () => {
    const channel = await openChannel(fileScope, node.url)
    await channel.deleteExchange(exchange)
    await burst(service, 5)
    await until(async () => (await readPending(service)).failing > 0)
    await consume()
    await waitForAllEvents()
  })

  await t.test('the broker’s application stops and starts again', async () => {
    await node.ctl('stop_app')
    await burst(service, 20)
    await away()
    assert.ok((await readPending(service)).pending >= 20)
    await node.ctl('start_app')
    await consume()
    await waitForAllEvents()
  })

  await t.test('the broker is killed while events are being published', async () => {
    const before = received.length
    const burstInProgress = burst(service, 40)
    await until(async () => received.length > before)
    await node.kill()
    await burstInProgress
    await burst(service, 5)
    await until(async () => (await readPending(service)).pending >= 5)
    await node.start()
    await consume()
    await waitForAllEvents()
  })
})

/** Creates invoices concurrently; each gets a response. */
async function burst(service: Service, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => service.createInvoice()))
}
