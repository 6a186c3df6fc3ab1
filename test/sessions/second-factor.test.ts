import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { base32nopad } from '@scure/base'
import { createManualClock, minute, second } from '../../src/kernel/clock.ts'
import { computeCode, getStep } from '../../src/sessions/totp.ts'
import { getField, openBrowser, type TestBrowser } from '../helpers/browser.ts'
import { command } from '../helpers/commands.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const password = 'lantern under the stairs'
const security = '/dashboard/settings/security'
const email = 'merchant@example.com'

/** An account whose owner has enabled two-factor authentication in the browser. */
async function open(t: TestContext) {
  const clock = createManualClock(Date.parse('2026-03-02T12:00:00.000Z'))
  const service = await startService(t, { clock, destinations: [] })
  await service.accounts.create({ email, password })
  const owner = openBrowser(service)
  await owner.signIn(email, password)
  const before = openBrowser(service)
  await before.signIn(email, password)
  const factor = await switchOn(owner)
  const browser = () => openBrowser(service)
  return {
    service,
    clock,
    owner,
    before,
    browser,
    ...factor,
    code: (drift = 0) => getCode(factor.secret, drift),
  }

  function getCode(secret: Uint8Array, drift = 0): string {
    return computeCode(secret, getStep(clock.now()) + drift)
  }

  async function switchOn({ get, submit }: TestBrowser) {
    const { text } = await get(`${security}/codes`)
    const [, spaced = ''] = /enter this key: <code dir="ltr">([A-Z2-7 ]+)</.exec(text) ?? []
    const secret = base32nopad.decode(spaced.replaceAll(' ', ''))
    const recovery = [...text.matchAll(/<li><code dir="ltr">([a-z2-7-]{19})</g)].map(([, each = '']) => each)
    const key = getField(text, 'key') ?? ''
    assert.equal(
      await submit(`${security}/codes`, { key, code: getCode(secret) }),
      `${security}?done=codes_on`,
    )
    clock.advance(1 * minute)
    return { secret, recovery }
  }
}

const isIn = async ({ get }: TestBrowser): Promise<boolean> => (await get('/dashboard')).status === 200

test('with two-factor authentication, sign-in needs the password and then the code', async (t) => {
  const { browser, code } = await open(t)
  const owner = browser()
  assert.equal(await owner.signIn(email, password), '/login/code')
  assert.equal(await isIn(owner), false)
  assert.equal(owner.jar.has('session'), false)
  assert.match((await owner.get('/login/code')).text, /Enter your code/)
  assert.equal((await owner.post('/login/code', { code: '000000' })).status, 400)
  assert.equal(await owner.submit('/login/code', { code: code() }), '/dashboard')
  assert.ok(await isIn(owner))
})

test('enabling two-factor authentication needs a valid code, and ends every other session', async (t) => {
  const { owner, before, service } = await open(t)
  assert.ok(await isIn(owner))
  assert.equal(await isIn(before), false, 'an earlier session skips the code')
  const { id } = await service.accounts.find(email)
  const actions = (await service.stores.audit.listByAccount(id, 5)).map(({ action }) => action)
  assert.ok(actions.includes('second.factor.on'))

  await service.accounts.create({ email: 'other@example.com', password })
  const other = openBrowser(service)
  await other.signIn('other@example.com', password)
  const { text } = await other.get(`${security}/codes`)
  const key = getField(text, 'key') ?? ''
  const wrong = await other.post(`${security}/codes`, { key, code: '000000' })
  assert.equal(wrong.status, 400)
  assert.equal(getField(wrong.text, 'key'), key, 'the scanned key is still valid')
  assert.match((await other.get(security)).text, /Set up two-factor authentication/)
})

