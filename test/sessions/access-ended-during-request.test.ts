import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { basic, startService } from '../helpers/service.ts'
import { postSlowly } from '../helpers/slow-body.ts'

const service = await startService(fileScope, { listen: true, destinations: ['LTC'] })
const { accounts, baseUrl, merchant } = service
const password = 'lantern under the stairs'
const newPassword = 'another lantern, another stair'

/** An account whose links can be listed, and a browser in which it is signed in. */
async function openSignedIn(name: string) {
  const email = `${name}@example.com`
  const { id } = await accounts.create({ email, password })
  const open = async (opened = openBrowser(service)) => {
    await opened.signIn(email, password)
    return opened
  }
  const [stolen, own] = [await open(), await open()]
  const changePassword = () =>
    own.submit('/dashboard/settings/security/password', { old_password: password, new_password: newPassword })
  return { id, email, stolen, own, changePassword, links: () => service.stores.links.listByAccount(id) }
}

const ofBrowser = (cookie: string) => ({ cookie, origin: baseUrl, 'sec-fetch-site': 'same-origin' })
const granting = JSON.stringify({ email: merchant.email })

/** A form of the people page, sent except for its last byte. */
function holdForm(t: TestContext, cookie: string) {
  const headers = { ...ofBrowser(cookie), 'Content-Type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ email: merchant.email }).toString()
  return postSlowly(t, baseUrl, { path: '/dashboard/people', body, headers })
}

test('a form that completes after a password change is handled as signed out, and writes nothing', async (t) => {
  const { stolen, changePassword, links } = await openSignedIn('form')
  const { sendRest } = await holdForm(t, stolen.cookieHeader())
  await changePassword()
  const response = await sendRest()
  assert.match(response, /^HTTP\/1\.1 303 /)
  assert.match(response, /^location: \S*\/login\r$/m)
  assert.deepEqual(await links(), [])
})

test('a slow form is accepted while the session lasts', async (t) => {
  const { stolen, links } = await openSignedIn('slow')
  const { sendRest } = await holdForm(t, stolen.cookieHeader())
  assert.match(await sendRest(), /^location: \S*\/dashboard\/people\?done=granted/m)
  assert.equal((await links()).length, 1)
})

test('an API call with the cookie that completes after a password change gets 401', async (t) => {
  const { stolen, changePassword, links } = await openSignedIn('cookie')
  const headers = ofBrowser(stolen.cookieHeader())
  const { sendRest } = await postSlowly(t, baseUrl, {
    path: '/api/v1/account/links',
    body: granting,
    headers,
  })
  await changePassword()
  const response = await sendRest()
  assert.match(response, /^HTTP\/1\.1 401 /)
  assert.match(response, /"code":"unauthorized"/)
  assert.deepEqual(await links(), [])
})

test('an API call whose token is revoked before the body has arrived gets 401, for a link and for an invoice', async (t) => {
  const { id, email, links } = await openSignedIn('token')
  for (const [path, body] of [
    ['/api/v1/account/links', granting],
    ['/invoices', JSON.stringify({ amount: 5, currency: 'USD' })],
  ] as const) {
    const { id: token, token: secret } = await accounts.createToken(email, { name: 'shop' })
    const headers = { Authorization: basic(secret) }
    const { sendRest } = await postSlowly(t, baseUrl, { path, body, headers })
    await accounts.revokeToken(token)
    assert.match(await sendRest(), /^HTTP\/1\.1 401 [\s\S]*"code":"unauthorized"/)
  }
  assert.deepEqual(await links(), [])
  const createdInvoices = service.database.read.query.selectFrom('invoices').where('account_id', '=', id)
  assert.deepEqual(await createdInvoices.select('uid').execute(), [])
})
