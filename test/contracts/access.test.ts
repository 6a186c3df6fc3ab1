import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { listScopesWith } from '../../src/accounts/scope.ts'
import { day } from '../../src/kernel/clock.ts'
import { generateToken } from '../../src/kernel/ids.ts'
import { openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import type { Description } from '../helpers/openapi.ts'
import { basic, type Merchant, type Request, type Service, startService } from '../helpers/service.ts'
import { addStaff } from '../helpers/staff.ts'
import { until } from '../helpers/until.ts'

/** The callers. The last four are tokens of the owner, `shop` one of a shop plug-in; a viewer's account has a link to the owner's, and two others are its staff. */
const callers = [
  'nobody',
  'wrong',
  'revoked',
  'expired',
  'stranger',
  'viewer',
  'bookkeeper',
  'cashier',
  'read',
  'invoices',
  'shop',
  'owner',
] as const
type Caller = (typeof callers)[number]

/** The permissions that a plug-in without webhooks asks for. */
const shopPermissions = ['canviewinvoices', 'cancreateinvoice', 'canviewstoresettings', 'canmodifyinvoices']
const grantedTo = (store: number) => shopPermissions.map((name) => `btcpay.store.${name}:${store}`)

/** The number of endpoints created, and the ids of the newest. */
let endpoints = 0
const createdEndpoints: string[] = []

/** A word in everything that the owner keeps private. */
const mark = 'owners-own'

/** A request to a route, and each caller's response, in order: the status, with `*` if the response contains something private. */
interface Row {
  readonly ask: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly gets: string
}

const sameForAll = (status: number): string => callers.map(() => status).join(' ')
const links = '/api/v1/account/links'
const hooks = '/api/v1/webhooks'
const exceptions = '/api/v1/payment-exceptions'
const stores = '/api/v1/stores'
const template = { accept: 'application/payment-request', 'x-currency': 'LTC' }

/** `{invoice}`, `{endpoint}`, `{delivery}`, `{link}`: a new one of the owner for each request; `{owner}`: the id of its account. */
const matrix: Readonly<Record<string, readonly Row[]>> = {
  //                                                 nobody wrong revoked expired stranger viewer bookkeeper cashier read invoices shop owner
  'GET /openapi.json': [{ ask: '/openapi.json', gets: sameForAll(200) }],
  'GET /asyncapi.json': [{ ask: '/asyncapi.json', gets: sameForAll(200) }],
  'GET /docs': [{ ask: '/docs', gets: sameForAll(200) }],
  'GET /llms.txt': [{ ask: '/llms.txt', gets: sameForAll(200) }],
  'GET /health/live': [{ ask: '/health/live', gets: sameForAll(200) }],
  'GET /health/ready': [{ ask: '/health/ready', gets: sameForAll(200) }],
  'GET /metrics': [{ ask: '/metrics', gets: sameForAll(200) }],
  'GET /coins/{file}': [{ ask: '/coins/ltc.svg', gets: sameForAll(200) }],
  'GET /signingKeys/paymentProtocol.json': [
    { ask: '/signingKeys/paymentProtocol.json', gets: sameForAll(200) },
  ],
  'GET /signatures/{file}': [{ ask: '/signatures/{keys}.json', gets: sameForAll(200) }],
  'POST /invoices': [
    { ask: '/invoices', body: { amount: 1 }, gets: '401 401 401 401 200 200 200 200 403 200 403 200' },
    // Nobody creates for another account, not even with the owner's name in the body.
    {
      ask: '/invoices',
      body: { amount: 1, account: '{owner}', account_id: '{owner}' },
      gets: '401 401 401 401 200 200 200 200 403 200 403 200',
    },
  ],
  'GET /invoices': [
    { ask: '/invoices', gets: '401 401 401 401 200 200 200 200 200* 200* 403 200*' },
    { ask: '/invoices?account={owner}', gets: '401 401 401 401 404 200* 200* 404 200* 200* 403 200*' },
    { ask: `/invoices?q=${mark}`, gets: '401 401 401 401 200 200 200 200 200* 200* 403 200*' },
  ],
  'GET /invoices.csv': [
    { ask: '/invoices.csv', gets: '401 401 401 401 200 200 200 200 200* 200* 403 200*' },
    { ask: '/invoices.csv?account={owner}', gets: '401 401 401 401 404 200* 200* 404 200* 200* 403 200*' },
  ],
  'GET /invoices.jsonl': [
    { ask: '/invoices.jsonl', gets: '401 401 401 401 200 200 200 200 200* 200* 403 200*' },
    { ask: '/invoices.jsonl?account={owner}', gets: '401 401 401 401 404 200* 200* 404 200* 200* 403 200*' },
  ],
  'GET /invoices/{uid}': [
    { ask: '/invoices/{invoice}', gets: '200 401 401 401 200 200* 200* 200 200* 200* 403 200*' },
    { ask: '/invoices/unknown', gets: '404 401 401 401 404 404 404 404 404 404 403 404' },
  ],
  'GET /invoices/{uid}/address/{currency}': [
    { ask: '/invoices/{invoice}/address/LTC', gets: sameForAll(404) },
  ],
  'DELETE /invoices/{uid}': [
    { ask: '/invoices/{invoice}', gets: '401 401 401 401 404 403 403 404 403 200* 403 200*' },
  ],
  'PATCH /invoices/{uid}': [
    {
      ask: '/invoices/{invoice}',
      body: { metadata: {} },
      gets: '401 401 401 401 404 403 403 404 403 200* 403 200*',
    },
  ],
  'GET /r/{uid}': [{ ask: '/r/{invoice}', headers: template, gets: sameForAll(200) }],
  'POST /r/{uid}': [{ ask: '/r/{invoice}', body: {}, gets: sameForAll(400) }],
  'GET /i/{uid}': [{ ask: '/i/{invoice}', headers: template, gets: sameForAll(200) }],
  'POST /i/{uid}': [{ ask: '/i/{invoice}', body: {}, gets: sameForAll(400) }],
  'POST /payments/json/{currency}/{uid}': [
    { ask: '/payments/json/LTC/{invoice}', body: {}, gets: sameForAll(400) },
  ],
  'GET /checkout/{uid}': [
    { ask: '/checkout/{invoice}', gets: sameForAll(200) },
    { ask: '/checkout/{invoice}?part=panel', gets: sameForAll(200) },
    { ask: '/checkout/unknown', gets: sameForAll(404) },
  ],
  // Our own forms send no credentials, and the route ignores them.
  'POST /checkout/{uid}/sandbox': [{ ask: '/checkout/{invoice}/sandbox', gets: sameForAll(403) }],
  'GET /assets/{file}': [{ ask: '/assets/quittance.css', gets: sameForAll(404) }],
  'GET /checkout.js': [{ ask: '/checkout.js', gets: sameForAll(200) }],
  'POST /sandbox/{coin}': [{ ask: '/sandbox/ltc', body: { method: 'getblockcount' }, gets: sameForAll(200) }],

  [`POST ${links}`]: [
    {
      ask: links,
      body: { email: 'guest@example.com' },
      gets: '401 401 401 401 200 200 200 200 403 403 403 200',
    },
  ],
  [`GET ${links}`]: [{ ask: links, gets: '401 401 401 401 200 200 200 200 200 403 403 200' }],
  [`DELETE ${links}/{id}`]: [
    { ask: `${links}/{link}`, gets: '401 401 401 401 404 404 404 404 403 403 403 204' },
  ],

  [`GET ${exceptions}`]: [{ ask: exceptions, gets: '401 401 401 401 200 200 200 200 200 200 403 200' }],
  // test/payment-exceptions resolves real ones.
  [`POST ${exceptions}/{id}/resolve`]: [
    {
      ask: `${exceptions}/unknown/resolve`,
      body: { resolution: 'accept' },
      gets: '401 401 401 401 404 404 404 404 403 404 403 404',
    },
  ],

  [`POST ${hooks}`]: [
    {
      ask: hooks,
      body: { url: 'https://example.com' },
      gets: '401 401 401 401 200 200 200 200 403 403 403 200',
    },
  ],
  [`GET ${hooks}`]: [{ ask: hooks, gets: '401 401 401 401 200 200 200 200 200* 403 403 200*' }],
  [`GET ${hooks}/{id}`]: [
    { ask: `${hooks}/{endpoint}`, gets: '401 401 401 401 404 404 404 404 200* 403 403 200*' },
  ],
  [`PATCH ${hooks}/{id}`]: [
    {
      ask: `${hooks}/{endpoint}`,
      body: { types: ['invoice.*'] },
      gets: '401 401 401 401 404 404 404 404 403 403 403 200*',
    },
  ],
  [`DELETE ${hooks}/{id}`]: [
    { ask: `${hooks}/{endpoint}`, gets: '401 401 401 401 404 404 404 404 403 403 403 204' },
  ],
  [`GET ${hooks}/secret`]: [
    { ask: `${hooks}/secret`, gets: '401 401 401 401 200 200 200 200 403 403 403 200' },
  ],
  [`POST ${hooks}/secret`]: [
    { ask: `${hooks}/secret`, gets: '401 401 401 401 200 200 200 200 403 403 403 200' },
  ],
  [`GET ${hooks}/{id}/secret`]: [
    { ask: `${hooks}/{endpoint}/secret`, gets: '401 401 401 401 404 404 404 404 403 403 403 200' },
  ],
  [`POST ${hooks}/{id}/secret`]: [
    { ask: `${hooks}/{endpoint}/secret`, gets: '401 401 401 401 404 404 404 404 403 403 403 200' },
  ],
  [`GET ${hooks}/deliveries`]: [
    { ask: `${hooks}/deliveries`, gets: '401 401 401 401 200 200 200 200 200* 403 403 200*' },
    {
      ask: `${hooks}/deliveries?endpoint={endpoint}`,
      gets: '401 401 401 401 200 200 200 200 200 403 403 200',
    },
  ],
  [`GET ${hooks}/deliveries/{id}`]: [
    { ask: `${hooks}/deliveries/{delivery}`, gets: '401 401 401 401 404 404 404 404 200* 403 403 200*' },
  ],
  [`POST ${hooks}/deliveries/{id}/redeliver`]: [
    {
      ask: `${hooks}/deliveries/{delivery}/redeliver`,
      gets: '401 401 401 401 404 404 404 404 403 403 403 200*',
    },
  ],
  [`POST ${hooks}/redeliver`]: [
    { ask: `${hooks}/redeliver`, gets: '401 401 401 401 200 200 200 200 403 403 403 200' },
  ],

  'GET /api/v1/events': [
    { ask: '/api/v1/events?limit=1000', gets: '401 401 401 401 200 200 200 200 200* 403 403 200*' },
    {
      ask: '/api/v1/events?limit=1000&account={owner}',
      gets: '401 401 401 401 404 200* 200* 404 200* 403 403 200*',
    },
  ],
  'GET /events': [
    { ask: '/events', gets: '401 401 401 401 200 200 200 200 200 403 403 200' },
    { ask: '/events?account={owner}', gets: '401 401 401 401 404 200 200 404 200 403 403 200' },
    { ask: '/events?invoice={invoice}', gets: '200 401 401 401 200 200 200 200 200 200 403 200' },
  ],
  // The route speaks WebSocket: anything else gets an error, and invalid credentials are still invalid.
  'GET /ws': [{ ask: '/ws', gets: '400 401 401 401 400 400 400 400 400 400 403 400' }],

  // Greenfield: another account's store is not found.
  [`GET ${stores}`]: [{ ask: stores, gets: '401 401 401 401 200 200 200 200 200 200 200 200' }],
  [`GET ${stores}/{storeId}`]: [
    { ask: `${stores}/{owner}`, gets: '401 401 401 401 404 404 404 404 200 200 200 200' },
  ],
  [`GET ${stores}/{storeId}/payment-methods`]: [
    { ask: `${stores}/{owner}/payment-methods`, gets: '401 401 401 401 404 404 404 404 200 200 200 200' },
  ],
  [`GET ${stores}/{storeId}/payment-methods/OnChain`]: [
    {
      ask: `${stores}/{owner}/payment-methods/OnChain`,
      gets: '401 401 401 401 404 404 404 404 200 200 200 200',
    },
  ],
  [`GET ${stores}/{storeId}/payment-methods/LightningNetwork`]: [
    {
      ask: `${stores}/{owner}/payment-methods/LightningNetwork`,
      gets: '401 401 401 401 404 404 404 404 200 200 200 200',
    },
  ],
  [`GET ${stores}/{storeId}/rates`]: [
    { ask: `${stores}/{owner}/rates`, gets: '401 401 401 401 404 404 404 404 200 200 200 200' },
  ],
  [`POST ${stores}/{storeId}/invoices`]: [
    {
      ask: `${stores}/{owner}/invoices`,
      body: { amount: '1', currency: 'USD' },
      gets: '401 401 401 401 404 404 404 404 403 200 200 200',
    },
  ],
  [`GET ${stores}/{storeId}/invoices`]: [
    { ask: `${stores}/{owner}/invoices?take=1`, gets: '401 401 401 401 404 404 404 404 200 200 200 200' },
  ],
  [`GET ${stores}/{storeId}/invoices/{invoiceId}`]: [
    { ask: `${stores}/{owner}/invoices/{invoice}`, gets: '401 401 401 401 404 404 404 404 200 200 200 200' },
  ],
  'GET /api/v1/invoices/{invoiceId}': [
    { ask: '/api/v1/invoices/{invoice}', gets: '401 401 401 401 404 404 404 404 200 200 200 200' },
  ],
  [`GET ${stores}/{storeId}/invoices/{invoiceId}/payment-methods`]: [
    {
      ask: `${stores}/{owner}/invoices/{invoice}/payment-methods`,
      gets: '401 401 401 401 404 404 404 404 200 200 200 200',
    },
  ],
  [`POST ${stores}/{storeId}/invoices/{invoiceId}/status`]: [
    {
      ask: `${stores}/{owner}/invoices/{invoice}/status`,
      body: { status: 'Invalid' },
      gets: '401 401 401 401 404 404 404 404 403 200 200 200',
    },
  ],
  [`PUT ${stores}/{storeId}/invoices/{invoiceId}`]: [
    {
      ask: `${stores}/{owner}/invoices/{invoice}`,
      body: { metadata: {} },
      gets: '401 401 401 401 404 404 404 404 403 200 200 200',
    },
  ],
  [`DELETE ${stores}/{storeId}/invoices/{invoiceId}`]: [
    { ask: `${stores}/{owner}/invoices/{invoice}`, gets: '401 401 401 401 404 404 404 404 403 200 200 200' },
  ],
  [`POST ${stores}/{storeId}/invoices/{invoiceId}/unarchive`]: [
    {
      ask: `${stores}/{owner}/invoices/{invoice}/unarchive`,
      gets: '401 401 401 401 404 404 404 404 403 200 200 200',
    },
  ],
  [`POST ${stores}/{storeId}/pull-payments`]: [
    {
      ask: `${stores}/{owner}/pull-payments`,
      body: {},
      gets: '401 401 401 401 404 404 404 404 403 403 403 403',
    },
  ],
  [`POST ${stores}/{storeId}/invoices/{invoiceId}/refund`]: [
    {
      ask: `${stores}/{owner}/invoices/{invoice}/refund`,
      body: {},
      gets: '401 401 401 401 404 404 404 404 403 403 403 403',
    },
  ],
  'GET /modal/btcpay.js': [{ ask: '/modal/btcpay.js', gets: sameForAll(200) }],
  'GET /i/{uid}/{method}': [{ ask: '/i/{invoice}/LTC-CHAIN?view=modal', gets: sameForAll(303) }],
  'GET /invoice': [{ ask: '/invoice?id={invoice}&view=modal', gets: sameForAll(303) }],
  'GET /api/v1/server/info': [
    { ask: '/api/v1/server/info', gets: '401 401 401 401 200 200 200 200 200 200 200 200' },
  ],
  // The webhooks of shop plug-ins.
  [`POST ${stores}/{storeId}/webhooks`]: [
    {
      ask: `${stores}/{owner}/webhooks`,
      body: { url: 'https://shop.example/hook' },
      gets: '401 401 401 401 404 404 404 404 403 403 403 200',
    },
  ],
  [`GET ${stores}/{storeId}/webhooks`]: [
    { ask: `${stores}/{owner}/webhooks`, gets: '401 401 401 401 404 404 404 404 403 403 403 200' },
  ],
  [`GET ${stores}/{storeId}/webhooks/{webhookId}`]: [
    { ask: `${stores}/{owner}/webhooks/unknown`, gets: '401 401 401 401 404 404 404 404 403 403 403 404' },
  ],
  [`PUT ${stores}/{storeId}/webhooks/{webhookId}`]: [
    {
      ask: `${stores}/{owner}/webhooks/unknown`,
      body: { url: 'https://shop.example/hook' },
      gets: '401 401 401 401 404 404 404 404 403 403 403 404',
    },
  ],
  [`DELETE ${stores}/{storeId}/webhooks/{webhookId}`]: [
    { ask: `${stores}/{owner}/webhooks/unknown`, gets: '401 401 401 401 404 404 404 404 403 403 403 404' },
  ],
  [`GET ${stores}/{storeId}/webhooks/{webhookId}/deliveries`]: [
    {
      ask: `${stores}/{owner}/webhooks/unknown/deliveries`,
      gets: '401 401 401 401 404 404 404 404 403 403 403 404',
    },
  ],
  [`GET ${stores}/{storeId}/webhooks/{webhookId}/deliveries/{deliveryId}`]: [
    {
      ask: `${stores}/{owner}/webhooks/unknown/deliveries/1`,
      gets: '401 401 401 401 404 404 404 404 403 403 403 404',
    },
  ],
  [`GET ${stores}/{storeId}/webhooks/{webhookId}/deliveries/{deliveryId}/request`]: [
    {
      ask: `${stores}/{owner}/webhooks/unknown/deliveries/1/request`,
      gets: '401 401 401 401 404 404 404 404 403 403 403 404',
    },
  ],
  [`POST ${stores}/{storeId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver`]: [
    {
      ask: `${stores}/{owner}/webhooks/unknown/deliveries/1/redeliver`,
      gets: '401 401 401 401 404 404 404 404 403 403 403 404',
    },
  ],
  'GET /api/v1/api-keys/current': [
    { ask: '/api/v1/api-keys/current', gets: '401 401 401 401 200 200 200 200 200 200 200 200' },
  ],
  'DELETE /api/v1/api-keys/current': [
    // It revokes the caller's own token, so here it is asked with an unknown one.
    {
      ask: '/api/v1/api-keys/current',
      headers: { authorization: 'token qt_unknown' },
      gets: sameForAll(401),
    },
  ],
  'GET /api/v1/health': [{ ask: '/api/v1/health', gets: sameForAll(200) }],

  // Pages for browsers: a token opens none of them, and a form is accepted only from one of them.
  'GET /': [{ ask: '/', gets: sameForAll(200) }],
  'GET /login': [{ ask: '/login', gets: sameForAll(200) }],
  'POST /login': [{ ask: '/login', gets: sameForAll(403) }],
  'GET /login/code': [{ ask: '/login/code', gets: sameForAll(303) }],
  'POST /login/code': [{ ask: '/login/code', gets: sameForAll(403) }],
  'POST /login/passkey/options': [{ ask: '/login/passkey/options', gets: sameForAll(403) }],
  'POST /login/passkey': [{ ask: '/login/passkey', gets: sameForAll(403) }],
  'POST /login/code/passkey/options': [{ ask: '/login/code/passkey/options', gets: sameForAll(403) }],
  'POST /login/code/passkey': [{ ask: '/login/code/passkey', gets: sameForAll(403) }],
  'POST /logout': [{ ask: '/logout', gets: sameForAll(403) }],
  'GET /register': [{ ask: '/register', gets: sameForAll(200) }],
  'POST /register': [{ ask: '/register', gets: sameForAll(403) }],
  'GET /register/sent': [{ ask: '/register/sent', gets: sameForAll(200) }],
  'GET /register/{secret}': [{ ask: '/register/unknown', gets: sameForAll(410) }],
  'POST /register/{secret}': [{ ask: '/register/unknown', gets: sameForAll(403) }],
  'GET /invitation/{secret}': [{ ask: '/invitation/unknown', gets: sameForAll(410) }],
  'POST /invitation/{secret}': [{ ask: '/invitation/unknown', gets: sameForAll(403) }],
  'POST /invitation/{secret}/accept': [{ ask: '/invitation/unknown/accept', gets: sameForAll(303) }],
  'GET /forgot': [{ ask: '/forgot', gets: sameForAll(200) }],
  'POST /forgot': [{ ask: '/forgot', gets: sameForAll(403) }],
  'GET /reset/{secret}': [{ ask: '/reset/unknown', gets: sameForAll(410) }],
  'POST /reset/{secret}': [{ ask: '/reset/unknown', gets: sameForAll(403) }],
}

/** New resources of the owner. */
const own: Readonly<Record<string, () => Promise<string>>> = {
  invoice: createInvoice,
  endpoint: createEndpoint,
  delivery,
  link,
  keys,
}

const service = await startService(fileScope, {
  listen: true,
  destinations: ['LTC'],
  settings: { WEBHOOK_ALLOW_PRIVATE: 'true', RATE_LIMITS: 'off', GREENFIELD: 'true' },
})
const owner = service.merchant
const description = service.app.server.swagger() as unknown as Description
// The dashboard's pages, which are for browsers only, have a matrix of their own.
const routes = Object.entries(description.paths)
  .filter(([path]) => !/^\/(dashboard|api-keys)/.test(path))
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
const passing: Merchant = await service.anotherMerchant('passing', [])
const tokens = await readTokens(service)

test('every route has a row in the access matrix, and every row a route', () => {
  assert.deepEqual([...routes].sort(), Object.keys(matrix).sort())
})

for (const [route, rows] of Object.entries(matrix)) {
  const [method = '', path = ''] = route.split(' ')
  for (const row of rows)
    test(`${route} as ${row.ask}: ${callers.join(', ')} get ${row.gets}`, async () => {
      const seen: string[] = []
      for (const caller of callers)
        seen.push(await findOutcome(method as Request['method'] & string, row, tokens[caller]))
      assert.equal(seen.join(' '), row.gets)
    })

  const described = description.paths[path]?.[method.toLowerCase()]?.['x-scopes']
  if (Array.isArray(described))
    test(`${route} documents its scopes: ${described.join(', ')}`, () => {
      const [row] = rows
      const got = new Map(callers.map((caller, at) => [caller, row?.gets.split(' ')[at]]))
      for (const scope of ['read', 'invoices'] as const)
        assert.equal(got.get(scope) !== '403', described.includes(scope), scope)
      assert.ok(described.includes('full'))
    })
}

/** Actions for which a page asks for the password: an unattended signed-in browser is not enough. */
const passwordProtected: ReadonlySet<string> = new Set([
  `GET ${hooks}/secret`,
  `POST ${hooks}/secret`,
  `GET ${hooks}/{id}/secret`,
  `POST ${hooks}/{id}/secret`,
])

test('a signed-in browser can do everything that a full-access token can, except actions that require the password', async () => {
  const headers = await signInOwner()
  for (const [route, rows] of Object.entries(matrix)) {
    const [method = '', path = ''] = route.split(' ')
    const described = description.paths[path]?.[method.toLowerCase()]
    if (!Array.isArray(described?.['x-scopes'])) continue
    for (const row of rows) {
      const own = { ...row, headers: { ...row.headers, ...headers } }
      const got = await findOutcome(method as Request['method'] & string, own, null)
      const expected = passwordProtected.has(route) ? '403' : row.gets.split(' ').at(-1)
      assert.equal(got, expected, `${route} as ${row.ask}`)
    }
  }
})

test('a browser’s request for an action that requires the password is rejected with the page to use, and an endpoint that a browser adds has no visible secret', async () => {
  const headers = await signInOwner()
  for (const route of passwordProtected) {
    const [method = '', path = ''] = route.split(' ')
    assert.deepEqual(description.paths[path]?.[method.toLowerCase()]?.security, [{ token: [] }], route)
    const ask = path.replace('{id}', '{endpoint}')
    const reply = await service.request(await fillIn(ask), {
      method: method as Request['method'] & string,
      token: null,
      headers,
    })
    assert.equal(reply.json.code, 'password_needed', route)
    assert.match(String(reply.json.error), /\/dashboard\/settings\/webhooks/)
    assert.doesNotMatch(reply.text, /whsec_/)
  }
  const body = { url: 'https://example.com' }
  const { status, text } = await service.request(hooks, { method: 'POST', token: null, headers, body })
  assert.equal(status, 200)
  assert.doesNotMatch(text, /secret/)
})

test('a permission that only the scope full has is listed for a full-access token', () => {
  for (const permission of ['links.write', 'webhooks.write'] as const)
    assert.deepEqual(listScopesWith(permission), ['full'])
})

async function findOutcome(
  method: Request['method'] & string,
  { ask, body, headers }: Row,
  token: string | null,
): Promise<string> {
  const path = await fillIn(ask)
  const response = path.startsWith('/events')
    ? await openStream(path, token, headers)
    : await service.request(path, {
        method,
        token,
        ...(headers && { headers }),
        ...(body !== undefined && { body: JSON.parse(await fillIn(JSON.stringify(body))) }),
      })
  return `${response.status}${response.text.includes(mark) ? '*' : ''}`
}

/** A stream never ends: only its head counts. */
async function openStream(
  path: string,
  token: string | null,
  more: Row['headers'] = {},
): Promise<{ status: number; text: string }> {
  const leaving = new AbortController()
  const headers = { ...more, ...(token !== null && { authorization: basic(token) }) }
  const { status } = await fetch(`${service.baseUrl}${path}`, { headers, signal: leaving.signal })
  leaving.abort()
  return { status, text: '' }
}

/** The headers of a browser in which the owner is signed in, from one of our pages. */
async function signInOwner(): Promise<Readonly<Record<string, string>>> {
  const { cookieHeader } = await openSignedInBrowser(service, owner.id)
  return { cookie: cookieHeader(), origin: new URL(service.baseUrl).origin }
}

async function fillIn(text: string): Promise<string> {
  let filled = text.replaceAll('{owner}', String(owner.id))
  for (const [name, make] of Object.entries(own))
    if (filled.includes(`{${name}}`)) filled = filled.replaceAll(`{${name}}`, await make())
  return filled
}

/** The name of the signatures page. */
async function keys(): Promise<string> {
  const { text } = await service.request('/signingKeys/paymentProtocol.json')
  return hash('sha256', text)
}

async function createInvoice(): Promise<string> {
  return (await service.createInvoice({ external_id: `${mark} order` })).invoice.uid
}

async function delivery(): Promise<string> {
  const id = await createEndpoint()
  await createInvoice()
  let found: string | undefined
  await until(async () => {
    const { json } = await service.request(`${hooks}/deliveries?endpoint=${id}`)
    found = (json.deliveries as { id: string }[])[0]?.id
    return found !== undefined
  })
  return found ?? assert.fail()
}

async function link(): Promise<string> {
  await service.request(links, { method: 'POST', body: { email: passing.email } })
  const { text } = await service.request(links)
  const found = JSON.parse(text).find(({ target }: { target: number }) => target === passing.id)
  return String(found?.id ?? assert.fail(text))
}

async function createEndpoint(): Promise<string> {
  // Nothing listens there. Each has a host of its own, because an account may have few per host.
  const body = {
    url: `http://127.0.1.${++endpoints}:9/${mark}`,
    description: mark,
    types: ['invoice.created'],
  }
  const { json, text } = await service.request(hooks, { method: 'POST', body })
  const id = String(json.id ?? assert.fail(text))
  // An account has at most 100.
  const [oldest] = createdEndpoints.length > 50 ? createdEndpoints.splice(0, 1) : []
  if (oldest) await service.request(`${hooks}/${oldest}`, { method: 'DELETE' })
  createdEndpoints.push(id)
  return id
}

async function readTokens({
  accounts,
  anotherMerchant,
  request,
}: Service): Promise<Record<Caller, string | null>> {
  const stranger = await anotherMerchant('stranger', ['LTC'])
  const viewer = await anotherMerchant('viewer', ['LTC'])
  await anotherMerchant('guest', [])
  const bookkeeper = await anotherMerchant('bookkeeper', ['LTC'])
  const cashier = await anotherMerchant('cashier', ['LTC'])
  await addStaff(service, { accountId: owner.id, memberId: bookkeeper.id, role: 'bookkeeper' })
  await addStaff(service, { accountId: owner.id, memberId: cashier.id, role: 'cashier' })
  await request(links, { method: 'POST', body: { email: viewer.email } })
  await delivery()
  const make = async (options: Parameters<typeof accounts.createToken>[1]) =>
    accounts.createToken(owner.email, options)
  const revoked = await make({ name: 'revoked' })
  await accounts.revokeToken(revoked.id)
  return {
    nobody: null,
    wrong: generateToken(),
    revoked: revoked.token,
    expired: (await make({ name: 'expired', lifetimeMs: -1 * day })).token,
    stranger: stranger.token,
    viewer: viewer.token,
    bookkeeper: bookkeeper.token,
    cashier: cashier.token,
    read: (await make({ name: 'read', scope: 'read' })).token,
    invoices: (await make({ name: 'invoices', scope: 'invoices' })).token,
    shop: (await make({ name: 'shop', scope: 'greenfield', permissions: grantedTo(owner.id) })).token,
    owner: owner.token,
  }
}
