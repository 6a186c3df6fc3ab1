import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStores } from '../../src/composition/stores.ts'
import { day } from '../../src/kernel/clock.ts'
import { generateSecret } from '../../src/kernel/ids.ts'
import { openBrowser, openSignedInBrowser, type TestBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import type { Description } from '../helpers/openapi.ts'
import { type Request, startService } from '../helpers/service.ts'
import { addStaff } from '../helpers/staff.ts'
import { until } from '../helpers/until.ts'

/** The callers, in a browser: nobody is signed in; another merchant; an account with view access; the owner's staff; the owner; the operator. */
const callers = ['nobody', 'stranger', 'viewer', 'bookkeeper', 'cashier', 'owner', 'operator'] as const
type Caller = (typeof callers)[number]

/** A word in everything that the owner keeps private. */
const mark = 'owners-own'

/** Each caller's response, in order: the status, with `*` if the page contains something private. */
interface Row {
  readonly ask: string
  /** The body of a form, as a browser sends it. */
  readonly body?: Readonly<Record<string, string>>
  readonly gets: string
}

const settings = '/dashboard/settings'
const passkeys = `${settings}/security/passkeys`
const hooks = `${settings}/webhooks`
const connect = '/api-keys/authorize?permissions=btcpay.store.canviewinvoices'
/** The pages of any signed-in user about themselves. */
const allSignedIn = '303 200 200 200 200 200 200'

/** `{invoice}`: a new one of the owner for each request; `{owner}`: the id of its account. */
const matrix: Readonly<Record<string, readonly Row[]>> = {
  //                                       nobody stranger viewer bookkeeper cashier owner operator
  'GET /dashboard': [
    { ask: '/dashboard?period={invoice}', gets: '303 200 200 200 200 200* 200' },
    { ask: '/dashboard?account={owner}&period={invoice}', gets: '303 404 200* 200* 404 200* 404' },
  ],
  'GET /dashboard/{*}': [{ ask: '/dashboard/unknown', gets: '303 404 404 404 404 404 404' }],
  [`GET ${settings}`]: [{ ask: settings, gets: '303 303 303 303 303 303 303' }],

  // Payment exceptions; test/payment-exceptions has real ones
  'GET /dashboard/exceptions/{id}': [
    { ask: '/dashboard/exceptions/unknown', gets: '303 404 404 404 404 404 404' },
    { ask: '/dashboard/exceptions/unknown?account={owner}', gets: '303 404 404 404 404 404 404' },
  ],
  'POST /dashboard/exceptions/{id}': [
    {
      ask: '/dashboard/exceptions/unknown',
      body: { resolution: 'accept' },
      gets: '303 404 404 404 404 404 404',
    },
    {
      ask: '/dashboard/exceptions/unknown?account={owner}',
      body: { resolution: 'accept' },
      gets: '303 403 403 403 403 404 403',
    },
  ],

  // People and the audit log
  'GET /dashboard/people': [
    { ask: '/dashboard/people', gets: allSignedIn },
    { ask: '/dashboard/people?account={owner}', gets: '303 404 404 404 404 200 404' },
  ],
  'POST /dashboard/people': [
    { ask: '/dashboard/people', body: { email: 'nobody@example.com' }, gets: '303 400 400 400 400 400 400' },
    {
      ask: '/dashboard/people?account={owner}',
      body: { email: 'viewer@example.com' },
      gets: '303 403 403 403 403 303 403',
    },
  ],
  'POST /dashboard/people/{id}/end': [
    { ask: '/dashboard/people/999/end', body: {}, gets: '303 404 404 404 404 404 404' },
    { ask: '/dashboard/people/unknown/end', body: {}, gets: '303 404 404 404 404 404 404' },
  ],
  'GET /dashboard/people/staff': [
    { ask: '/dashboard/people/staff', gets: allSignedIn },
    { ask: '/dashboard/people/staff?account={owner}', gets: '303 404 404 404 404 200 404' },
  ],
  'POST /dashboard/people/staff': [
    { ask: '/dashboard/people/staff', body: { email: 'x' }, gets: '303 400 400 400 400 400 400' },
    {
      ask: '/dashboard/people/staff?account={owner}',
      body: { email: 'hired@example.com', role: 'cashier' },
      gets: '303 403 403 403 403 200 403',
    },
  ],
  'POST /dashboard/people/staff/{id}/role': [
    {
      ask: '/dashboard/people/staff/{member}/role',
      body: { role: 'bookkeeper' },
      gets: '303 404 404 404 404 303 404',
    },
  ],
  'POST /dashboard/people/staff/{id}/end': [
    { ask: '/dashboard/people/staff/{member}/end', body: {}, gets: '303 404 404 404 404 303 404' },
  ],
  'POST /dashboard/people/invitations/{id}/resend': [
    {
      ask: '/dashboard/people/invitations/{invitation}/resend',
      body: {},
      gets: '303 404 404 404 404 200 404',
    },
  ],
  'POST /dashboard/people/invitations/{id}/revoke': [
    {
      ask: '/dashboard/people/invitations/{invitation}/revoke',
      body: {},
      gets: '303 404 404 404 404 303 404',
    },
  ],
  [`GET ${settings}/audit`]: [
    { ask: `${settings}/audit`, gets: allSignedIn },
    { ask: `${settings}/audit?account={owner}`, gets: '303 404 404 404 404 200 404' },
  ],

  // Invoices that people create, and what they show afterwards
  'GET /dashboard/till': [
    { ask: '/dashboard/till', gets: allSignedIn },
    { ask: '/dashboard/till?account={owner}', gets: '303 404 404 404 200 200 404' },
  ],
  'POST /dashboard/till': [
    { ask: '/dashboard/till', body: { amount: '' }, gets: '303 400 400 400 400 400 400' },
    { ask: '/dashboard/till?account={owner}', body: { amount: '5' }, gets: '303 403 403 403 303 303 403' },
  ],
  'POST /dashboard/till/{uid}/cancel': [
    { ask: '/dashboard/till/{invoice}/cancel', body: {}, gets: '303 404 404 404 404 303 404' },
    {
      ask: '/dashboard/till/{invoice}/cancel?account={owner}',
      body: {},
      gets: '303 403 403 403 403 303 403',
    },
    { ask: '/dashboard/till/{sale}/cancel?account={owner}', body: {}, gets: '303 403 403 403 303 303 403' },
  ],
  'GET /dashboard/till/{uid}': [
    { ask: '/dashboard/till/{invoice}', gets: '303 404 404 404 404 200 404' },
    { ask: '/dashboard/till/{invoice}?account={owner}', gets: '303 404 404 404 200 200 404' },
  ],
  // Invoices
  'GET /dashboard/invoices': [
    { ask: '/dashboard/invoices?q={invoice}', gets: '303 200 200 200 200 200* 200' },
    { ask: '/dashboard/invoices?account={owner}&q={invoice}', gets: '303 404 200* 200* 200 200* 404' },
  ],
  'GET /dashboard/invoices/{uid}': [
    { ask: '/dashboard/invoices/{invoice}', gets: '303 404 404 404 404 200* 404' },
    { ask: '/dashboard/invoices/{invoice}?account={owner}', gets: '303 404 200* 200* 404 200* 404' },
  ],
  'POST /dashboard/invoices/{uid}/cancel': [
    { ask: '/dashboard/invoices/{invoice}/cancel', body: {}, gets: '303 404 403 403 404 303 404' },
    {
      ask: '/dashboard/invoices/{invoice}/cancel?account={owner}',
      body: {},
      gets: '303 403 403 403 403 303 403',
    },
  ],
  'POST /dashboard/invoices/{uid}/redeliver': [
    { ask: '/dashboard/invoices/{invoice}/redeliver', body: {}, gets: '303 404 403 403 404 404* 404' },
  ],
  'GET /dashboard/invoices/new': [{ ask: '/dashboard/invoices/new', gets: allSignedIn }],
  'POST /dashboard/invoices/new': [
    { ask: '/dashboard/invoices/new', body: { amount: '' }, gets: '303 400 400 400 400 400 400' },
    {
      ask: '/dashboard/invoices/new?account={owner}',
      body: { amount: '5' },
      gets: '303 403 403 403 403 303 403',
    },
  ],
  'GET /dashboard/invoices/{uid}/share': [
    { ask: '/dashboard/invoices/{invoice}/share', gets: '303 404 404 404 404 200* 404' },
  ],

  // Preferences and service status
  [`GET ${settings}/preferences`]: [{ ask: `${settings}/preferences`, gets: allSignedIn }],
  [`POST ${settings}/preferences`]: [
    { ask: `${settings}/preferences`, body: { hold_minutes: 'long' }, gets: '303 400 400 400 400 400 400' },
  ],
  'GET /dashboard/operator': [{ ask: '/dashboard/operator', gets: '303 404 404 404 404 404 200' }],

  // Destinations and tokens
  [`GET ${settings}/destinations`]: [{ ask: `${settings}/destinations`, gets: allSignedIn }],
  [`POST ${settings}/destinations/test-keys`]: [
    {
      ask: `${settings}/destinations/test-keys?account={owner}`,
      body: {},
      gets: '303 403 403 403 403 400 403',
    },
  ],
  [`GET ${settings}/destinations/{coin}`]: [
    { ask: `${settings}/destinations/LTC`, gets: allSignedIn },
    { ask: `${settings}/destinations/LTC?account={owner}`, gets: '303 404 404 404 404 200 404' },
    { ask: `${settings}/destinations/ETH`, gets: '303 404 404 404 404 404 404' },
  ],
  [`POST ${settings}/destinations/{coin}`]: [
    { ask: `${settings}/destinations/LTC`, body: { destination: 'x' }, gets: '303 400 400 400 400 400 400' },
    {
      ask: `${settings}/destinations/LTC?account={owner}`,
      body: { destination: 'x' },
      gets: '303 403 403 403 403 400 403',
    },
  ],
  [`GET ${settings}/destinations/{coin}/confirm`]: [
    { ask: `${settings}/destinations/LTC/confirm?check=x`, gets: '303 404 404 404 404 404 404' },
  ],
  [`POST ${settings}/destinations/{coin}/confirm`]: [
    {
      ask: `${settings}/destinations/LTC/confirm`,
      body: { check: 'x', password: 'wrong' },
      gets: '303 404 404 404 404 404 404',
    },
  ],
  [`POST ${settings}/destinations/{coin}/skip`]: [
    {
      ask: `${settings}/destinations/LTC/skip`,
      body: { by: '1', password: 'wrong' },
      gets: '303 400 400 400 400 400 400',
    },
  ],
  [`GET ${settings}/tokens`]: [{ ask: `${settings}/tokens`, gets: allSignedIn }],
  [`GET ${settings}/tokens/new`]: [{ ask: `${settings}/tokens/new`, gets: allSignedIn }],
  [`POST ${settings}/tokens`]: [
    {
      ask: `${settings}/tokens`,
      body: { name: 'x', password: 'wrong' },
      gets: '303 400 400 400 400 400 400',
    },
  ],
  [`GET ${settings}/tokens/{id}`]: [
    { ask: `${settings}/tokens/{token}`, gets: '303 404 404 404 404 200* 404' },
  ],
  [`POST ${settings}/tokens/{id}/revoke`]: [
    {
      ask: `${settings}/tokens/{token}/revoke`,
      body: { password: 'wrong' },
      gets: '303 404 404 404 404 400* 404',
    },
  ],

  // The connect page of shop plug-ins
  'GET /api-keys/authorize': [
    { ask: connect, gets: allSignedIn },
    { ask: `${connect}&account={owner}`, gets: '303 404 404 404 404 200 404' },
  ],
  // Without permissions, so that no password is counted as wrong; test/greenfield/connect.test.ts has valid requests.
  'POST /api-keys/authorize': [
    { ask: '/api-keys/authorize', body: {}, gets: '303 400 400 400 400 400 400' },
    { ask: '/api-keys/authorize?account={owner}', body: {}, gets: '303 403 403 403 403 400 403' },
  ],

  // Webhooks and their deliveries
  [`GET ${hooks}/{id}`]: [
    { ask: `${hooks}/{endpoint}`, gets: '303 404 404 404 404 200* 404' },
    { ask: `${hooks}/unknown`, gets: '303 404 404 404 404 404 404' },
  ],
  [`GET ${hooks}`]: [
    { ask: hooks, gets: '303 200 200 200 200 200* 200' },
    { ask: `${hooks}?account={owner}`, gets: '303 404 404 404 404 200* 404' },
  ],
  [`GET ${hooks}/new`]: [{ ask: `${hooks}/new`, gets: allSignedIn }],
  [`POST ${hooks}`]: [{ ask: hooks, body: { url: 'nowhere' }, gets: '303 400 400 400 400 400 400' }],
  [`POST ${hooks}/{id}`]: [
    { ask: `${hooks}/{endpoint}`, body: { url: 'https://example.com' }, gets: '303 404 404 404 404 303 404' },
  ],
  [`POST ${hooks}/{id}/enable`]: [
    { ask: `${hooks}/{endpoint}/enable`, body: {}, gets: '303 404 404 404 404 303 404' },
  ],
  [`POST ${hooks}/{id}/disable`]: [
    { ask: `${hooks}/{endpoint}/disable`, body: {}, gets: '303 404 404 404 404 303 404' },
  ],
  [`POST ${hooks}/{id}/test`]: [
    { ask: `${hooks}/{endpoint}/test`, body: {}, gets: '303 404 404 404 404 303 404' },
  ],
  [`POST ${hooks}/{id}/delete`]: [
    { ask: `${hooks}/{endpoint}/delete`, body: {}, gets: '303 404 404 404 404 303 404' },
  ],
  [`POST ${hooks}/secret`]: [
    { ask: `${hooks}/secret`, body: { password: 'wrong' }, gets: '303 400 400 400 400 400* 400' },
  ],
  [`POST ${hooks}/secret/rotate`]: [
    { ask: `${hooks}/secret/rotate`, body: { password: 'wrong' }, gets: '303 400 400 400 400 400* 400' },
  ],
  [`POST ${hooks}/{id}/secret`]: [
    { ask: `${hooks}/{endpoint}/secret`, body: { password: 'wrong' }, gets: '303 404 404 404 404 400* 404' },
  ],
  [`POST ${hooks}/{id}/secret/rotate`]: [
    {
      ask: `${hooks}/{endpoint}/secret/rotate`,
      body: { password: 'wrong' },
      gets: '303 404 404 404 404 400* 404',
    },
  ],
  'GET /dashboard/deliveries': [
    { ask: '/dashboard/deliveries', gets: '303 200 200 200 200 200* 200' },
    { ask: '/dashboard/deliveries?endpoint={endpoint}', gets: '303 404 404 404 404 200* 404' },
    { ask: '/dashboard/deliveries?account={owner}', gets: '303 404 404 404 404 200* 404' },
  ],
  'GET /dashboard/deliveries/{id}': [
    { ask: '/dashboard/deliveries/{delivery}', gets: '303 404 404 404 404 200* 404' },
    { ask: '/dashboard/deliveries/unknown', gets: '303 404 404 404 404 404 404' },
  ],
  'POST /dashboard/deliveries/{id}/redeliver': [
    { ask: '/dashboard/deliveries/{delivery}/redeliver', body: {}, gets: '303 404 404 404 404 303 404' },
  ],
  'POST /dashboard/deliveries/redeliver': [
    { ask: '/dashboard/deliveries/redeliver', body: {}, gets: '303 303 303 303 303 303 303' },
    {
      ask: '/dashboard/deliveries/redeliver',
      body: { endpoint: '{endpoint}' },
      gets: '303 404 404 404 404 303 404',
    },
  ],

  // Security and sessions
  [`GET ${settings}/security`]: [{ ask: `${settings}/security`, gets: allSignedIn }],
  [`POST ${settings}/security/password`]: [
    {
      ask: `${settings}/security/password`,
      body: { old_password: 'wrong', new_password: 'x' },
      gets: '303 400 400 400 400 400 400',
    },
  ],
  [`GET ${settings}/security/codes`]: [{ ask: `${settings}/security/codes`, gets: allSignedIn }],
  [`POST ${settings}/security/codes`]: [
    {
      ask: `${settings}/security/codes`,
      body: { key: '', code: '000000' },
      gets: '303 400 400 400 400 400 400',
    },
  ],
  [`POST ${settings}/security/codes/off`]: [
    {
      ask: `${settings}/security/codes/off`,
      body: { password: 'wrong' },
      gets: '303 400 400 400 400 400 400',
    },
  ],
  // The service is on an IP address, where browsers allow no passkeys. test/sessions adds real ones.
  [`POST ${passkeys}/options`]: [
    { ask: `${passkeys}/options`, body: { name: 'Phone' }, gets: '303 400 400 400 400 400 400' },
  ],
  [`POST ${passkeys}`]: [
    { ask: passkeys, body: { name: 'Phone', credential: '{}' }, gets: '303 400 400 400 400 400 400' },
  ],
  [`GET ${passkeys}/{id}`]: [{ ask: `${passkeys}/unknown`, gets: '303 404 404 404 404 404 404' }],
  [`POST ${passkeys}/{id}`]: [
    { ask: `${passkeys}/unknown`, body: { name: 'Phone' }, gets: '303 404 404 404 404 404 404' },
  ],
  [`POST ${passkeys}/{id}/remove`]: [
    { ask: `${passkeys}/unknown/remove`, body: {}, gets: '303 404 404 404 404 404 404' },
  ],
  [`GET ${settings}/sessions`]: [{ ask: `${settings}/sessions`, gets: allSignedIn }],
  [`POST ${settings}/sessions/{id}/end`]: [
    { ask: `${settings}/sessions/unknown/end`, body: {}, gets: '303 404 404 404 404 404 404' },
  ],
}

/** New resources of the owner. */
const own: Readonly<Record<string, () => Promise<string>>> = {
  invoice,
  sale,
  member,
  invitation,
  token,
  endpoint: createEndpoint,
  delivery,
}

const service = await startService(fileScope, {
  listen: true,
  destinations: ['LTC'],
  settings: { WEBHOOK_ALLOW_PRIVATE: 'true', RATE_LIMITS: 'off', GREENFIELD: 'true' },
})
const [owner, stranger, viewer, bookkeeper, cashier, passing] = [
  await service.anotherMerchant('owner', ['LTC']),
  await service.anotherMerchant('stranger', []),
  await service.anotherMerchant('viewer', []),
  await service.anotherMerchant('bookkeeper', []),
  await service.anotherMerchant('cashier', []),
  await service.anotherMerchant('passing', []),
]
const browsers: Readonly<Record<Caller, TestBrowser>> = {
  nobody: openBrowser(service),
  stranger: await openSignedInBrowser(service, stranger.id),
  viewer: await openSignedInBrowser(service, viewer.id),
  bookkeeper: await openSignedInBrowser(service, bookkeeper.id),
  cashier: await openSignedInBrowser(service, cashier.id),
  owner: await openSignedInBrowser(service, owner.id),
  operator: await openSignedInBrowser(service, service.merchant.id),
}
await service.request('/api/v1/account/links', {
  method: 'POST',
  token: owner.token,
  body: { email: viewer.email },
})

await addStaff(service, { accountId: owner.id, memberId: bookkeeper.id, role: 'bookkeeper' })
await addStaff(service, { accountId: owner.id, memberId: cashier.id, role: 'cashier' })

const description = service.app.server.swagger() as unknown as Description
const routes = Object.entries(description.paths)
  .filter(([path]) => /^\/(dashboard|api-keys)/.test(path))
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))

