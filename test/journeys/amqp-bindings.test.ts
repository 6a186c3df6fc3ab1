import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, hour, minute } from '../../src/kernel/clock.ts'
import type { TestScope } from '../helpers/databases.ts'
import { scrape } from '../helpers/exposition.ts'
import {
  brokerUrl,
  consumeEvents,
  createUniqueName,
  deleteExchangeAfterTest,
  openChannel,
  withoutBroker,
} from '../helpers/rabbitmq.ts'
import { deriveXpub, type Service, type ServiceOptions, startService } from '../helpers/service.ts'
import { numbered } from '../helpers/streams.ts'
import { createTerminal } from '../helpers/terminal.ts'
import { until } from '../helpers/until.ts'

const skip = withoutBroker

const accountEvents = [
  'account.linked',
  'account.link.created',
  'account.link.received',
  'account.link.removed',
  'account.link.outbound.removed',
  'account.link.inbound.removed',
]

/** Settings of a service that publishes to the test's own exchange. */
function amqpSettings(t: TestScope) {
  const exchange = createUniqueName()
  deleteExchangeAfterTest(t, exchange)
  return { EVENT_TRANSPORTS: 'amqp', AMQP_URL: brokerUrl, AMQP_EXCHANGE: exchange }
}

async function startPublishing(t: TestScope, options: ServiceOptions = {}) {
  const settings = amqpSettings(t)
  const service = await startService(t, { settings, destinations: ['LTC'], ...options })
  return { settings, service, exchange: settings.AMQP_EXCHANGE }
}

const waitUntilDrained = (service: Service) =>
  until(async () => (await service.stores.outbox.listBacklogs(['amqp'], Date.now()))[0]?.pending === 0)

/** The number of returned messages by type. */
async function countReturned(service: Service): Promise<Record<string, number>> {
  const { samples } = await scrape(service)
  const returned = samples.filter(({ name }) => name === 'quittance_events_returned_total')
  return Object.fromEntries(returned.map(({ labels, value }) => [labels.type, value]))
}

const listWarnings = (service: Service, type: string): number =>
  service.logged.filter((line) => /no queue is bound/.test(line) && JSON.parse(line).type === type).length

test('a consumer bound to exactly the six specified types gets all six, and no other account events', {
  skip,
}, async (t) => {
  const { service, exchange, settings } = await startPublishing(t)
  const books = await service.anotherMerchant('books', ['LTC'])
  const [routing = '', ...others] = accountEvents
  const consumer = await consumeEvents(t, exchange, { routing })
  const channel = await openChannel(t)
  for (const type of others) await channel.bindQueue(consumer.queue, exchange, type)
  const { quittance } = createTerminal(service.storage.url)
  for (const { email } of [service.merchant, books]) {
    const line = `account set-destination --email ${email} --coin LTC --xpub ${deriveXpub(`new ${email}`, 'LTC')}`
    assert.equal((await quittance(line, '', settings)).exit, 0)
  }
  const changes = (await loggedEvents(service)).map(({ type }) => type)
  assert.deepEqual(changes, ['account.destination.changed', 'account.destination.changed'])
  const path = '/api/v1/account/links'
  const { json } = await service.request(path, { method: 'POST', body: { email: books.email } })
  assert.equal((await service.request(`${path}/${json.id}`, { method: 'DELETE' })).status, 204)
  await consumer.expect(6)
  assert.deepEqual(
    consumer.listDistinct().map(({ type }) => type),
    accountEvents,
  )
  await waitUntilDrained(service)
})

test('a consumer bound to invoice.# gets invoice.paid, although nobody is bound to payment.accepted', {
  skip,
}, async (t) => {
  const { service, exchange } = await startPublishing(t)
  const consumer = await consumeEvents(t, exchange, { routing: 'invoice.#' })
  const { invoice } = await service.createInvoice()
  const { reply } = await service.pay(invoice.uid, 'LTC')
  assert.equal(reply.status, 200, reply.text)
  await consumer.expect(2)
  assert.deepEqual(
    consumer.listDistinct().map(({ type }) => type),
    ['invoice.created', 'invoice.paid'],
  )
  await waitUntilDrained(service)
})

