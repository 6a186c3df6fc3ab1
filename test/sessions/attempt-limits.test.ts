import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createManualClock, minute } from '../../src/kernel/clock.ts'
import { openBrowser } from '../helpers/browser.ts'
import { startService } from '../helpers/service.ts'

const password = 'lantern under the stairs'
const start = Date.parse('2026-03-02T12:00:00.000Z')

/** A service with an account that has a password, and helpers to guess it. */
async function open(t: TestContext) {
  const clock = createManualClock(start)
  const service = await startService(t, { clock, destinations: [] })
  const email = 'merchant@example.com'
  await service.accounts.create({ email, password })
  return { service, clock, email, guess: guesser(service), again: guesser }

  function guesser(from: Pick<typeof service, 'request' | 'baseUrl'>) {
    return async (credentials: { email?: string; password?: string; address?: string }) => {
      const address: Record<string, string> =
        credentials.address === undefined ? {} : { 'x-forwarded-for': credentials.address }
      const { status, headers } = await openBrowser(from, address).post('/login', {
        email: credentials.email ?? email,
        password: credentials.password ?? 'wrong and wrong again',
      })
      const wait = headers['retry-after']
      return wait === undefined ? String(status) : `${status} after ${wait}`
    }
  }
}

async function times(count: number, ask: () => Promise<string>): Promise<string> {
  const seen: string[] = []
  for (let each = 0; each < count; each++) seen.push(await ask())
  return [...new Set(seen)].join(', ')
}

test('after ten wrong passwords an account gets 429 with Retry-After, even for the correct one, and recovers afterwards', async (t) => {
  const { guess, clock } = await open(t)
  assert.equal(await times(10, () => guess({})), '400')
  assert.equal(await guess({}), '429 after 60')
  assert.equal(await guess({ password }), '429 after 60')
  clock.advance(1 * minute)
  assert.equal(await guess({ password }), '303')
})

test('each further wrong password doubles the wait, up to 15 minutes', async (t) => {
  const { guess, clock } = await open(t)
  await times(10, () => guess({}))
  for (const minutes of [1, 2, 4, 8, 15, 15]) {
    assert.equal(await guess({}), `429 after ${minutes * 60}`)
    clock.advance(minutes * minute)
    assert.equal(await guess({}), '400')
  }
})

test("a correct password resets the account's counter", async (t) => {
  const { guess } = await open(t)
  for (let round = 0; round < 3; round++) {
    assert.equal(await times(9, () => guess({})), '400')
    assert.equal(await guess({ password }), '303')
  }
})

test("wrong passwords older than 15 minutes don't count", async (t) => {
  const { guess, clock } = await open(t)
  assert.equal(await times(9, () => guess({})), '400')
  clock.advance(15 * minute)
  assert.equal(await times(10, () => guess({})), '400')
  assert.match(await guess({}), /^429/)
})

test("an unknown email address is limited like a known one: the responses don't differ", async (t) => {
  const { guess } = await open(t)
  assert.equal(await times(10, () => guess({ email: 'nobody@example.com' })), '400')
  assert.equal(await guess({ email: 'NOBODY@example.com' }), '429 after 60')
})

test('after a hundred wrong passwords for any accounts an address gets 429, and others are unaffected', async (t) => {
  const { guess } = await open(t)
  let each = 0
  const readNext = () => guess({ email: `account${each++}@example.com`, address: '203.0.113.7' })
  assert.equal(await times(100, readNext), '400')
  assert.equal(await readNext(), '429 after 60')
  assert.equal(await guess({ password, address: '203.0.113.7' }), '429 after 60')
  assert.equal(await guess({ password, address: '203.0.113.8' }), '303')
})

test("correct passwords don't count towards the limit of an IP address: many merchants can sign in from one network", async (t) => {
  const { guess } = await open(t)
  assert.equal(await times(105, () => guess({ password })), '303')
})

test('of many concurrent guesses no more are checked than of sequential ones', async (t) => {
  const { guess } = await open(t)
  const seen = await Promise.all(Array.from({ length: 30 }, () => guess({})))
  assert.equal(seen.filter((each) => each === '400').length, 10)
  assert.equal(seen.filter((each) => each.startsWith('429')).length, 20)
})

test('two processes share the counts', async (t) => {
  const { service, clock, guess, again } = await open(t)
  const other = again(await startService(t, { sharedStorage: service.storage, clock, destinations: [] }))
  assert.equal(await times(5, () => guess({})), '400')
  assert.equal(await times(5, () => other({})), '400')
  assert.equal(await guess({ password }), '429 after 60')
  assert.equal(await other({ password }), '429 after 60')
})