test('every page and form of the dashboard has a row in the access matrix, and every row a route', () => {
  assert.deepEqual([...routes].sort(), Object.keys(matrix).sort())
})

for (const [route, rows] of Object.entries(matrix)) {
  const method = route.split(' ', 1)[0] as Request['method'] & string
  for (const row of rows)
    test(`${route} as ${row.ask}: ${callers.join(', ')} get ${row.gets}`, async () => {
      const seen: string[] = []
      for (const caller of callers) seen.push(await outcome(method, row, browsers[caller]))
      assert.equal(seen.join(' '), row.gets)
    })

  test(`${route}: a token gives no access to pages`, async () => {
    const [row] = rows
    const { status, headers } = await service.request(await fillIn(row?.ask ?? ''), {
      method,
      token: owner.token,
    })
    assert.equal(status, 303)
    assert.match(String(headers.location), /^\/login/)
  })

  if (method === 'POST')
    test(`${route}: a cross-origin form is rejected`, async () => {
      const [row] = rows
      const { status } = await browsers.owner.post(await fillIn(row?.ask ?? ''), row?.body ?? {}, {
        origin: 'https://elsewhere.example',
        'sec-fetch-site': 'cross-site',
      })
      assert.equal(status, 403)
    })
}

async function outcome(method: string, { ask, body = {} }: Row, browser: TestBrowser): Promise<string> {
  const path = await fillIn(ask)
  const filled = Object.fromEntries(
    await Promise.all(
      Object.entries(body).map(async ([name, value]) => [name, await fillIn(value)] as const),
    ),
  )
  const response = method === 'GET' ? await browser.get(path) : await browser.post(path, filled)
  return `${response.status}${response.text.includes(mark) ? '*' : ''}`
}

