import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStores } from '../../src/composition/stores.ts'
import { readConfig } from '../../src/config/config.ts'
import { ConfigError } from '../../src/config/environment.ts'
import { second } from '../../src/kernel/clock.ts'
import type { TestScope } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { startProcess } from '../helpers/process.ts'
import {
  assertComplete,
  brokerUrl,
  consumeEvents,
  createUniqueName,
  deleteExchangeAfterTest,
  type Received,
  withoutBroker,
} from '../helpers/rabbitmq.ts'
import { sendRequest } from '../helpers/send-request.ts'
import { type Service, startService } from '../helpers/service.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'

const skip = withoutBroker
const path = '/api/v1/account/links'

/** The settings of a service that publishes to the test's own exchange, and a consumer of it. */
async function broker(t: TestScope) {
  const exchange = createUniqueName()
  deleteExchangeAfterTest(t, exchange)
  const settings = {
    EVENT_TRANSPORTS: 'amqp',
    AMQP_URL: brokerUrl,
    AMQP_EXCHANGE: exchange,
    RATES: 'fixed:',
    LOG_LEVEL: 'warn',
  }
  return { settings, consumer: await consumeEvents(t, exchange) }
}

/** Grants view access to that account. */
async function link(service: Service, email: string, token?: string): Promise<number> {
  const { status, json } = await service.request(path, {
    method: 'POST',
    body: { email },
    ...(token !== undefined && { token }),
  })
  assert.equal(status, 200)
  return Number(json.id)
}

/** Type and data of each event. */
const typesAndData = (events: readonly Received[]) => events.map(({ type, body }) => [type, body.data])

const readPending = async (service: Service) =>
  (await createStores(service.database.read).outbox.listBacklogs(['amqp'], service.clock.now()))[0]

test('the six account events arrive at a consumer, in order and with exactly the specification’s fields', {
  skip,
}, async (t) => {
  const { settings, consumer } = await broker(t)
  const service = await startService(t, { settings, destinations: [] })
  const { id: source } = service.merchant
  const other = await service.anotherMerchant('books', [])
  const target = other.id
  const id = await link(service, other.email)
  const ended = await service.request(`${path}/${id}`, { method: 'DELETE', token: other.token })
  assert.equal(ended.status, 204)
  await consumer.expect(6)
  assert.deepEqual(typesAndData(consumer.received), [
    ['account.linked', { source, target, id }],
    ['account.link.created', { account_id: source, id }],
    ['account.link.received', { account_id: target, id }],
    ['account.link.removed', { id }],
    ['account.link.outbound.removed', { id, account_id: source }],
    ['account.link.inbound.removed', { id, account_id: target }],
  ])
  const both = [source, target]
  assert.deepEqual(
    consumer.received.map(({ message }) => message.properties.headers?.accounts),
    [both, [source], [target], both, [source], [target]],
  )
  for (const { id: messageId, type, body } of consumer.received) {
    assert.deepEqual(Object.keys(body), ['id', 'type', 'time', 'subject', 'sequence', 'cursor', 'data'])
    assert.equal(body.id, messageId)
    assert.equal(body.type, type)
  }
  assert.deepEqual(
    consumer.received.map(({ body }) => [body.subject, body.sequence]),
    [
      [`link/${id}`, 1],
      [`account/${source}`, 1],
      [`account/${target}`, 1],
      [`link/${id}`, 2],
      [`account/${source}`, 2],
      [`account/${target}`, 2],
    ],
  )
  await until(async () => (await readPending(service))?.pending === 0)
})

