import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import type { Description } from '../helpers/openapi.ts'
import { startService } from '../helpers/service.ts'

// Covers all routes, so a new page is checked without a change here.

/** Where another account can be viewed. */
const granted = ['/dashboard', '/dashboard/invoices', '/dashboard/invoices/{uid}']
/** Everything that a write of the dashboard could change, except when a session was last used. */
const tables = [
  'accounts',
  'access_tokens',
  'account_links',
  'audit_log',
  'destinations',
  'events',
  'invoices',
  'link_misses',
  'payments',
  'staff',
  'staff_invitations',
  'tickets',
  'till_sales',
  'webhook_deliveries',
  'webhook_endpoints',
] as const

const service = await startService(fileScope, { destinations: ['LTC'], settings: { RATE_LIMITS: 'off' } })
const owner = await service.anotherMerchant('owner', ['LTC'])
const guest = await service.anotherMerchant('guest', [])
const viewer = await openSignedInBrowser(service, guest.id)
const invoices = [
  await service.createInvoice({ external_id: 'still open' }, { token: owner.token }),
  await service.createInvoice({ external_id: 'cancelled' }, { token: owner.token }),
].map(({ invoice }) => invoice.uid)
const [uid = assert.fail(), cancelled = assert.fail()] = invoices
await service.request(`/invoices/${cancelled}`, { method: 'DELETE', token: owner.token })
const links = '/api/v1/account/links'
const link = await service.request(links, {
  method: 'POST',
  token: owner.token,
  body: { email: guest.email },
})
const endpoint = await service.request('/api/v1/webhooks', {
  method: 'POST',
  token: owner.token,
  body: { url: 'https://hooks.example/', types: ['invoice.paid'] },
})
const [token] = await service.accounts.listTokens(owner.email)

const description = service.app.server.swagger() as unknown as Description
const routes = Object.entries(description.paths)
  .filter(([path]) => path.startsWith('/dashboard'))
  .flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  )

/** The owner's objects that a route parameter may name, of every kind. */
const named = [
  uid,
  cancelled,
  String(link.json.id),
  String(endpoint.json.id ?? 'whe_unknown'),
  token?.id ?? '',
  'LTC',
]

/** Every URL of a route. */
const getAddresses = (path: string): string[] =>
  path.includes('{') ? named.map((each) => path.replaceAll(/\{[^}]+\}/g, encodeURIComponent(each))) : [path]

const account = `?account=${owner.id}`

