import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { groupRoutes } from '../../src/openapi/description.ts'
import { format } from '../../tools/client/generate-types.ts'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { addCleanup, fileScope, only } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { basic } from '../helpers/service.ts'
import { openEvents, openSocket } from '../helpers/streams.ts'
import { until } from '../helpers/until.ts'
import { recordGreenfield } from './greenfield-examples.ts'
import { createRecorder } from './recorder.ts'

const path = 'src/openapi/examples/recorded.ts'
const service = await startPaying(fileScope, {
  listen: true,
  destinations: ['LTC'],
  settings: { GREENFIELD: 'true' },
})
const { baseUrl, merchant } = service
const wallets = createAddressPayer(service)
const shop = createServer((_request, response) => void response.writeHead(204).end())
await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
addCleanup(fileScope, () => void shop.close())
const shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hook`
const { examples, record, keep } = createRecorder({ baseUrl, token: merchant.token, shopUrl })

test('the examples of the reference are the responses of a running service; UPDATE_DOCS=1 records them again', {
  skip: only('sqlite'),
}, async (t) => {
  await recordWebhooks()
  await recordInvoices()
  await recordEvents(t)
  await recordExceptions()
  await recordOthers()
  await recordGreenfield({ service, record, shopUrl })
  const description = JSON.parse((await service.request('/openapi.json')).text)
  const routes = groupRoutes(description).flatMap((group) => group.routes.map(({ name }) => name))
  assert.deepEqual(Object.keys(examples).sort(), routes.toSorted())
  const failed = Object.entries(examples).filter(([, { response }]) => response.status >= 400)
  assert.deepEqual(
    failed.map(([route, { response }]) => [route, response.status]),
    unsupported.map((route) => [route, 403]),
  )

  const sorted = Object.fromEntries(routes.map((route) => [route, examples[route]]))
  const fresh = await format(
    `import type { RecordedExample } from './example.ts'