test('wrong passwords on dashboard forms are limited without affecting sign-in: a stolen session locks no owner out', async (t) => {
  const { service, email, guess } = await open(t)
  const browser = openBrowser(service)
  await browser.signIn(email, password)
  const fields = { old_password: 'wrong and wrong again', new_password: 'another lantern, another stair' }
  const path = '/dashboard/settings/security/password'
  for (let each = 0; each < 10; each++) assert.equal((await browser.post(path, fields)).status, 400)
  assert.equal((await browser.post(path, fields)).status, 429)
  const token = { name: 'thief', password: 'wrong and wrong again' }
  assert.equal((await browser.post('/dashboard/settings/tokens', token)).status, 429)
  assert.equal(await guess({ password }), '303')
})

test("wrong passwords at sign-in don't affect signed-in users: passwords in forms have their own counter", async (t) => {
  const { service, email, guess } = await open(t)
  const browser = openBrowser(service)
  await browser.signIn(email, password)
  assert.equal(await times(10, () => guess({})), '400')
  assert.equal(await guess({ password }), '429 after 60')
  const fields = { old_password: password, new_password: 'another lantern, another stair' }
  assert.equal((await browser.post('/dashboard/settings/security/password', fields)).status, 303)
})

/** A browser in which the owner has signed in and out. */
async function knownBrowser(service: Parameters<typeof openBrowser>[0], email: string) {
  const browser = openBrowser(service, { 'x-forwarded-for': '198.51.100.4' })
  await browser.signIn(email, password)
  await browser.submit('/logout')
  const signIn = async (credentials: string) => {
    const { status, headers } = await browser.post('/login', { email, password: credentials })
    return status === 429 ? `429 after ${headers['retry-after']}` : String(status)
  }
  return { browser, signIn }
}

test("a known browser has its own counter: other people's guesses don't lock it out", async (t) => {
  const { service, email, guess } = await open(t)
  const { browser, signIn } = await knownBrowser(service, email)
  await times(10, () => guess({}))
  assert.equal(await guess({ password }), '429 after 60')
  assert.equal(await signIn(password), '303')
  // A correct password resets the account's count, wherever it is entered.
  assert.equal(await guess({ password }), '303')

  await browser.submit('/logout')
  assert.equal(await times(10, () => signIn('wrong and wrong again')), '400')
  assert.equal(await signIn(password), '429 after 60')
  const another = await openBrowser(service).sendRequest('/dashboard', {
    headers: { cookie: browser.cookieHeader() },
  })
  assert.equal(another.status, 303)
})

test('each known browser has its own counter', async (t) => {
  const { service, email } = await open(t)
  const [one, other] = [await knownBrowser(service, email), await knownBrowser(service, email)]
  await times(10, () => one.signIn('wrong and wrong again'))
  assert.equal(await one.signIn(password), '429 after 60')
  assert.equal(await other.signIn(password), '303')
})

test('a known-browser cookie is valid for one account only, unchanged, and until the password changes', async (t) => {
  const { service, email, guess } = await open(t)
  const { browser, signIn } = await knownBrowser(service, email)
  const knownCookie = browser.jar.get('known') ?? assert.fail()
  const stranger = 'stranger@example.com'
  await service.accounts.create({ email: stranger, password })
  const strangerCookie = (await knownBrowser(service, stranger)).browser.jar.get('known') ?? assert.fail()
  await times(10, () => guess({}))
  for (const each of [
    strangerCookie,
    `${knownCookie[0] === 'A' ? 'B' : 'A'}${knownCookie.slice(1)}`,
    knownCookie.slice(1),
    '',
  ])
    assert.equal(
      (await openBrowser(service, { cookie: `known=${each}` }).post('/login', { email, password })).status,
      429,
    )

  assert.equal(await signIn(password), '303')
  const newPassword = 'another lantern, another stair'
  const fields = { old_password: password, new_password: newPassword }
  await browser.submit('/dashboard/settings/security/password', fields)
  await browser.submit('/logout')
  await times(10, () => guess({}))
  const old = openBrowser(service, { cookie: `known=${knownCookie}` })
  assert.equal((await old.post('/login', { email, password: newPassword })).status, 429)
  // The browser that changed the password stays known.
  assert.equal(await signIn(newPassword), '303')
})

test('guessing an account’s password adds one row to its audit log, however often it happens', async (t) => {
  const { service, email, guess } = await open(t)
  await times(15, () => guess({}))
  const { id } = await service.accounts.find(email)
  const actions = async () => (await service.stores.audit.listByAccount(id, 50)).map(({ action }) => action)
  while (!(await actions()).includes('sign.in.blocked'))
    await new Promise((resolve) => setTimeout(resolve, 10))
  assert.deepEqual(await actions(), ['sign.in.blocked', 'account.created'])
})

test('the table of attempts contains no email or network address', async (t) => {
  const { service, guess } = await open(t)
  await guess({ address: '203.0.113.7' })
  const rows = await service.database.read.query.selectFrom('guesses').select(['kind', 'who']).execute()
  assert.deepEqual(rows.map(({ kind }) => kind).sort(), ['address', 'network', 'password'])
  for (const { who } of rows) assert.match(who, /^[0-9a-f]{64}$/)
})
