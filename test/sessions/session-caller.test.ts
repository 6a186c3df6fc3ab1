import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { basic, deriveXpub, startService } from '../helpers/service.ts'

const service = await startService(fileScope, { destinations: ['LTC'] })
const password = 'lantern under the stairs'
let count = 0

/** A browser in which a new account is signed in. */
async function openSignedIn() {
  const email = `merchant${++count}@example.com`
  await service.accounts.create({ email, password })
  const browser = openBrowser(service)
  await browser.signIn(email, password)
  return { ...browser, email }
}

test("a write with a cookie that doesn't come from one of our pages gets 403 cross_site, in forms and in the API", async () => {
  const { sendRequest, cookieHeader, email } = await openSignedIn()
  const { origin } = new URL(service.baseUrl)
  const type = 'application/x-www-form-urlencoded'
  const cookie = cookieHeader()
  for (const headers of [
    {},
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: `${origin}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    { 'x-http-method-override': 'GET' },
  ]) {
    const form = { method: 'POST', body: '', headers: { ...headers, cookie, 'content-type': type } } as const
    assert.equal((await sendRequest('/logout', form)).status, 403, JSON.stringify(headers))
    const change = { ...form, body: `old_password=${password}&new_password=${password}x` }
    assert.equal((await sendRequest('/dashboard/settings/security/password', change)).status, 403)
    const invoice = { method: 'POST', body: { amount: 1 }, headers: { ...headers, cookie } } as const
    const { status, json } = await service.request('/invoices', { ...invoice, token: null })
    assert.deepEqual([status, json.code], [403, 'cross_site'], JSON.stringify(headers))
  }
  const login = { method: 'POST', body: `email=${email}&password=${password}` } as const
  const foreign = { 'content-type': type, origin: 'https://evil.example' }
  assert.equal((await openBrowser(service).sendRequest('/login', { ...login, headers: foreign })).status, 403)
})

test('in the API a session works like a full-access token of its account, and accepts only JSON', async () => {
  const { email, cookieHeader } = await openSignedIn()
  await service.accounts.setDestination(email, 'LTC', { xpub: deriveXpub(email, 'LTC') })
  const own = { cookie: cookieHeader(), origin: new URL(service.baseUrl).origin }
  const as = (headers: Record<string, string>, more = {}) =>
    service.request('/invoices', { token: null, headers: { ...own, ...headers }, ...more })
  const { status, json } = await as({}, { method: 'POST', body: { amount: 2 } })
  assert.equal(status, 200, JSON.stringify(json))
  const list = await as({})
  assert.equal((list.json.invoices as unknown[]).length, 1)
  assert.equal(
    (await as({ 'content-type': 'text/plain' }, { method: 'POST', body: '{"amount":1}' })).status,
    415,
  )
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal((await as(form, { method: 'POST', body: 'amount=1' })).status, 415)
  const hooks = await service.request('/api/v1/webhooks', { token: null, headers: own })
  assert.equal(hooks.status, 200)
  // The API returns secrets to tokens only; the pages show them after the password.
  const secret = await service.request('/api/v1/webhooks/secret', { token: null, headers: own })
  assert.deepEqual([secret.status, secret.json.code], [403, 'password_needed'])
})

test('an Authorization header overrides the cookie: a wrong token is rejected despite a session', async () => {
  const { cookieHeader } = await openSignedIn()
  const headers = { cookie: cookieHeader(), authorization: basic('qt_wrong') }
  assert.equal((await service.request('/invoices', { token: null, headers })).status, 401)
})

test('an invalid cookie is anonymous: the API returns 401, and an invoice is shown in its public form', async () => {
  const { invoice } = await service.createInvoice({ external_id: 'owners-own' })
  const headers = { cookie: `session=${'C'.repeat(43)}` }
  assert.equal((await service.request('/invoices', { token: null, headers })).status, 401)
  const { status, text } = await service.request(`/invoices/${invoice.uid}`, { token: null, headers })
  assert.equal(status, 200)
  assert.ok(!text.includes('owners-own'))
})

test('a WebSocket ignores cookies: only a token opens an account’s stream', async () => {
  const { cookieHeader } = await openSignedIn()
  const headers = { cookie: cookieHeader() }
  assert.equal((await service.request('/ws', { token: null, headers })).status, 400)
})