// Recorded from a running service by test/openapi/examples.test.ts: do not edit.
export const recordedExamples: Readonly<Record<string, RecordedExample>> = ${JSON.stringify(sorted)}
`,
    path,
  )
  if (process.env.UPDATE_DOCS === '1') writeFileSync(path, fresh)
  else assert.equal(readFileSync(path, 'utf8'), fresh)
})

/** Refunds. */
const unsupported = [
  'POST /api/v1/stores/{storeId}/invoices/{invoiceId}/refund',
  'POST /api/v1/stores/{storeId}/pull-payments',
]

const hooks = '/api/v1/webhooks'

async function recordWebhooks(): Promise<void> {
  const { id } = await record(`POST ${hooks}`, {
    path: hooks,
    body: { url: shopUrl, types: ['invoice.*'], description: 'Shop' },
  })
  await record(`GET ${hooks}`, { path: hooks })
  await record(`GET ${hooks}/{id}`, { path: `${hooks}/${id}` })
  await record(`PATCH ${hooks}/{id}`, { path: `${hooks}/${id}`, body: { types: ['invoice.paid'] } })
  for (const method of ['GET', 'POST']) {
    await record(`${method} ${hooks}/secret`, { path: `${hooks}/secret` })
    await record(`${method} ${hooks}/{id}/secret`, { path: `${hooks}/${id}/secret` })
  }
}

async function recordInvoices(): Promise<void> {
  const body = { amount: 12.5, currency: 'USD', external_id: 'order 7', memo: 'Two books' }
  const headers = { 'idempotency-key': 'order 7' }
  const { invoice } = Object(await record('POST /invoices', { path: '/invoices', body, headers }))
  const { uid } = invoice
  await record('GET /invoices/{uid}', { path: `/invoices/${uid}` })
  await record('PATCH /invoices/{uid}', { path: `/invoices/${uid}`, body: { metadata: { customer: 'Ann' } } })
  await recordPayment(uid)
  await record('GET /invoices', { path: '/invoices?status=paid&limit=1' })
  await record('GET /invoices.csv', { path: '/invoices.csv?status=paid' })
  await record('GET /invoices.jsonl', { path: '/invoices.jsonl?status=paid' })

  const { uid: other } = await wallets.createInvoice('LTC')
  const address = `/invoices/${other}/address/LTC`
  await record('GET /invoices/{uid}/address/{currency}', { path: address, token: null })
  await record('DELETE /invoices/{uid}', { path: `/invoices/${other}` })
}

async function recordPayment(uid: string): Promise<void> {
  const template = { accept: 'application/payment-request', 'x-currency': 'LTC' }
  const chosen = { 'content-type': 'application/payment-request' }
  for (const place of ['r', 'i']) {
    await record(`GET /${place}/{uid}`, { path: `/${place}/${uid}`, headers: template, token: null })
    const body = { chain: 'LTC', currency: 'LTC' }
    await record(`POST /${place}/{uid}`, { path: `/${place}/${uid}`, headers: chosen, body, token: null })
  }
  const { signed } = await service.pay(uid, 'LTC')
  await record('POST /payments/json/{currency}/{uid}', {
    path: `/payments/json/LTC/${uid}`,
    body: { currency: 'LTC', transactions: [signed.hex] },
    token: null,
  })
  await until(async () => (await service.request(`${hooks}/deliveries`)).text.includes('"delivered"'))
  const { deliveries } = Object(await record(`GET ${hooks}/deliveries`, { path: `${hooks}/deliveries` }))
  const delivery = `${hooks}/deliveries/${deliveries[0].id}`
  await record(`GET ${hooks}/deliveries/{id}`, { path: delivery })
  await record(`POST ${hooks}/deliveries/{id}/redeliver`, { path: `${delivery}/redeliver` })
  await record(`POST ${hooks}/redeliver`, { path: `${hooks}/redeliver` })
  await record(`DELETE ${hooks}/{id}`, { path: `${hooks}/${deliveries[0].endpoint_id}` })
}

async function recordEvents(t: Parameters<typeof openEvents>[0]): Promise<void> {
  await record('GET /api/v1/events', { path: '/api/v1/events?limit=1' })
  const url = `${baseUrl}/events?after=c0`
  const events = await openEvents(t, url, { authorization: basic(merchant.token) })
  await events.readNext()
  const { id, data } = await events.readNext()
  keep('GET /events', {
    request: { method: 'GET', url, headers: {}, token: true, body: '' },
    response: { status: 200, type: 'text/event-stream', body: `id: ${id}\ndata: ${JSON.stringify(data)}` },
  })
  const socket = await openSocket(t, baseUrl)
  const message = { type: 'subscribe', token: 'qt_…', after: 'c0' }
  socket.send({ ...message, token: merchant.token })
  const subscribed = await socket.readNext()
  keep('GET /ws', {
    request: {
      method: 'GET',
      url: `${baseUrl.replace('http', 'ws')}/ws`,
      headers: {},
      token: false,
      body: JSON.stringify(message),
    },
    response: { status: 101, type: '', body: JSON.stringify(subscribed) },
  })
}

/** A payment that arrives after its invoice was cancelled. */
async function recordExceptions(): Promise<void> {
  const { uid, address, amount } = await wallets.createInvoice('LTC')
  assert.equal((await service.request(`/invoices/${uid}`, { method: 'DELETE' })).status, 200)
  await wallets.send('LTC', address, toUnits(amount))
  await service.mine('LTC')
  await until(async () => (await wallets.listExceptions(uid)).length === 1)
  const exceptions = '/api/v1/payment-exceptions'
  const list = Object(await record(`GET ${exceptions}`, { path: exceptions }))
  await record(`POST ${exceptions}/{id}/resolve`, {
    path: `${exceptions}/${list.payment_exceptions[0].id}/resolve`,
    body: { resolution: 'accept' },
  })
}

async function recordOthers(): Promise<void> {
  const links = '/api/v1/account/links'
  await service.anotherMerchant('guest', [])
  const { id } = await record(`POST ${links}`, { path: links, body: { email: 'guest@example.com' } })
  await record(`GET ${links}`, { path: links })
  await record(`DELETE ${links}/{id}`, { path: `${links}/${id}` })
  await record('GET /signingKeys/paymentProtocol.json', open('/signingKeys/paymentProtocol.json'))
  const keys = await fetch(`${baseUrl}/signingKeys/paymentProtocol.json`)
  await record('GET /signatures/{file}', open(`/signatures/${hash('sha256', await keys.text())}.json`))
  for (const each of ['/coins/ltc.svg', '/health/live', '/health/ready', '/metrics'])
    await record(each === '/coins/ltc.svg' ? 'GET /coins/{file}' : `GET ${each}`, open(each))
  for (const each of ['/openapi.json', '/asyncapi.json', '/docs', '/llms.txt'])
    await record(`GET ${each}`, open(each))
  await record('POST /sandbox/{coin}', {
    path: '/sandbox/ltc',
    body: { method: 'getblockcount' },
    token: null,
  })
}

const open = (path: string) => ({ path, token: null })