for (const [failpoint, when, before] of [
  ['relay.claimed', 'between commit and relay', 0],
  ['relay.published', 'between publishing and recording it', 3],
] as const) {
  test(`no event is lost by a kill -9 ${when}`, { skip }, async (t) => {
    const { settings, consumer } = await broker(t)
    // An account of the test's own, in a database that the killed process uses too.
    const first = await startService(t, { destinations: [] })
    const other = await first.anotherMerchant('books', [])
    await first.close()
    const killed = await startProcess(t, {
      url: first.storage.url,
      port: await freePort(),
      settings: { ...settings, FAILPOINT: `${failpoint}:crash` },
    })
    const { token } = first.merchant
    // It may be killed before it responds.
    await sendRequest(killed.baseUrl, path, { method: 'POST', token, body: { email: other.email } }).catch(
      () => {},
    )
    assert.equal(await killed.waitUntilEnded(), 'SIGKILL')
    assert.equal(consumer.received.length, before)

    // As if the lease of the killed process had expired in the meantime.
    const clock = createShiftedClock()
    clock.advance(9 * second)
    const restarted = await startService(t, {
      settings,
      clock,
      sharedStorage: first.storage,
      destinations: [],
    })
    await until(async () => (await readPending(restarted))?.pending === 0)
    await consumer.expect(3)
    const types = ['account.linked', 'account.link.created', 'account.link.received']
    assert.deepEqual(
      consumer.listDistinct().map(({ type }) => type),
      types,
    )
    assert.equal(consumer.received.length, before + 3, 'a repeat is allowed, a loss is not')
    assertComplete(consumer.listDistinct())
  })
}

test('a kill -9 while many links are created leaves each link either with its three events in the outbox or without any', {
  skip,
}, async (t) => {
  const { settings, consumer } = await broker(t)
  const first = await startService(t, { destinations: [] })
  const others = []
  for (let index = 0; index < 40; index++) others.push(await first.anotherMerchant(`a${index}`, []))
  await first.close()
  const killed = await startProcess(t, { url: first.storage.url, port: await freePort(), settings })
  const { token } = first.merchant
  let answered = 0
  await Promise.all(
    others.map(async ({ email }) => {
      await sendRequest(killed.baseUrl, path, { method: 'POST', token, body: { email } }).catch(() => {})
      if (++answered === 10) await killed.stop('SIGKILL')
    }),
  )
  assert.equal(await killed.waitUntilEnded(), 'SIGKILL')

  const { query } = first.storage.database.read
  const links = await query.selectFrom('account_links').select('id').execute()
  const written = await query.selectFrom('events').select(['id', 'type', 'data']).execute()
  const queued = await query.selectFrom('outbox').select('event_id').execute()
  assert.ok(links.length >= 10)
  const types = ['account.link.created', 'account.link.received', 'account.linked']
  for (const { id } of links) {
    const linkEvents = written.filter(({ data }) => JSON.parse(data).id === Number(id))
    assert.deepEqual(linkEvents.map(({ type }) => type).sort(), types)
  }
  assert.equal(written.length, links.length * 3)
  assert.deepEqual(queued.map(({ event_id }) => event_id).sort(), written.map(({ id }) => id).sort())

  const clock = createShiftedClock()
  clock.advance(9 * second)
  const restarted = await startService(t, { settings, clock, sharedStorage: first.storage, destinations: [] })
  await until(async () => (await readPending(restarted))?.pending === 0)
  await consumer.expect(written.length)
  assert.equal(consumer.listDistinct().length, written.length)
  assertComplete(consumer.listDistinct())
})

test('two services on one database publish each event once', { skip }, async (t) => {
  const { settings, consumer } = await broker(t)
  const one = await startService(t, { settings, destinations: [] })
  const other = await startService(t, { settings, sharedStorage: one.storage, destinations: [] })
  const many = []
  for (let index = 0; index < 20; index++) many.push(await one.anotherMerchant(`a${index}`, []))
  await Promise.all(
    many.map(({ email }, index) => link(index % 2 === 0 ? one : other, email, one.merchant.token)),
  )
  await until(async () => (await readPending(one))?.pending === 0)
  await consumer.expect(60)
  assert.equal(consumer.received.length, 60)
  assertComplete(consumer.received)
})

test('amqp without a URL, or with a URL of another scheme, prevents startup with an error that doesn’t contain the password', () => {
  const readErrors = (environment: Record<string, string>): readonly string[] => {
    try {
      readConfig({ EVENT_TRANSPORTS: 'amqp', ...environment })
    } catch (error) {
      return error instanceof ConfigError ? error.errors : assert.fail(String(error))
    }
    return []
  }
  assert.deepEqual(readErrors({}), ['EVENT_TRANSPORTS includes amqp: set AMQP_URL.'])
  assert.deepEqual(readErrors({ AMQP_URL: 'http://user:sesame@broker' }), [
    'AMQP_URL must have the form amqp://user:password@host:port/vhost.',
  ])
  assert.deepEqual(readErrors({ AMQP_URL: 'amqp://user:sesame@broker' }), [])
})
