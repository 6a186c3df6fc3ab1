import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { day } from '../../src/kernel/clock.ts'
import { generateId } from '../../src/kernel/ids.ts'
import { createTestEvents } from '../../src/webhooks/test-event.ts'
import { addCleanup, fileScope, type TestScope } from '../helpers/databases.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import { createUnusedUrl, openReceiver, respondWith } from '../webhooks/receiver.ts'
import { openGreenfield } from './shop.ts'

interface Item {
  readonly id: string
  readonly timestamp: number
  readonly httpCode: number
  readonly errorMessage: string
  readonly status: string
}

const clock = createShiftedClock()
const shop = await openGreenfield(fileScope, { listen: true, clock })
const { store, call } = shop
const path = `/api/v1/stores/${store}/webhooks`

async function addWebhook(t: TestScope, url: string, more: object = {}) {
  const { json, text } = await call('POST', path, { body: { url, ...more } })
  assert.ok(json.id, text)
  const webhook = `${path}/${json.id}`
  addCleanup(t, () => call('DELETE', webhook))
  const list = async (query = '') =>
    JSON.parse((await call('GET', `${webhook}/deliveries${query}`)).text) as Item[]
  return { webhook, list }
}

async function createInvoice(): Promise<string> {
  const body = { amount: '10', currency: 'USD', metadata: { big: 7 } }
  return String((await call('POST', `/api/v1/stores/${store}/invoices`, { body })).json.id)
}

async function waitFor(list: () => Promise<Item[]>, count: number): Promise<Item[]> {
  await until(async () => (await list()).length === count)
  return list()
}

test('a delivery shows its attempts, each with an id, and the body that was sent', async (t) => {
  const receiver = await openReceiver(t, respondWith(500))
  const { webhook, list } = await addWebhook(t, receiver.url)
  const invoice = await createInvoice()
  const [first] = await waitFor(list, 1)
  assert.ok(first)
  const { id, timestamp, errorMessage, ...rest } = first
  assert.deepEqual(rest, { httpCode: 500, status: 'HttpError' })
  assert.match(errorMessage, /500/)
  const sent = JSON.parse(receiver.received[0]?.body ?? '')
  assert.deepEqual([sent.deliveryId, sent.timestamp, sent.invoiceId], [id, timestamp, invoice])
  assert.deepEqual((await call('GET', `${webhook}/deliveries/${id}`)).json, first)

  receiver.respond = respondWith(200)
  const redelivered = await call('POST', `${webhook}/deliveries/${id}/redeliver`)
  assert.deepEqual([redelivered.status, JSON.parse(redelivered.text)], [200, `${id}.2`])
  assert.equal((await call('GET', `${webhook}/deliveries/${id}.2`)).status, 200)
  const [second, old] = await waitFor(list, 2)
  assert.deepEqual(old, first)
  assert.partialDeepStrictEqual(second, {
    id: `${id}.2`,
    httpCode: 200,
    errorMessage: '',
    status: 'HttpSuccess',
  })
  assert.equal((await list('?count=1')).length, 1)
  for (const [index, attempt] of [id, `${id}.2`].entries()) {
    const { status, text } = await call('GET', `${webhook}/deliveries/${attempt}/request`)
    assert.deepEqual([status, text], [200, receiver.received[index]?.body])
  }
})

test('a receiver that does not respond is a failed delivery with a code of 0', async (t) => {
  const { list } = await addWebhook(t, await createUnusedUrl())
  await createInvoice()
  const [item] = await waitFor(list, 1)
  assert.partialDeepStrictEqual(item, { httpCode: 0, status: 'Failed' })
  assert.ok(item?.errorMessage)
})

