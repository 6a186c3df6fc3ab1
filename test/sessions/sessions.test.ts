import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, day, minute, second } from '../../src/kernel/clock.ts'
import { hashSecret } from '../../src/kernel/ids.ts'
import { openBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'

const clock = createManualClock(Date.parse('2026-03-02T12:00:00.000Z'))
const service = await startService(fileScope, { clock, destinations: ['LTC'] })
const password = 'lantern under the stairs'
let count = 0

/** A browser in which a new account is signed in. */
async function openSignedIn() {
  const email = `merchant${++count}@example.com`
  await service.accounts.create({ email, password })
  const browser = openBrowser(service)
  assert.equal(await browser.signIn(email, password), '/dashboard')
  return { ...browser, email, secret: browser.jar.get('session') ?? assert.fail() }
}

const isIn = async ({ get }: Pick<ReturnType<typeof openBrowser>, 'get'>): Promise<boolean> =>
  (await get('/dashboard')).status === 200

test('on http the cookie is named session, is HttpOnly and SameSite=Lax, applies to the whole host, and its value has 256 bits', async () => {
  const email = 'cookie@example.com'
  await service.accounts.create({ email, password })
  const { headers } = await openBrowser(service).post('/login', { email, password })
  const [line = ''] = [headers['set-cookie'] ?? []].flat()
  assert.match(String(line), /^session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
})

test('with an https BASE_URL the cookie is named __Host-session and is Secure, and pages send HSTS', async (t) => {
  const settings = { BASE_URL: 'https://pay.example' }
  const https = await startService(t, { settings, destinations: ['LTC'] })
  const email = 'https@example.com'
  await https.accounts.create({ email, password })
  const browser = openBrowser(https)
  const { headers } = await browser.post('/login', { email, password })
  const [line = ''] = [headers['set-cookie'] ?? []].flat()
  assert.match(
    String(line),
    /^__Host-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
  )
  assert.match(String(headers['strict-transport-security']), /^max-age=\d+$/)
  assert.ok(await isIn(browser))
  // A cookie that another host of the domain may have set is ignored.
  browser.jar.set('session', browser.jar.get('__Host-session') ?? '')
  browser.jar.delete('__Host-session')
  assert.equal(await isIn(browser), false)
})

test('every cookie is Secure when BASE_URL is https, including the language', async (t) => {
  for (const [scheme, isSecure] of [
    ['https', true],
    ['http', false],
  ] as const) {
    const service = await startService(t, {
      settings: { BASE_URL: `${scheme}://pay.example` },
      destinations: [],
    })
    const email = `${scheme}@example.com`
    await service.accounts.create({ email, password })
    const { headers } = await openBrowser(service).post('/login?lang=de', { email, password })
    const cookies = [headers['set-cookie'] ?? []].flat().map(String)
    const names = cookies.map((cookie) => cookie.split('=', 1)[0]?.replace('__Host-', ''))
    assert.deepEqual(names.sort(), ['known', 'lang', 'session', 'step'])
    for (const cookie of cookies) assert.equal(cookie.endsWith('; Secure'), isSecure, cookie)
  }
})

test("only the digest of the cookie's value is stored", async () => {
  const { secret } = await openSignedIn()
  const rows = await service.database.read.query.selectFrom('sessions').selectAll().execute()
  assert.ok(rows.some(({ digest }) => digest === hashSecret(secret)))
  assert.ok(!rows.some((row) => Object.values(row).includes(secret)))
})

test('no value in the database can be used to sign in: not as a cookie, a password, a token or a link', async () => {
  const { email } = await openSignedIn()
  const { query } = service.database.read
  const values = new Set<string>()
  for (const table of ['accounts', 'sessions', 'tickets', 'guesses', 'access_tokens'] as const)
    for (const row of await query.selectFrom(table).selectAll().execute())
      for (const value of Object.values(row)) if (typeof value === 'string') values.add(value)
  for (const value of values) {
    const browser = openBrowser(service)
    browser.jar.set('session', value.replace(/[;\s]/g, ''))
    assert.equal(await isIn(browser), false)
    assert.equal((await service.request('/invoices', { token: value })).status, 401)
    const { status } = await openBrowser(service).get(`/reset/${encodeURIComponent(value)}`)
    assert.ok(status === 410 || status === 404, String(status))
  }
  const passwords = [...values].filter((value) => value.startsWith('$argon2id$'))
  for (const value of passwords.slice(0, 3)) {
    const { status } = await openBrowser(service).post('/login', { email, password: value })
    assert.equal(status, 400)
  }
})

test('signing in creates a new session, whatever the browser sends, and ends the previous one', async () => {
  const { email, secret, jar, signIn } = await openSignedIn()
  await signIn(email, password)
  assert.notEqual(jar.get('session'), secret)
  const old = openBrowser(service)
  old.jar.set('session', secret)
  assert.equal(await isIn(old), false)

  const fixed = openBrowser(service)
  const planted = 'A'.repeat(43)
  fixed.jar.set('session', planted)
  await fixed.signIn(email, password)
  assert.notEqual(fixed.jar.get('session'), planted)
  assert.ok(await isIn(fixed))
})

test('signing out is a POST, after which the cookie is invalid', async () => {
  const { get, submit, secret, jar } = await openSignedIn()
  const reply = await get('/logout')
  assert.equal(reply.status, 405)
  assert.ok(await isIn({ get }))
  assert.equal(await submit('/logout'), '/')
  assert.equal(jar.has('session'), false)
  jar.set('session', secret)
  assert.equal(await isIn({ get }), false)
})

test('a session ends SESSION_SECONDS after it began, however it is used', async () => {
  const { get } = await openSignedIn()
  for (let passed = 0; passed < 30; passed++) {
    assert.ok(await isIn({ get }), `day ${passed}`)
    clock.advance(1 * day)
  }
  assert.equal(await isIn({ get }), false)
})

test('a session ends after SESSION_IDLE_SECONDS without use', async () => {
  const { get } = await openSignedIn()
  clock.advance(7 * day - 1 * second)
  assert.ok(await isIn({ get }))
  clock.advance(7 * day - 1 * second)
  assert.ok(await isIn({ get }), 'it was used in between')
  clock.advance(7 * day)
  assert.equal(await isIn({ get }), false)
})

test("scripts of open pages and their streams don't count as use", async () => {
  const { get, sendRequest } = await openSignedIn()
  const byScript = { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }
  clock.advance(4 * day)
  for (const path of ['/dashboard', '/invoices', '/invoices.csv'])
    assert.equal((await sendRequest(path, { headers: byScript })).status, 200)
  clock.advance(4 * day)
  assert.equal((await sendRequest('/invoices', { headers: byScript })).status, 401)
  assert.equal(await isIn({ get }), false)
})

test('a password change ends every other session, and this one continues under a new id', async () => {
  const { email, get, submit, secret, jar } = await openSignedIn()
  const elsewhere = openBrowser(service)
  await elsewhere.signIn(email, password)
  const newPassword = 'another lantern, another stair'
  const path = '/dashboard/settings/security/password'
  assert.equal(
    await submit(path, { old_password: password, new_password: newPassword }),
    '/dashboard/settings/security?done=password',
  )
  assert.notEqual(jar.get('session'), secret)
  assert.ok(await isIn({ get }))
  assert.equal(await isIn(elsewhere), false)
  const old = openBrowser(service)
  old.jar.set('session', secret)
  assert.equal(await isIn(old), false)
  assert.equal((await openBrowser(service).post('/login', { email, password })).status, 400)
  await openBrowser(service).signIn(email, newPassword)
})

test('sessions are listed, and users can end their own but no others', async () => {
  const { email, get, post, submit } = await openSignedIn()
  clock.advance(1 * second)
  const phone = openBrowser(service, { 'user-agent': 'A phone\u0007 <b>of mine</b>' })
  await phone.signIn(email, password)
  const { text } = await get('/dashboard/settings/sessions')
  assert.match(text, /A phone &#60;b&#62;of mine/)
  assert.match(text, /This browser/)
  const ids = [...text.matchAll(/sessions\/(ses_\w+)\/end/g)].map(([, id]) => id)
  assert.equal(ids.length, 2)

  const stranger = await openSignedIn()
  for (const id of [...ids, 'ses_unknown', '%00'])
    assert.equal((await stranger.post(`/dashboard/settings/sessions/${id}/end`)).status, 404)
  assert.ok(await isIn(phone))

  // Newest first.
  const [other = ''] = ids
  const done = await submit(`/dashboard/settings/sessions/${other}/end`)
  assert.equal(await isIn(phone), false)
  const left = (await get(done)).text
  assert.equal([...left.matchAll(/\/end"/g)].length, 1)
  assert.match(left, /role="status">[\s\S]*Session ended/)
  assert.equal((await post('/dashboard/settings/sessions/ses_unknown/end')).status, 404)
})

test('two cookies of the same name, as another host of the domain can cause, are not accepted', async () => {
  const { secret, sendRequest } = await openSignedIn()
  const cookie = `session=${'B'.repeat(43)}; session=${secret}`
  assert.equal((await sendRequest('/dashboard', { headers: { cookie } })).status, 303)
})

test('a signed-out visitor is redirected to the sign-in page, and back afterwards', async () => {
  const { email } = await openSignedIn()
  const browser = openBrowser(service)
  const { status, headers } = await browser.get('/dashboard/settings/sessions?done=session')
  assert.equal(status, 303)
  const next = '/dashboard/settings/sessions?done=session'
  assert.equal(headers.location, `/login?next=${encodeURIComponent(next)}`)
  const { text } = await browser.get(String(headers.location))
  assert.match(text, /name="next" value="\/dashboard\/settings\/sessions\?done=session"/)
  assert.equal(await browser.submit('/login', { email, password, next }), next)
})

test('?next= is followed only to our own paths', async () => {
  const { email } = await openSignedIn()
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    'https://evil.example/',
    'http:evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    'dashboard',
    '',
  ]) {
    const browser = openBrowser(service)
    assert.equal(await browser.submit('/login', { email, password, next }), '/dashboard', next)
    const { headers } = await browser.get(`/login?next=${encodeURIComponent(next)}`)
    assert.equal(headers.location, '/dashboard', next)
  }
})

test('a page with a form is not cached, and sends its URL as Referer only to its own site', async () => {
  const { get } = await openSignedIn()
  for (const path of ['/', '/register', '/forgot', '/dashboard', '/dashboard/settings/security']) {
    const { headers, status } = await get(path)
    assert.equal(status, 200, path)
    assert.equal(headers['cache-control'], 'no-store', path)
    assert.equal(headers['referrer-policy'], 'same-origin', path)
    assert.equal(headers['x-frame-options'], 'DENY', path)
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, path)
  }
})

test('an account keeps its newest hundred sessions', async () => {
  const { email, jar } = await openSignedIn()
  const first = jar.get('session') ?? ''
  const { id } = await service.accounts.find(email)
  const digest = hashSecret(first)
  const row = { account_id: id, device: '', address: '' }
  const at = new Date(clock.now() + 1 * minute).toISOString()
  await service.database.transact(async ({ query }) => {
    for (let each = 0; each < 99; each++) {
      const names = { digest: `d${id}-${each}`, id: `ses_z${id}-${String(each).padStart(3, '0')}` }
      await query
        .insertInto('sessions')
        .values({ ...row, ...names, created_at: at, last_seen_at: at })
        .execute()
    }
  })
  await openBrowser(service).signIn(email, password)
  const left = await service.database.read.query
    .selectFrom('sessions')
    .where('account_id', '=', id)
    .select('digest')
    .execute()
  assert.equal(left.length, 100)
  assert.ok(!left.some((each) => each.digest === digest))
})

test('ended sessions are removed from the table', async (t) => {
  const own = createManualClock(Date.parse('2026-03-02T12:00:00.000Z'))
  const once = await startService(t, { clock: own, destinations: [] })
  await once.accounts.create({ email: 'a@example.com', password })
  await openBrowser(once).signIn('a@example.com', password)
  own.advance(8 * day)
  const again = await startService(t, { clock: own, sharedStorage: once.storage, destinations: [] })
  for (let attempt = 0; attempt < 200; attempt++) {
    const rows = await again.database.read.query.selectFrom('sessions').select('id').execute()
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.fail('the sessions were not removed')
})