test('a code is accepted one 30 s step early or late, and no more', async (t) => {
  const { browser, code, clock } = await open(t)
  for (const [drift, status] of [
    [-2, 400],
    [2, 400],
    [-1, 303],
    [1, 303],
  ] as const) {
    const owner = browser()
    await owner.signIn(email, password)
    assert.equal((await owner.post('/login/code', { code: code(drift) })).status, status, String(drift))
    clock.advance(2 * minute)
  }
})

test('each code can be used once, and codes of earlier steps no longer work after that', async (t) => {
  const { browser, code } = await open(t)
  const used = code()
  const first = browser()
  await first.signIn(email, password)
  await first.submit('/login/code', { code: `${used.slice(0, 3)} ${used.slice(3)}` })
  const again = browser()
  await again.signIn(email, password)
  assert.equal((await again.post('/login/code', { code: used })).status, 400)
  assert.equal((await again.post('/login/code', { code: code(-1) })).status, 400)
  assert.equal(await again.submit('/login/code', { code: code(1) }), '/dashboard')
})

test('of two concurrent sign-ins with the same code in two processes, one succeeds', async (t) => {
  const { service, clock, browser, code } = await open(t)
  const secondProcess = await startService(t, { sharedStorage: service.storage, clock, destinations: [] })
  const both = [browser(), openBrowser(secondProcess)]
  for (const each of both) await each.signIn(email, password)
  const responses = await Promise.all(both.map((each) => each.post('/login/code', { code: code() })))
  assert.deepEqual(responses.map(({ status }) => status).sort(), [303, 400])
})

test('each of ten recovery codes can be used once, in any notation', async (t) => {
  const { browser, recovery } = await open(t)
  assert.equal(new Set(recovery).size, 10)
  const [first = '', second = ''] = recovery
  for (const [code, status] of [
    [first, 303],
    [first, 400],
    [second.toUpperCase().replaceAll('-', ' '), 303],
    [second, 400],
    ['aaaa-aaaa-aaaa-aaaa', 400],
  ] as const) {
    const owner = browser()
    await owner.signIn(email, password)
    assert.equal((await owner.post('/login/code', { code })).status, status, code)
  }
})

test('after five wrong codes sign-in gets 429 with Retry-After, even with the password and a correct code', async (t) => {
  const { service, browser, code } = await open(t)
  for (let each = 0; each < 5; each++) {
    const guesser = browser()
    await guesser.signIn(email, password)
    assert.equal((await guesser.post('/login/code', { code: '000000' })).status, 400)
  }
  const owner = browser()
  await owner.signIn(email, password)
  const { status, headers } = await owner.post('/login/code', { code: code() })
  assert.deepEqual([status, headers['retry-after']], [429, '60'])
  const { id } = await service.accounts.find(email)
  await until(async () => {
    const [newest] = await service.stores.audit.listByAccount(id, 1)
    return newest?.action === 'sign.in.blocked' && newest.detail.limit === 'code'
  })
})

test('no path skips the code: not a reset, not a password change in between, not the step without its password', async (t) => {
  const { service, browser, code, clock } = await open(t)
  const { url } = (await command(service.storage.url, `account reset --email ${email}`)) as { url: string }
  const waiting = browser()
  await waiting.signIn(email, password)

  const reset = browser()
  const newPassword = 'another lantern, another stair'
  assert.equal(await reset.submit(new URL(url).pathname, { password: newPassword }), '/login/code')
  assert.equal(await isIn(reset), false)

  // The step started with the old password is over.
  assert.equal((await waiting.post('/login/code', { code: code() })).status, 410)
  clock.advance(30 * second)
  assert.equal(await reset.submit('/login/code', { code: code() }), '/dashboard')

  const stranger = browser()
  assert.equal((await stranger.get('/login/code')).headers.location, '/login')
  stranger.jar.set('step', 'A'.repeat(43))
  clock.advance(30 * second)
  assert.equal((await stranger.post('/login/code', { code: code() })).status, 410)
  // The step's cookie is not a session, and vice versa.
  await stranger.signIn(email, newPassword)
  stranger.jar.set('session', stranger.jar.get('step') ?? '')
  assert.equal(await isIn(stranger), false)
})

