import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, openBrowserOf, type TestBrowser } from '../helpers/browser.ts'
import { wholeFile } from '../helpers/databases.ts'
import type { Description } from '../helpers/openapi.ts'
import { type Request, startService } from '../helpers/service.ts'

/** Who asks, in a browser: nobody is signed in; another merchant; one whom the owner grants view access; the owner; the operator. */
const callers = ['nobody', 'stranger', 'viewer', 'owner', 'operator'] as const
type Caller = (typeof callers)[number]

/** What the owner keeps to itself holds this word. */
const mark = 'owners-own'

/** What each caller gets, in their order: the status, with `*` when what the owner keeps to itself is on the page. */
interface Row {
  readonly ask: string
  /** Of a form, as a browser sends it. */
  readonly body?: Readonly<Record<string, string>>
  readonly gets: string
}

const settings = '/dashboard/settings'
/** Of everybody who is signed in, about themselves. */
const eachTheirOwn = '303 200 200 200 200'

/** `{invoice}`: an own one of the owner for each request; `{owner}`: the id of its account. */
const matrix: Readonly<Record<string, readonly Row[]>> = {
  //                                       nobody stranger viewer owner operator
  'GET /dashboard': [
    { ask: '/dashboard', gets: eachTheirOwn },
    { ask: '/dashboard?account={owner}', gets: '303 404 200 200 404' },
  ],
  'GET /dashboard/{*}': [{ ask: '/dashboard/unknown', gets: '303 404 404 404 404' }],
  [`GET ${settings}`]: [{ ask: settings, gets: '303 303 303 303 303' }],

  // Security and sessions
  [`GET ${settings}/security`]: [{ ask: `${settings}/security`, gets: eachTheirOwn }],
  [`POST ${settings}/security/password`]: [
    {
      ask: `${settings}/security/password`,
      body: { old_password: 'wrong', new_password: 'x' },
      gets: '303 400 400 400 400',
    },
  ],
  [`GET ${settings}/security/codes`]: [{ ask: `${settings}/security/codes`, gets: eachTheirOwn }],
  [`POST ${settings}/security/codes`]: [
    { ask: `${settings}/security/codes`, body: { key: '', code: '000000' }, gets: '303 400 400 400 400' },
  ],
  [`POST ${settings}/security/codes/off`]: [
    { ask: `${settings}/security/codes/off`, body: { password: 'wrong' }, gets: '303 400 400 400 400' },
  ],
  [`GET ${settings}/sessions`]: [{ ask: `${settings}/sessions`, gets: eachTheirOwn }],
  [`POST ${settings}/sessions/{id}/end`]: [
    { ask: `${settings}/sessions/unknown/end`, body: {}, gets: '303 404 404 404 404' },
  ],
}

/** New things of the owner's. */
const own: Readonly<Record<string, () => Promise<string>>> = { invoice }

const service = await startService(wholeFile, {
  listen: true,
  destinations: ['LTC'],
  settings: { WEBHOOK_ALLOW_PRIVATE: 'true', RATE_LIMITS: 'off' },
})
const [owner, stranger, viewer] = [
  await service.anotherMerchant('owner', ['LTC']),
  await service.anotherMerchant('stranger', []),
  await service.anotherMerchant('viewer', []),
]
const browsers: Readonly<Record<Caller, TestBrowser>> = {
  nobody: openBrowser(service),
  stranger: await openBrowserOf(service, stranger.id),
  viewer: await openBrowserOf(service, viewer.id),
  owner: await openBrowserOf(service, owner.id),
  operator: await openBrowserOf(service, service.merchant.id),
}
await service.request('/api/v1/account/links', {
  method: 'POST',
  token: owner.token,
  body: { email: viewer.email },
})

const description = service.app.server.swagger() as unknown as Description
const routes = Object.entries(description.paths)
  .filter(([path]) => path.startsWith('/dashboard'))
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))

test('every page and form of the dashboard has its row in the matrix of callers, and every row its route', () => {
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

  test(`${route}: a token opens no page`, async () => {
    const [row] = rows
    const { status, headers } = await service.request(await filledIn(row?.ask ?? ''), {
      method,
      token: owner.token,
    })
    assert.equal(status, 303)
    assert.match(String(headers.location), /^\/login/)
  })

  if (method === 'POST')
    test(`${route}: a form that does not come from a page of ours is refused`, async () => {
      const [row] = rows
      const { status } = await browsers.owner.post(await filledIn(row?.ask ?? ''), row?.body ?? {}, {
        origin: 'https://elsewhere.example',
        'sec-fetch-site': 'cross-site',
      })
      assert.equal(status, 403)
    })
}

async function outcome(method: string, { ask, body = {} }: Row, browser: TestBrowser): Promise<string> {
  const path = await filledIn(ask)
  const filled = Object.fromEntries(
    await Promise.all(
      Object.entries(body).map(async ([name, value]) => [name, await filledIn(value)] as const),
    ),
  )
  const answer = method === 'GET' ? await browser.get(path) : await browser.post(path, filled)
  return `${answer.status}${answer.text.includes(mark) ? '*' : ''}`
}

async function filledIn(text: string): Promise<string> {
  let filled = text.replaceAll('{owner}', String(owner.id))
  for (const [name, make] of Object.entries(own))
    if (filled.includes(`{${name}}`)) filled = filled.replaceAll(`{${name}}`, await make())
  return filled
}

async function invoice(): Promise<string> {
  return (await service.createInvoice({ external_id: `${mark} order` }, { token: owner.token })).invoice.uid
}
