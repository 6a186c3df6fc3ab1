import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createManualClock, hour } from '../../src/kernel/clock.ts'
import { getAlert, getField, openBrowser } from '../helpers/browser.ts'
import { command } from '../helpers/commands.ts'
import { startService } from '../helpers/service.ts'

const password = 'lantern under the stairs'

async function open(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const clock = createManualClock(Date.parse('2026-03-02T12:00:00.000Z'))
  const service = await startService(t, { clock, settings, destinations: [] })
  return {
    service,
    clock,
    browser: (address = '127.0.0.1') => openBrowser(service, { 'x-forwarded-for': address }),
  }
}

test('registering creates an account, and without SMTP_URL signs in immediately', async (t) => {
  const { service, browser } = await open(t)
  const { register, get } = browser()
  assert.equal(await register('New@Example.com', password), '/dashboard')
  assert.match((await get('/dashboard')).text, /new@example\.com/)
  const { id, isOperator } = await service.accounts.find('new@example.com')
  assert.equal(isOperator, false)
  const log = await service.stores.audit.listByAccount(id, 10)
  assert.deepEqual(
    log.map(({ action }) => action),
    ['session.begun', 'account.created'],
  )
  assert.equal(log[0]?.detail.by, 'registration')
})

test('an invalid form shows its errors and the typed values, but not the password', async (t) => {
  const { post } = (await open(t)).browser()
  for (const [fields, sentence] of [
    [{ email: 'nobody', password }, 'Enter an email address, such as shop@example.com.'],
    [{ email: 'x@example.com', password: 'short' }, /8 to 128 characters/],
    [{ email: 'x@example.com', password: 'PassWord1' }, /not a common one/],
    [{ email: '"><script>', password }, /email address/],
  ] as const) {
    const { status, text } = await post('/register', fields)
    assert.equal(status, 400)
    assert.match(getAlert(text) ?? '', new RegExp(sentence))
    assert.equal(getField(text, 'email'), fields.email)
    assert.equal(getField(text, 'password'), null)
    assert.ok(!text.includes('<script>'))
  }
})

test('a taken email address gets one neutral page, compared case-insensitively', async (t) => {
  const { service, browser } = await open(t)
  const { status, text } = await browser().post('/register', { email: 'SHOP@example.com', password })
  assert.equal(status, 400)
  assert.match(getAlert(text) ?? '', /We couldn’t create an account/)
  const { isOperator } = await service.accounts.find('shop@example.com')
  assert.equal(isOperator, true)
})

test('an address can register ten times an hour, whether or not an account is created', async (t) => {
  const { browser, clock } = await open(t)
  const sendRequest = async (email: string, address?: string) => {
    const { status, headers } = await browser(address).post('/register', { email, password })
    return status === 429 ? `429 after ${headers['retry-after']}` : String(status)
  }
  for (let each = 0; each < 5; each++) {
    assert.equal(await sendRequest('shop@example.com'), '400')
    assert.equal(await sendRequest(`new${each}@example.com`), '303')
  }
  assert.equal(await sendRequest('shop@example.com'), '429 after 3600')
  assert.equal(await sendRequest('another@example.com'), '429 after 3600')
  assert.equal(await sendRequest('another@example.com', '203.0.113.9'), '303')
  clock.advance(1 * hour)
  assert.equal(await sendRequest('later@example.com'), '303')
})

test("with REGISTRATION=invitation, the default outside regtest, only an operator's link registers", async (t) => {
  const { service, browser } = await open(t, { REGISTRATION: 'invitation' })
  const { text } = await browser().get('/register')
  assert.match(text, /need an invitation/)
  assert.ok(!text.includes('<input'))
  assert.equal((await browser().post('/register', { email: 'x@example.com', password })).status, 403)
  assert.ok(!(await browser().get('/')).text.includes('/register'))

  const { url } = (await command(service.storage.url, 'account invite --email Guest@Example.com')) as {
    url: string
  }
  assert.match(url, /^http:\/\/localhost:3000\/register\?invitation=[\w-]{43}$/)
  const path = url.slice('http://localhost:3000'.length)
  const guest = browser()
  const page = await guest.get(path)
  assert.match(page.text, /guest@example\.com/)
  const invitation = getField(page.text, 'invitation') ?? ''
  const short = await guest.post('/register', { invitation, password: 'short' })
  assert.equal(short.status, 400)
  assert.equal(
    await guest.submit('/register', { invitation, email: 'other@example.com', password }),
    '/dashboard',
  )
  await service.accounts.find('guest@example.com')
  await assert.rejects(service.accounts.find('other@example.com'))
  assert.equal((await browser().post('/register', { invitation, password })).status, 410)
  assert.equal((await browser().get(path)).status, 410)
})