test('the step between password and code is valid once, for ten minutes', async (t) => {
  const { browser, code, clock } = await open(t)
  const owner = browser()
  await owner.signIn(email, password)
  const step = owner.jar.get('step') ?? assert.fail()
  clock.advance(10 * minute)
  assert.equal((await owner.post('/login/code', { code: code() })).status, 410)

  await owner.signIn(email, password)
  const used = owner.jar.get('step') ?? assert.fail()
  assert.notEqual(used, step)
  await owner.submit('/login/code', { code: code() })
  const again = browser()
  again.jar.set('step', used)
  clock.advance(30 * second)
  assert.equal((await again.post('/login/code', { code: code() })).status, 410)
})

test('disabling two-factor authentication needs the password', async (t) => {
  const { owner, service } = await open(t)
  const path = `${security}/codes/off`
  const { status, text } = await owner.post(path, { password: 'wrong and wrong again' })
  assert.equal(status, 400)
  assert.match(text, /The password is wrong, and nothing was changed/)
  assert.equal((await owner.post(path, {})).status, 400)
  assert.equal(await openBrowser(service).signIn(email, password), '/login/code')
  assert.equal(await owner.submit(path, { password }), `${security}?done=codes_off`)
  assert.equal(await openBrowser(service).signIn(email, password), '/dashboard')
})

test('account reset --codes-off helps an owner who lost authenticator and recovery codes', async (t) => {
  const { service, browser } = await open(t)
  const line = `account reset --email ${email} --codes-off`
  const { url } = (await command(service.storage.url, line)) as { url: string }
  const newPassword = 'another lantern, another stair'
  assert.equal(await browser().submit(new URL(url).pathname, { password: newPassword }), '/dashboard')
  assert.equal(await browser().signIn(email, newPassword), '/dashboard')
  const { id } = await service.accounts.find(email)
  const off = (await service.stores.audit.listByAccount(id, 10)).find(
    ({ action }) => action === 'second.factor.off',
  )
  assert.equal(off?.actor, 'command line')
})

test('key, secret and recovery codes are never stored in plain text, and differ between accounts', async (t) => {
  const { service, secret, recovery } = await open(t)
  const row = await service.database.read.query
    .selectFrom('accounts')
    .where('email', '=', email)
    .selectAll()
    .executeTakeFirstOrThrow()
  const storedText = Object.values(row).join(' ')
  for (const each of [base32nopad.encode(secret), Buffer.from(secret).toString('hex'), ...recovery])
    assert.ok(!storedText.includes(each))
  assert.match(row.code_key ?? '', /^[\w-]{22}$/)
})

test('in a session that is not new, enabling two-factor authentication needs the password', async (t) => {
  const clock = createManualClock(Date.parse('2026-03-02T12:00:00.000Z'))
  const service = await startService(t, { clock, destinations: [] })
  await service.accounts.create({ email, password })
  const thief = openBrowser(service)
  await thief.signIn(email, password)
  clock.advance(15 * minute)
  const { text } = await thief.get(`${security}/codes`)
  assert.match(text, /<input id="password"[^>]* name="password"/)
  const [, spaced = ''] = /enter this key: <code dir="ltr">([A-Z2-7 ]+)</.exec(text) ?? []
  const key = getField(text, 'key') ?? ''
  const code = computeCode(base32nopad.decode(spaced.replaceAll(' ', '')), getStep(clock.now()))
  for (const wrong of [{}, { password: 'not the password' }])
    assert.equal((await thief.post(`${security}/codes`, { key, code, ...wrong })).status, 400)
  const owner = openBrowser(service)
  assert.equal(await owner.signIn(email, password), '/dashboard')
  assert.equal(await thief.submit(`${security}/codes`, { key, code, password }), `${security}?done=codes_on`)
})