async function everything(): Promise<Readonly<Record<string, unknown>>> {
  const found = tables.map(async (table) => {
    const rows = await service.database.read.query.selectFrom(table).selectAll().execute()
    return [table, rows.map((row) => JSON.stringify(row, inText)).sort()] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

/** Events get their positions in the background. */
const inText = (key: string, value: unknown): unknown =>
  key === 'position' ? undefined : typeof value === 'bigint' ? String(value) : value

/** The parts of a page that could write, or link to a form that writes. */
function writingOn(page: string): string[] {
  const content = page.replace(/<form class="sign-out"[\s\S]*?<\/form>/, '')
  const forms = [...content.matchAll(/<form\b[^>]*>/g)].map(([form]) => form)
  const reading = /<form\b(?![^>]*method="post")[^>]*>[\s\S]*?<\/form>/g
  const buttons = [...content.replaceAll(reading, '').matchAll(/<button\b[^>]*>/g)].map(([button]) => button)
  const hrefs = [...content.matchAll(/<a\b[^>]*href="(\/[^"]*)"[^>]*>/g)].map(([, href = '']) => href)
  return [
    ...forms.filter((form) => /method="?post/i.test(form)),
    ...[...content.matchAll(/<[^>]*\bformmethod=[^>]*>/g)].map(([found]) => found),
    // A script that copies or reveals is not a write, and uses type=button.
    ...buttons.filter((button) => !/\bdisabled\b|type="button"/.test(button)),
    ...hrefs.filter((href) => href.startsWith('/dashboard') && !mayLead(href)),
  ]
}

/** To pages of the same account, or home to one's own. */
function mayLead(href: string): boolean {
  const { pathname, searchParams } = new URL(href.replaceAll('&#38;', '&'), 'http://localhost')
  if (href === '/dashboard') return true
  const isGranted =
    pathname === '/dashboard' ||
    pathname === '/dashboard/invoices' ||
    /^\/dashboard\/invoices\/[\w-]{22,}$/.test(pathname)
  return isGranted && searchParams.get('account') === String(owner.id)
}

for (const { path } of routes.filter(({ method, path }) => method === 'GET' && granted.includes(path)))
  test(`GET ${path} of a granting account shows a banner, and no control that writes`, async () => {
    const shown = path.includes('{') ? [uid, cancelled].map((each) => path.replace('{uid}', each)) : [path]
    for (const address of shown) {
      const { status, text } = await viewer.get(`${address}${account}`)
      assert.equal(status, 200, address)
      assert.match(text, /<aside class="read-only"[\s\S]*?Read-only: owner@example\.com/, address)
      assert.deepEqual(writingOn(text), [], address)
      for (const secret of [owner.token, token?.id ?? '-', 'hooks.example'])
        assert.ok(!text.includes(secret), `${address} shows ${secret}`)
    }
  })

for (const { path } of routes.filter(({ method, path }) => method === 'GET' && !granted.includes(path)))
  test(`GET ${path} exists only for the viewer's own account`, async () => {
    for (const address of getAddresses(path)) {
      const { status, text } = await viewer.get(`${address}${account}`)
      assert.equal(status, 404, address)
      assert.ok(!text.includes('owner@example.com'), address)
    }
  })

for (const { path } of routes.filter(({ method }) => method !== 'GET'))
  test(`POST ${path} changes nothing of a granting account`, async () => {
    const before = await everything()
    for (const address of getAddresses(path)) {
      const { status } = await viewer.post(`${address}${account}`)
      assert.equal(status, 403, address)
    }
    assert.deepEqual(await everything(), before)
    // Without naming the account its objects don't exist, or are read-only.
    if (!path.includes('{')) return
    for (const address of getAddresses(path).filter((each) => !isOwn(each))) {
      const { status } = await viewer.post(address)
      assert.ok(status === 403 || status === 404 || status === 400, `${address}: ${status}`)
    }
    assert.deepEqual(await everything(), before)
  })

/** Links, which either side may end; and a coin, which every account has. */
const isOwn = (address: string): boolean =>
  address === `/dashboard/people/${link.json.id}/end` || address.includes('LTC')

test("the banner's links lead to other pages of the granting account, and back to the viewer’s own account", async () => {
  const { text } = await viewer.get(`/dashboard${account}`)
  const [banner = ''] = /<nav class="nav-links"[\s\S]*?<\/nav>/.exec(text) ?? []
  const hrefs = [...banner.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  assert.deepEqual(hrefs, [`/dashboard${account}`, `/dashboard/invoices${account}`])
  assert.match(text, /<a href="\/dashboard">Back to your account<\/a>/)
})

test('an account that grants no access, an unknown account number and an invalid one get the same 404', async () => {
  const texts = new Set<string>()
  for (const id of [service.merchant.id, 999_999, 0, -1, 1.5, 'x', '9'.repeat(30), '']) {
    const { status, text } = await viewer.get(`/dashboard?account=${id}`)
    assert.equal(status, 404, String(id))
    texts.add(text.replaceAll(/account=[^&]*&/g, ''))
  }
  assert.equal(texts.size, 1)
})

test('removing a link takes effect immediately', async () => {
  await service.request(`${links}/${link.json.id}`, { method: 'DELETE', token: owner.token })
  for (const path of granted) {
    const { status, text } = await viewer.get(`${path.replace('{uid}', uid)}${account}`)
    assert.equal(status, 404, path)
    assert.ok(!text.includes('owner@example.com'), path)
  }
  assert.equal((await viewer.get(`/dashboard/invoices/${uid}`)).status, 404)
})