test('an invitation link works again if the registration fails before the session is written', async (t) => {
  const { service, browser } = await open(t, { REGISTRATION: 'invitation' })
  const { url } = (await command(service.storage.url, 'account invite --email guest@example.com')) as {
    url: string
  }
  const invitation = new URL(url).searchParams.get('invitation') ?? ''
  const rename = (from: 'sessions' | 'sessions_away', to: string) =>
    service.database.transact(({ query }) => query.schema.alterTable(from).renameTo(to).execute())
  await rename('sessions', 'sessions_away')
  assert.equal((await browser().post('/register', { invitation, password })).status, 500)
  await rename('sessions_away', 'sessions')
  await assert.rejects(service.accounts.find('guest@example.com'))
  assert.equal(await browser().submit('/register', { invitation, password }), '/dashboard')
})

test('with REGISTRATION=invitation the first account needs no invitation and is the operator', async (t) => {
  const { browser } = await openEmpty(t)
  const first = browser()
  assert.match((await first.get('/register')).text, /becomes the operator/)
  assert.equal(await first.register('first@example.com', password), '/dashboard')
  assert.match((await first.get('/dashboard')).text, /You are the operator/)
  assert.equal((await browser().post('/register', { email: 'b@example.com', password })).status, 403)
})

test('with REGISTRATION=invitation only one of several concurrent first registrations succeeds', async (t) => {
  const { service, browser } = await openEmpty(t)
  const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`)
  const responses = await Promise.all(
    emails.map(async (email) => (await browser().post('/register', { email, password })).status),
  )
  assert.deepEqual(responses.sort(), [303, 403, 403, 403])
  const rows = await service.database.read.query.selectFrom('accounts').select('operator').execute()
  assert.deepEqual(
    rows.map(({ operator }) => Number(operator)),
    [1],
  )
})

test('with REGISTRATION=closed nobody registers in the browser, even with an earlier invitation', async (t) => {
  const { service, browser } = await open(t, { REGISTRATION: 'closed' })
  assert.equal((await browser().post('/register', { email: 'x@example.com', password })).status, 403)
  const { url } = (await command(service.storage.url, 'account invite --email x@example.com')) as {
    url: string
  }
  const invitation = new URL(url).searchParams.get('invitation') ?? ''
  assert.equal((await browser().post('/register', { invitation, password })).status, 410)
})

test('account invite rejects a registered email address, account reset an unregistered one', async (t) => {
  const { service } = await open(t)
  await assert.rejects(
    command(service.storage.url, 'account invite --email shop@example.com'),
    /already exists/,
  )
  await assert.rejects(command(service.storage.url, 'account reset --email nobody@example.com'), /No account/)
})

test('account reset prints a reset link that works once, ends all sessions, and signs in', async (t) => {
  const { service, browser } = await open(t)
  const email = 'merchant@example.com'
  await service.accounts.create({ email, password })
  const before = browser()
  await before.signIn(email, password)
  const reset = async () =>
    new URL(((await command(service.storage.url, `account reset --email ${email}`)) as { url: string }).url)
      .pathname
  const older = await reset()
  const path = await reset()
  assert.match(path, /^\/reset\/[\w-]{43}$/)
  assert.equal((await browser().get(older)).status, 410)
  assert.equal((await before.get('/dashboard')).status, 200)

  const owner = browser()
  assert.equal((await owner.get(path)).status, 200)
  assert.equal((await owner.post(path, { password: 'password1' })).status, 400)
  const newPassword = 'another lantern, another stair'
  assert.equal(await owner.submit(path, { password: newPassword }), '/dashboard')
  assert.equal((await owner.get('/dashboard')).status, 200)
  assert.equal((await before.get('/dashboard')).status, 303)
  assert.equal((await browser().post(path, { password: newPassword })).status, 410)
  assert.equal((await browser().post('/login', { email, password })).status, 400)
  await browser().signIn(email, newPassword)
  const { id } = await service.accounts.find(email)
  const actions = (await service.stores.audit.listByAccount(id, 50)).map(({ action }) => action)
  assert.equal(actions.filter((action) => action === 'password.reset').length, 1)
  assert.equal(actions.filter((action) => action === 'reset.link.made').length, 2)
})

test('without SMTP_URL the forgotten-password page says whom to ask', async (t) => {
  const { browser } = await open(t)
  const { text } = await browser().get('/forgot')
  assert.match(text, /account reset --email/)
  assert.ok(!text.includes('<input'))
  assert.equal(await browser().submit('/forgot', { email: 'shop@example.com' }), '/forgot')
})

/** A service without any account. */
async function openEmpty(t: TestContext) {
  const { service, ...more } = await open(t, { REGISTRATION: 'invitation' })
  await service.database.transact(async ({ query }) => {
    await query.deleteFrom('access_tokens').execute()
    await query.deleteFrom('audit_log').execute()
    await query.deleteFrom('accounts').execute()
  })
  return { service, ...more }
}
