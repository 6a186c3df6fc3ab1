import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createClient } from '../../src/client/index.ts'
import { generateTypes, listMerchantOperations } from '../../tools/client/generate-types.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(fileScope, { destinations: [] })
const description = JSON.parse((await service.request('/openapi.json')).text)

test('src/client/api.ts is what `npm run client` generates from the description of the API', async () => {
  assert.equal(readFileSync('src/client/api.ts', 'utf8'), await generateTypes(description))
})

test('the client has a method for every route that accepts an access token', async () => {
  const called: string[] = []
  const client = createClient({
    baseUrl: 'https://pay.example.com',
    token: 'qt_test',
    fetch: async (url, init) => {
      called.push(`${init?.method} ${new URL(String(url)).pathname}`)
      return Response.json({})
    },
  })
  const { invoices, events, paymentExceptions, webhookEndpoints, webhookDeliveries, accountLinks } = client
  await invoices.create({ amount: '12.50' })
  await invoices.get('x')
  await invoices.list()
  await invoices.update('x', { metadata: { order: 7 } })
  await invoices.cancel('x')
  await invoices.exportCsv()
  await invoices.exportJsonLines()
  await events.list()
  await events.stream({ signal: AbortSignal.timeout(0) }).next()
  await paymentExceptions.list()
  await paymentExceptions.resolve('x', { resolution: 'accept' })
  await webhookEndpoints.create({ url: 'https://example.com' })
  await webhookEndpoints.list()
  await webhookEndpoints.get('x')
  await webhookEndpoints.update('x', { enabled: false })
  await webhookEndpoints.remove('x')
  await webhookEndpoints.secret()
  await webhookEndpoints.secret('x')
  await webhookEndpoints.rotateSecret()
  await webhookEndpoints.rotateSecret('x')
  await webhookDeliveries.list()
  await webhookDeliveries.get('x')
  await webhookDeliveries.redeliver('x')
  await webhookDeliveries.redeliverFailed()
  await accountLinks.create({ email: 'guest@example.com' })
  await accountLinks.list()
  await accountLinks.remove(7)

  const routes = listMerchantOperations(description)
    .map(([route]) => route.replace(/\{\w+\}/, 'x'))
    // A WebSocket: `events.stream` reads the same events.
    .filter((route) => route !== 'GET /ws' && !route.includes(' /dashboard'))
  assert.deepEqual(called.map((route) => route.replace('/7', '/x')).sort(), routes.sort())
})