test('without automatic redelivery a failed delivery is not retried, but can be sent again', async (t) => {
  const receiver = await openReceiver(t, respondWith(500))
  const { webhook, list } = await addWebhook(t, receiver.url, { automaticRedelivery: false })
  assert.equal((await call('GET', webhook)).json.automaticRedelivery, false)
  const invoice = await createInvoice()
  const [first] = await waitFor(list, 1)
  // A newer event gives no attempt to the one that failed.
  await call('POST', `/api/v1/stores/${store}/invoices/${invoice}/status`, { body: { status: 'Invalid' } })
  await waitFor(list, 2)
  const deliveries = await shop.service.request(
    `/api/v1/webhooks/deliveries?endpoint=${webhook.split('/').at(-1)}`,
  )
  const states = (deliveries.json.deliveries as { state: string; attempts: unknown[] }[]).map(
    ({ state, attempts }) => [state, attempts.length],
  )
  assert.deepEqual(states, [
    ['dead', 1],
    ['dead', 1],
  ])
  receiver.respond = respondWith(200)
  await call('POST', `${webhook}/deliveries/${first?.id}/redeliver`)
  const [again] = await waitFor(list, 3)
  assert.partialDeepStrictEqual(again, { id: `${first?.id}.2`, status: 'HttpSuccess' })
  const changed = await call('PUT', webhook, { body: { url: receiver.url } })
  assert.equal(changed.json.automaticRedelivery, true)
})

test('a test event has the format of the shop’s events, and an invoice that is marked as a test', async (t) => {
  const receiver = await openReceiver(t)
  const { webhook } = await addWebhook(t, receiver.url)
  const tests = createTestEvents({ transact: createTransact(shop.service.database), clock })
  const by = { accountId: shop.service.merchant.id, actor: 'the owner' }
  await tests.send(by, webhook.split('/').at(-1) ?? '')
  await until(async () => receiver.received.length === 1)
  const [{ headers, body } = assert.fail()] = receiver.received
  assert.match(headers['btcpay-sig'] ?? '', /^sha256=[0-9a-f]{64}$/)
  const event = JSON.parse(body)
  assert.match(event.invoiceId, /^__test__/)
  assert.partialDeepStrictEqual(event, { type: 'InvoiceCreated', storeId: store, isRedelivery: false })
})

test('an unknown delivery, or one of another webhook, is not found; one that was deleted is pruned', async (t) => {
  const receiver = await openReceiver(t)
  const [one, other] = [await addWebhook(t, receiver.url), await addWebhook(t, receiver.url)]
  await createInvoice()
  const [own] = await waitFor(one.list, 1)
  const old = `whd_${generateId(clock.now())}`
  const ids = ['unknown', `${own?.id}.2`, `${own?.id}.1`, `whd_${generateId(0)}`, old]
  const outcomes = async (webhook: string, id: string) =>
    Promise.all(
      [
        call('GET', `${webhook}/deliveries/${id}`),
        call('GET', `${webhook}/deliveries/${id}/request`),
        call('POST', `${webhook}/deliveries/${id}/redeliver`),
      ].map(async (reply) => `${(await reply).status} ${(await reply).json.code}`),
    )
  const notFound = new Set(['404 webhookdelivery-not-found'])
  for (const id of ids) assert.deepEqual(new Set(await outcomes(one.webhook, id)), notFound, id)
  assert.deepEqual(new Set(await outcomes(other.webhook, own?.id ?? '')), notFound)
  const { text } = await call('GET', `${one.webhook}/deliveries?count=x`)
  assert.equal(JSON.parse(text)[0].path, 'count')
  clock.advance(31 * day)
  assert.deepEqual(new Set(await outcomes(one.webhook, old)), new Set(['409 webhookdelivery-pruned']))
})

test('events that are never sent can be subscribed to, as on BTCPay Server, and others still arrive', async (t) => {
  const receiver = await openReceiver(t)
  const authorizedEvents = {
    everything: false,
    specificEvents: ['PayoutCreated', 'Unknown', 'InvoiceCreated'],
  }
  const { webhook, list } = await addWebhook(t, receiver.url, { authorizedEvents })
  assert.deepEqual((await call('GET', webhook)).json.authorizedEvents, authorizedEvents)
  const invoice = await createInvoice()
  await waitFor(list, 1)
  assert.partialDeepStrictEqual(JSON.parse(receiver.received[0]?.body ?? ''), {
    type: 'InvoiceCreated',
    invoiceId: invoice,
  })
})
