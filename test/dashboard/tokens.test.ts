import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAuditStore } from '../../src/audit/store.ts'
import { createManualClock, day, minute } from '../../src/kernel/clock.ts'
import { getAlert, getField, openBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'

const clock = createManualClock(Date.UTC(2026, 2, 2, 12))
const service = await startService(fileScope, { clock, destinations: ['LTC'] })
const { accounts, stores } = service

const path = '/dashboard/settings/tokens'
const password = 'lantern under the stairs'

async function createMerchant(name: string) {
  const email = `${name}@example.com`
  const { id } = await accounts.create({ email, password })
  const browser = openBrowser(service)
  await browser.signIn(email, password)
  const make = (fields: Record<string, string> = {}) =>
    browser.submit(path, { name: 'Web shop', scope: 'full', expires: 'never', password, ...fields })
  return { id, email, browser, make }
}

const secretOn = (page: string): string | null => getField(page, 'secret') ?? secretIn(page)
const secretIn = (page: string): string | null => /qt_[\w-]{43}/.exec(page)?.[0] ?? null

const reads = async (token: string): Promise<number> =>
  (await service.request('/invoices?limit=1', { token })).status

test('creating a token needs the password; its secret is shown once, on the next page, and nowhere else', async () => {
  const { id, browser, make } = await createMerchant('making')
  const tokenPath = await make()
  assert.match(tokenPath, new RegExp(`^${path}/tok_[0-9a-z]{26}$`))
  const page = await browser.get(tokenPath)
  const secret = secretOn(page.text) ?? assert.fail()
  assert.equal(page.headers['cache-control'], 'no-store')
  assert.ok(page.text.includes(`data-copy="${secret}"`))
  assert.ok(page.text.includes(`curl -s -u ${secret}: ${service.baseUrl}/invoices -H`))
  assert.equal(await reads(secret), 200)

  const again = await browser.get(tokenPath)
  assert.equal(again.status, 200)
  assert.equal(secretIn(again.text), null)
  assert.equal(secretIn((await browser.get(path)).text), null)
  const [created] = await createAuditStore(service.database.read).listByAccount(id, 1)
  assert.equal(created?.action, 'token.created')
  assert.match(created?.actor ?? '', /^ses_/)
  assert.ok(!service.logged.join().includes(secret))
})

test('until it is shown, the secret is encrypted in the database, and only the session that created the token sees it', async () => {
  const { email, browser, make } = await createMerchant('waiting')
  const tokenPath = await make()
  const tickets = service.database.read.query.selectFrom('tickets').where('kind', '=', 'token')
  const rows = await tickets.select(['digest', 'sealed']).execute()
  assert.equal(rows.length, 1)
  assert.equal(secretIn(JSON.stringify(rows)), null)
  const other = openBrowser(service)
  await other.signIn(email, password)
  assert.equal(secretIn((await other.get(tokenPath)).text), null)
  assert.notEqual(secretIn((await browser.get(tokenPath)).text), null)
})

test('of many concurrent requests for the page in two processes, one shows the secret', async (t) => {
  const secondProcess = await startService(t, { clock, sharedStorage: service.storage, destinations: [] })
  const { browser, make } = await createMerchant('crowd')
  const otherBrowser = openBrowser(secondProcess)
  for (const [name, value] of browser.jar) otherBrowser.jar.set(name, value)
  const tokenPath = await make()
  const pages = await Promise.all(
    [browser, otherBrowser, browser, otherBrowser, otherBrowser, browser].map((each) => each.get(tokenPath)),
  )
  assert.equal(pages.filter(({ text }) => secretIn(text) !== null).length, 1)
})

test('a secret that nobody has viewed is deleted after ten minutes', async () => {
  const { browser, make } = await createMerchant('late')
  const tokenPath = await make()
  clock.advance(10 * minute)
  assert.equal(secretIn((await browser.get(tokenPath)).text), null)
})

test('a wrong password creates no token: 400, with the typed values', async () => {
  const { browser, email } = await createMerchant('wrong')
  const fields = { name: 'Mine <b>', scope: 'read', expires: '30', password: 'wrong' }
  const { status, text } = await browser.post(path, fields)
  assert.equal(status, 400)
  assert.match(getAlert(text) ?? '', /password is wrong/)
  assert.equal(getField(text, 'name'), 'Mine <b>')
  assert.match(text, /<option value="read" selected>/)
  assert.match(text, /<option value="30" selected>/)
  assert.ok(!text.includes('value="wrong"'))
  assert.deepEqual(await accounts.listTokens(email), [])
})

test('a token has the permissions of its scope until the chosen expiry', async () => {
  const { email, browser, make } = await createMerchant('scoped')
  const tokenPath = await make({ scope: 'read', expires: '7' })
  const { text } = await browser.get(tokenPath)
  const secret = secretOn(text) ?? assert.fail()
  assert.match(text, /curl -s -u qt_[\w-]+: &#39;http:\/\/localhost:3000\/invoices\?limit=5&#39;/)
  const write = await service.request('/invoices', { method: 'POST', token: secret, body: { amount: 1 } })
  assert.equal(write.status, 403)
  const [token] = await accounts.listTokens(email)
  assert.equal(token?.expiresAt, clock.now() + 7 * day)
})

test("a scope or expiry that the form doesn't offer gets 400, whatever the password, and creates no token", async () => {
  const { email, browser } = await createMerchant('unknown-scope')
  const defaults = { name: 'Odd', scope: 'read', expires: '30', password }
  for (const scope of ['operator', 'Full', 'full ', '', 'toString'])
    await assertFormRejected({ ...defaults, scope }, /Choose the permissions from the list/)
  for (const expires of ['100000', '0', '-7', '7.0', '', 'Never', '1e3'])
    await assertFormRejected({ ...defaults, expires }, /Choose an expiry from the list/)
  assert.deepEqual(await accounts.listTokens(email), [])
  // A form without both gets the minimum.
  await browser.submit(path, { name: 'Least', password })
  const [minimal] = await accounts.listTokens(email)
  assert.deepEqual([minimal?.scope, minimal?.expiresAt], ['read', clock.now() + 7 * day])

  async function assertFormRejected(fields: Record<string, string>, sentence: RegExp): Promise<void> {
    const { status, text } = await browser.post(path, fields)
    assert.equal(status, 400)
    assert.match(getAlert(text) ?? '', sentence)
    assert.equal(getField(text, 'name'), 'Odd')
  }
})

test('a name that is empty, too long or has control characters gets 400', async () => {
  const { email, browser } = await createMerchant('naming')
  for (const name of ['', '  ', 'x'.repeat(101), 'a\0b', 'a\nb']) {
    const { status, text } = await browser.post(path, { name, scope: 'full', expires: 'never', password })
    assert.equal(status, 400)
    assert.match(getAlert(text) ?? '', /Enter a name of up to 100 characters/)
  }
  assert.deepEqual(await accounts.listTokens(email), [])
  await browser.submit(path, { name: ` ${'ü'.repeat(100)} `, scope: 'full', expires: 'never', password })
  assert.equal((await accounts.listTokens(email))[0]?.name, 'ü'.repeat(100))
})

test('revoking needs the password and takes effect immediately', async () => {
  const { id, browser, make } = await createMerchant('revoking')
  const tokenPath = await make()
  const secret = secretOn((await browser.get(tokenPath)).text) ?? assert.fail()
  const rejected = await browser.post(`${tokenPath}/revoke`, { password: 'wrong' })
  assert.equal(rejected.status, 400)
  assert.match(getAlert(rejected.text) ?? '', /password is wrong/)
  assert.equal(await reads(secret), 200)

  assert.equal(await browser.submit(`${tokenPath}/revoke`, { password }), `${path}?done=revoked`)
  assert.equal(await reads(secret), 401)
  const [revoked] = await createAuditStore(service.database.read).listByAccount(id, 1)
  assert.equal(revoked?.action, 'token.revoked')
  assert.match(revoked?.actor ?? '', /^ses_/)
  const { text } = await browser.get(tokenPath)
  assert.match(text, />Revoked</)
  assert.ok(!text.includes(`${tokenPath}/revoke`))
})

test('another account’s token is not found and remains', async () => {
  const owner = await createMerchant('owning')
  const stranger = await createMerchant('strange')
  const tokenPath = await owner.make()
  const [id] = (await accounts.listTokens(owner.email)).map(({ id }) => id)
  for (const unknown of [tokenPath, `${path}/tok_${'0'.repeat(26)}`, `${path}/tok_%00`, `${path}/x`]) {
    assert.equal((await stranger.browser.get(unknown)).status, 404)
    assert.equal((await stranger.browser.post(`${unknown}/revoke`, { password })).status, 404)
  }
  await assert.rejects(accounts.revokeToken(id ?? '', stranger.id), { code: 'token_not_found' })
  assert.equal((await stores.accounts.findToken(owner.id, id ?? ''))?.revokedAt, null)
  assert.notEqual(secretOn((await owner.browser.get(tokenPath)).text), null)
})

test('an empty list explains tokens, otherwise it shows the newest first, in pages, with their states', async () => {
  const { email, browser } = await createMerchant('listing')
  assert.match((await browser.get(path)).text, /No access tokens yet/)
  const ids: string[] = []
  for (let count = 0; count < 60; count++) {
    clock.advance(1)
    ids.unshift((await accounts.createToken(email, { name: `token ${count}`, lifetimeMs: day })).id)
  }
  await accounts.revokeToken(ids[0] ?? '')
  const seen: string[] = []
  let next: string | undefined = path
  let first = ''
  while (next !== undefined) {
    const { status, text } = await browser.get(next)
    assert.equal(status, 200)
    first ||= text
    const listed = [...text.matchAll(/href="\/dashboard\/settings\/tokens\/(tok_\w+)"/g)]
    seen.push(...listed.map(([, id = '']) => id))
    next = /rel="next" href="([^"]+)"/.exec(text)?.[1]
  }
  assert.deepEqual(seen, ids)
  assert.match(first, />Revoked</)
  assert.match(first, />Active</)
  for (const before of ['x', 'tok_', '%00', `tok_${'0'.repeat(27)}`, 'x&before=y'])
    assert.ok((await browser.get(`${path}?before=${before}`)).text.includes(ids[0] ?? ''))
  clock.advance(day)
  const browser2 = openBrowser(service)
  await browser2.signIn(email, password)
  assert.match((await browser2.get(path)).text, />Expired</)
})
