import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { createAuditStore } from '../../src/audit/store.ts'
import { fileScope } from '../helpers/databases.ts'
import { until } from '../helpers/until.ts'
import { openReceiver, type Received, respondWith } from '../webhooks/receiver.ts'
import { openGreenfield } from './shop.ts'

const shop = await openGreenfield(fileScope, { listen: true })
const { store, call } = shop
const path = `/api/v1/stores/${store}/webhooks`

const createInvoice = async (more: object = {}) => {
  const { status, json, text } = await call('POST', `/api/v1/stores/${store}/invoices`, {
    body: { amount: '10', currency: 'USD', metadata: { orderId: '7', taxIncluded: 1.5 }, ...more },
  })
  assert.equal(status, 200, text)
  return String(json.id)
}
const cancel = (id: string) =>
  call('POST', `/api/v1/stores/${store}/invoices/${id}/status`, { body: { status: 'Invalid' } })

const listEvents = (received: readonly Received[], invoiceId: string) =>
  received.map(({ body }) => JSON.parse(body)).filter((event) => event.invoiceId === invoiceId)

test('the audit log names what a shop changed in its webhook', async () => {
  const body = {
    url: 'https://shop.example/hook',
    automaticRedelivery: true,
    authorizedEvents: { everything: true },
  }
  const { json } = await call('POST', path, { body })
  const changes = [
    { ...body, authorizedEvents: { everything: false, specificEvents: ['InvoiceSettled'] } },
    { ...body, authorizedEvents: { everything: false, specificEvents: [] } },
    { ...body, automaticRedelivery: false },
    { ...body, automaticRedelivery: false },
  ]
  for (const change of changes)
    assert.equal((await call('PUT', `${path}/${json.id}`, { body: change })).status, 200)
  await call('DELETE', `${path}/${json.id}`)
  const entries = await createAuditStore(shop.service.database.read).listByAccount(
    shop.service.merchant.id,
    5,
  )
  assert.deepEqual(
    entries.map(({ action, detail }) => [action, Object(detail).changed]),
    [
      ['webhook.endpoint.deleted', undefined],
      ['webhook.endpoint.changed', 'authorizedEvents, automaticRedelivery'],
      ['webhook.endpoint.changed', 'authorizedEvents'],
      ['webhook.endpoint.changed', 'authorizedEvents'],
      ['webhook.endpoint.created', undefined],
    ],
  )
})

test('a shop that brings its own secret gets it back once, and its events signed with it', async (t) => {
  const receiver = await openReceiver(t)
  const secret = 'ab'.repeat(24)
  const created = await call('POST', path, { body: { url: receiver.url, secret } })
  assert.equal(created.status, 200, created.text)
  const { id, ...rest } = created.json
  assert.deepEqual(rest, {
    url: receiver.url,
    enabled: true,
    automaticRedelivery: true,
    authorizedEvents: { everything: true, specificEvents: [] },
    secret,
  })
  const { secret: _, ...shown } = created.json
  assert.deepEqual((await call('GET', `${path}/${id}`)).json, shown)

  const invoice = await createInvoice()
  await cancel(invoice)
  await until(async () => listEvents(receiver.received, invoice).length === 2)
  const [first, second] = listEvents(receiver.received, invoice)
  const { deliveryId, timestamp, ...event } = first
  assert.deepEqual(event, {
    webhookId: id,
    originalDeliveryId: deliveryId,
    isRedelivery: false,
    type: 'InvoiceCreated',
    storeId: store,
    invoiceId: invoice,
    metadata: { orderId: '7', taxIncluded: 1.5 },
  })
  assert.ok(Number.isInteger(timestamp))
  assert.partialDeepStrictEqual(second, { type: 'InvoiceInvalid', manuallyMarked: true })
  for (const { headers, body } of receiver.received)
    assert.equal(
      headers['btcpay-sig'],
      `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`,
    )

  const put = await call('PUT', `${path}/${id}`, {
    body: {
      url: receiver.url,
      secret: null,
      authorizedEvents: { everything: false, specificEvents: ['InvoiceInvalid'] },
    },
  })
  assert.deepEqual(put.json, {
    ...shown,
    authorizedEvents: { everything: false, specificEvents: ['InvoiceInvalid'] },
  })
  const other = await createInvoice()
  await cancel(other)
  await until(async () => listEvents(receiver.received, other).length === 1)
  assert.equal(listEvents(receiver.received, other)[0].type, 'InvoiceInvalid')

  assert.equal((await call('DELETE', `${path}/${id}`)).status, 200)
  const gone = await call('GET', `${path}/${id}`)
  assert.deepEqual([gone.status, gone.json.code], [404, 'webhook-not-found'])
})

test('a repeated attempt has a new id, and names the first', async (t) => {
  const receiver = await openReceiver(t, respondWith(500))
  const created = await call('POST', path, { body: { url: receiver.url } })
  const invoice = await createInvoice()
  await until(async () => receiver.received.length === 1)
  receiver.respond = respondWith(200)
  // A newer event triggers an immediate attempt of the older one.
  await cancel(invoice)
  await until(async () => receiver.received.length === 3)
  const [first, again, last] = listEvents(receiver.received, invoice)
  assert.notEqual(again.deliveryId, first.deliveryId)
  assert.partialDeepStrictEqual(again, {
    type: 'InvoiceCreated',
    originalDeliveryId: first.deliveryId,
    isRedelivery: true,
  })
  assert.equal(last.type, 'InvoiceInvalid')
  await call('DELETE', `${path}/${created.json.id}`)
})