test('a returned message is counted in /metrics by type, and logged once per type and hour', {
  skip,
}, async (t) => {
  const clock = createManualClock(Date.parse('2026-05-01T12:00:00Z'))
  const { service } = await startPublishing(t, { clock })
  for (let count = 1; count <= 2; count++) {
    const { invoice } = await service.createInvoice()
    assert.equal((await service.request(`/invoices/${invoice.uid}`, { method: 'DELETE' })).status, 200)
    await waitUntilDrained(service)
    const returned = await countReturned(service)
    assert.deepEqual(
      [returned['invoice.created'], returned['invoice.cancelled']],
      [count, count],
      'every return is counted',
    )
    assert.equal(listWarnings(service, 'invoice.created'), 1)
    assert.equal(listWarnings(service, 'invoice.cancelled'), 1)
    clock.advance(30 * minute)
  }
  clock.advance(1 * hour)
  await service.createInvoice()
  await waitUntilDrained(service)
  assert.equal(listWarnings(service, 'invoice.created'), 2)
  assert.equal(listWarnings(service, 'invoice.cancelled'), 1)
})

/** The envelopes of the log, oldest first. */
async function loggedEvents(service: Service) {
  await numbered(service)
  return service.stores.log.readAll(0, 1_000)
}

test('event publish sends the events after a cursor again, in order, including returned ones', {
  skip,
}, async (t) => {
  const { service, exchange, settings } = await startPublishing(t)
  const { invoice } = await service.createInvoice()
  assert.equal((await service.pay(invoice.uid, 'LTC')).reply.status, 200)
  await service.createInvoice()
  await waitUntilDrained(service)
  const events = await loggedEvents(service)
  const consumer = await consumeEvents(t, exchange, { routing: 'invoice.#' })
  const { quittance } = createTerminal(service.storage.url)
  const first = events[0]?.position ?? assert.fail()
  const cursor = `c${first.toString(36)}`
  const { exit, json, err } = await quittance(
    `event publish --transport amqp --after ${cursor} --json`,
    '',
    settings,
  )
  assert.equal(exit, 0, err)
  const sent = events.filter(({ position }) => position > first)
  const routed = sent.filter(({ type }) => type.startsWith('invoice.'))
  const newest = sent.at(-1)?.position ?? 0
  assert.deepEqual(json, {
    transport: 'amqp',
    published: sent.length,
    returned: sent.length - routed.length,
    next_cursor: `c${newest.toString(36)}`,
  })
  await consumer.expect(routed.length)
  assert.deepEqual(
    consumer.received.map(({ id }) => id),
    routed.map(({ id }) => id),
  )
})

test('event publish explains its errors: an unknown cursor, an unsupported transport, an unreachable broker', {
  skip,
}, async (t) => {
  const { service, settings } = await startPublishing(t)
  await service.createInvoice()
  const { quittance } = createTerminal(service.storage.url)
  const publish = (words: string, more: Record<string, string> = {}) =>
    quittance(`event publish ${words}`, '', { ...settings, ...more })
  assert.equal((await publish('--transport amqp')).exit, 2)
  assert.equal((await publish('--transport websockets --after c0')).exit, 2)
  assert.equal((await publish('--after c0')).exit, 2)
  const unknown = await publish('--transport amqp --after czzz')
  assert.deepEqual([unknown.exit, /cursor/.test(unknown.err)], [1, true])
  const away = await publish('--transport amqp --after c0 --json', {
    AMQP_URL: 'amqp://user:sesame@127.0.0.1:1',
  })
  assert.equal(away.exit, 1)
  assert.match(away.err, /ECONNREFUSED/)
  assert.doesNotMatch(away.err, /sesame/)
  assert.partialDeepStrictEqual(away.json, { published: 0, next_cursor: 'c0' })
  const { AMQP_URL: _, ...without } = settings
  const unset = await quittance('event publish --transport amqp --after c0', '', {
    ...without,
    EVENT_TRANSPORTS: '',
  })
  assert.deepEqual([unset.exit, /AMQP_URL/.test(unset.err)], [2, true])
})