async function fillIn(text: string): Promise<string> {
  let filled = text.replaceAll('{owner}', String(owner.id))
  for (const [name, make] of Object.entries(own))
    if (filled.includes(`{${name}}`)) filled = filled.replaceAll(`{${name}}`, await make())
  return filled
}

/** The number of endpoints created. */
let endpoints = 0

async function createEndpoint(): Promise<string> {
  // Nothing listens there. Each has a host of its own, because an account may have few per host.
  const body = { url: `http://127.0.1.${++endpoints}:9/${mark}`, types: ['invoice.created'] }
  const { json } = await service.request('/api/v1/webhooks', { method: 'POST', token: owner.token, body })
  return String(json.id)
}

async function delivery(): Promise<string> {
  const id = await createEndpoint()
  await invoice()
  let found: string | undefined
  await until(async () => {
    const filter = { accountId: owner.id, onlyFailed: false, endpointId: id }
    found = (await service.stores.webhookDeliveries.list(filter, { before: null, limit: 1 }))[0]?.id
    return found !== undefined
  })
  return found ?? assert.fail()
}

/** A new sale of the owner at the till. */
async function sale(): Promise<string> {
  const location = await browsers.owner.submit('/dashboard/till', { amount: '5' })
  return location.split('/').at(-1) ?? assert.fail(location)
}

async function member(): Promise<string> {
  return String(await addStaff(service, { accountId: owner.id, memberId: passing.id, role: 'cashier' }))
}

async function invitation(): Promise<string> {
  await service.database.transact((sql) =>
    createStores(sql).staff.invite(
      {
        accountId: owner.id,
        email: 'invited@example.com',
        role: 'cashier',
        digest: generateSecret(),
        expiresAt: service.clock.now() + day,
      },
      service.clock.now(),
    ),
  )
  const { invitations } = await service.stores.people.listStaff(owner.id, service.clock.now())
  return String(invitations.find(({ email }) => email === 'invited@example.com')?.id)
}

async function invoice(): Promise<string> {
  return (await service.createInvoice({ external_id: `${mark} order` }, { token: owner.token })).invoice.uid
}

async function token(): Promise<string> {
  return (await service.accounts.createToken(owner.email, { name: `${mark} token` })).id
}