test('an endpoint created through our own API is not a webhook of a shop', async (t) => {
  const receiver = await openReceiver(t)
  const own = await shop.service.request('/api/v1/webhooks', { method: 'POST', body: { url: receiver.url } })
  assert.equal((await call('GET', `${path}/${own.json.id}`)).status, 404)
  assert.deepEqual(JSON.parse((await call('GET', path)).text), [])
})

test('a payment of an invoice that requires no confirmations is reported and settled immediately, in order', async (t) => {
  const receiver = await openReceiver(t)
  const created = await call('POST', path, { body: { url: receiver.url } })
  const invoice = await createInvoice({ checkout: { speedPolicy: 'HighSpeed' } })
  await shop.service.pay(invoice, 'LTC')
  await until(async () => listEvents(receiver.received, invoice).length >= 5)
  assert.deepEqual(
    listEvents(receiver.received, invoice).map(({ type }) => type),
    [
      'InvoiceCreated',
      'InvoiceReceivedPayment',
      'InvoiceProcessing',
      'InvoicePaymentSettled',
      'InvoiceSettled',
    ],
  )
  const methods = await call('GET', `/api/v1/stores/${store}/invoices/${invoice}/payment-methods`)
  const [payment] = JSON.parse(methods.text)[0].payments
  assert.match(payment.id, /^[0-9a-f]{64}-[0-9]+$/)
  const [, received, , settled] = listEvents(receiver.received, invoice)
  assert.deepEqual(received.payment, { ...payment, status: 'Processing' })
  assert.deepEqual(settled.payment, { ...payment, status: 'Settled' })
  assert.equal(settled.paymentMethodId, 'LTC-CHAIN')
  await call('DELETE', `${path}/${created.json.id}`)
})

test('a key sees and changes only the webhooks that were created with it, a token with the scope full all of them', async () => {
  const permissions = ['btcpay.store.webhooks.canmodifywebhooks']
  const [one, other] = [await shop.createKey(permissions), await shop.createKey(permissions)]
  const body = { url: 'https://shop.example/hook' }
  const { id } = (await call('POST', path, { token: one, body })).json
  const idsFor = async (token: string) =>
    JSON.parse((await call('GET', path, { token })).text).map((each: { id: string }) => each.id)
  assert.deepEqual(await idsFor(one), [id])
  assert.deepEqual(await idsFor(shop.token), [id])
  assert.deepEqual(await idsFor(other), [])
  for (const [method, route] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['GET', '/deliveries'],
  ] as const) {
    const sent = { token: other, ...(method === 'PUT' && { body }) }
    const { status, json } = await call(method, `${path}/${id}${route}`, sent)
    assert.deepEqual([status, json.code], [404, 'webhook-not-found'], `${method} ${route}`)
  }
  // A change by the owner doesn't hide it from its key.
  assert.equal((await call('PUT', `${path}/${id}`, { body })).status, 200)
  assert.deepEqual(await idsFor(one), [id])
  assert.equal((await call('DELETE', `${path}/${id}`, { token: one })).status, 200)
})

const specific = (specificEvents: readonly string[]) => ({ everything: false, specificEvents })

test('a webhook without events gets none', async (t) => {
  const [silent, other] = [await openReceiver(t), await openReceiver(t)]
  const created = await call('POST', path, { body: { url: silent.url, authorizedEvents: specific([]) } })
  assert.deepEqual(created.json.authorizedEvents, specific([]))
  const all = await call('POST', path, {
    body: { url: other.url, authorizedEvents: { everything: true, specificEvents: [] } },
  })
  const invoice = await createInvoice()
  await until(async () => listEvents(other.received, invoice).length === 1)
  assert.deepEqual(silent.received, [])
  assert.deepEqual((await call('GET', `${path}/${created.json.id}`)).json.authorizedEvents, specific([]))
  for (const { json } of [created, all]) await call('DELETE', `${path}/${json.id}`)
})

test('an invalid url, secret or event is a 422 that names the field', async () => {
  const url = 'https://shop.example/hook'
  for (const [field, body] of Object.entries({
    url: { url: 'ftp://shop.example/hook' },
    secret: { url, secret: 'short' },
    'authorizedEvents.specificEvents[0]': { url, authorizedEvents: specific(['a,b']) },
    automaticRedelivery: { url, automaticRedelivery: 'sometimes' },
  })) {
    const { status, text } = await call('POST', path, { body })
    assert.deepEqual(
      [status, JSON.parse(text).map((each: { path: string }) => each.path)],
      [422, [field]],
      text,
    )
  }
  const { json } = await call('POST', path, { body: { url } })
  for (const [field, body] of Object.entries({
    url: { url: 'shop' },
    secret: { url, secret: ''.padEnd(300, 'x') },
  })) {
    const { status, text } = await call('PUT', `${path}/${json.id}`, { body })
    assert.deepEqual([status, JSON.parse(text)[0].path], [422, field], text)
  }
  await call('DELETE', `${path}/${json.id}`)
})
