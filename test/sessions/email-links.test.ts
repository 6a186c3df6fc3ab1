import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createManualClock, day, hour } from '../../src/kernel/clock.ts'
import { getAlert, getField, openBrowser } from '../helpers/browser.ts'
import { command } from '../helpers/commands.ts'
import { scaleToLoad } from '../helpers/load-factor.ts'
import { startService } from '../helpers/service.ts'
import { startSmtpServer } from '../helpers/smtp-server.ts'
import { until } from '../helpers/until.ts'

const password = 'lantern under the stairs'
const newPassword = 'another lantern, another stair'
const email = 'merchant@example.com'

/** A service that sends emails, and the server that receives them. */
async function open(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const clock = createManualClock(Date.parse('2026-03-02T12:00:00.000Z'))
  const smtp = await startSmtpServer(t)
  const service = await startService(t, {
    clock,
    destinations: [],
    settings: { SMTP_URL: smtp.url, ...settings },
  })
  let address = 0
  const browser = (more = {}) =>
    openBrowser(service, { 'x-forwarded-for': `203.0.113.${++address}`, ...more })
  return { clock, smtp, service, browser }
}

/** The path of the link in an email. */
function linkIn(text: string): string {
  const [, path = assert.fail(text)] = /^http:\/\/localhost:3000(\/\S+)$/m.exec(text) ?? []
  return path
}

test('with SMTP_URL registering sends a link, which creates the account and signs in the browser that requested it', async (t) => {
  const { service, smtp, browser } = await open(t)
  const owner = browser()
  assert.equal(await owner.register('New@Example.com', password), '/register/sent')
  assert.match((await owner.get('/register/sent')).text, /Check your email/)
  await assert.rejects(service.accounts.find('new@example.com'))
  const { from, subject, text } = await smtp.nextTo('new@example.com')
  assert.equal(from, 'quittance@localhost')
  assert.equal(subject, 'Your Quittance account')
  const { status, headers } = await owner.get(linkIn(text))
  assert.deepEqual([status, headers.location], [303, '/dashboard'])
  assert.equal((await owner.get('/dashboard')).status, 200)
  assert.equal((await owner.get(linkIn(text))).status, 410)
  await browser().signIn('new@example.com', password)
})

test('in another browser or a mail scanner, the link creates no account until a password is chosen', async (t) => {
  const { service, smtp, browser } = await open(t)
  await browser().register('new@example.com', password)
  const path = linkIn((await smtp.nextTo('new@example.com')).text)
  const other = browser()
  const { status, text } = await other.get(path)
  assert.equal(status, 200)
  assert.match(text, /Create an account for <bdi dir="ltr">new@example.com/)
  assert.equal((await other.post(path)).status, 400)
  const short = await other.post(path, { password: 'short' })
  assert.equal(short.status, 400)
  assert.match(getAlert(short.text) ?? '', /8 to 128 characters/)
  assert.equal(getField(short.text, 'password'), null)
  await assert.rejects(service.accounts.find('new@example.com'))
  assert.equal(await other.submit(path, { password: newPassword }), '/dashboard')
  assert.equal((await other.get('/dashboard')).status, 200)
  assert.equal((await other.get(path)).status, 410)
  assert.equal((await browser().post('/login', { email: 'new@example.com', password })).status, 400)
  await browser().signIn('new@example.com', newPassword)
})

test('registering someone else’s address gives them no password, neither by the first link nor by a newer one', async (t) => {
  const { smtp, browser } = await open(t)
  for (const [index, isFirst] of [true, false].entries()) {
    const victim = `victim${index}@example.com`
    const [owner, attacker] = [browser(), browser()]
    const register = [
      () => attacker.register(victim, 'the password of a stranger'),
      () => owner.register(victim, password),
    ]
    for (const [count, step] of (isFirst ? register : register.reverse()).entries()) {
      await step()
      await smtp.nextTo(victim, count + 1)
    }
    const links = await Promise.all([1, 2].map(async (nth) => linkIn((await smtp.nextTo(victim, nth)).text)))
    const [strangerLink = '', own = ''] = isFirst ? links : links.toReversed()
    // The link from a stranger's registration also asks the mailbox owner for a password, which then applies.
    assert.equal((await owner.get(strangerLink)).status, 200)
    assert.equal(await owner.submit(strangerLink, { password: newPassword }), '/dashboard')
    const late = await owner.get(own)
    assert.equal(late.status, 400)
    assert.match(late.text, /If it’s yours, sign in/)
    assert.equal((await owner.post(own, { password })).status, 400)
    const passwords = [newPassword, password, 'the password of a stranger']
    const statuses = []
    for (const each of passwords)
      statuses.push((await browser().post('/login', { email: victim, password: each })).status)
    assert.deepEqual(statuses, [303, 400, 400])
  }
})

test("someone else's registration doesn't invalidate the link of an earlier one", async (t) => {
  const { smtp, browser } = await open(t)
  const owner = browser()
  await owner.register('new@example.com', password)
  const path = linkIn((await smtp.nextTo('new@example.com')).text)
  await browser().register('new@example.com', 'the password of a stranger')
  await smtp.nextTo('new@example.com', 2)
  assert.equal((await owner.get(path)).headers.location, '/dashboard')
  await browser().signIn('new@example.com', password)
})

test("a requested link doesn't invalidate the operator's, but choosing a password invalidates both", async (t) => {
  const { service, smtp, browser } = await open(t)
  await service.accounts.create({ email, password })
  const { url } = (await command(service.storage.url, `account reset --email ${email}`)) as { url: string }
  await browser().submit('/forgot', { email })
  const requested = linkIn((await smtp.nextTo(email)).text)
  const path = new URL(url).pathname
  assert.equal(await browser().submit(path, { password: newPassword }), '/dashboard')
  for (const used of [path, requested]) assert.equal((await browser().get(used)).status, 410)
})

test('a registration link is valid for a day', async (t) => {
  const { clock, smtp, browser } = await open(t)
  const owner = browser()
  await owner.register('new@example.com', password)
  const path = linkIn((await smtp.nextTo('new@example.com')).text)
  clock.advance(1 * day)
  assert.equal((await owner.get(path)).status, 410)
})

test('a registered email address and a new one get the same response byte for byte, and an email each', async (t) => {
  const { service, smtp, browser } = await open(t)
  await service.accounts.create({ email, password })
  const requestReset = async (address: string) => {
    const { status, headers, text } = await browser().post('/register', {
      email: address,
      password: newPassword,
    })
    const cookies = String(headers['set-cookie']).replace(/step=[\w-]{43}/, 'step=…')
    return [status, headers.location, cookies, text]
  }
  assert.deepEqual(await requestReset(email), await requestReset('new@example.com'))
  const { text } = await smtp.nextTo(email)
  assert.match(text, /which already has an account/)
  assert.equal(linkIn(text), '/login')
  await browser().signIn(email, password)
})

test('a password reset link comes by email, can be used once within an hour, and ends every session', async (t) => {
  const { service, clock, smtp, browser } = await open(t)
  await service.accounts.create({ email, password })
  const before = browser()
  await before.signIn(email, password)
  const owner = browser()
  assert.equal(await owner.submit('/forgot', { email: 'MERCHANT@example.com' }), '/register/sent')
  const late = linkIn((await smtp.nextTo(email)).text)
  clock.advance(1 * hour)
  assert.equal((await owner.get(late)).status, 410)

  await owner.submit('/forgot', { email })
  const path = linkIn((await smtp.nextTo(email, 2)).text)
  assert.equal(await owner.submit(path, { password: newPassword }), '/dashboard')
  assert.equal((await owner.get('/dashboard')).status, 200)
  assert.equal((await before.get('/dashboard')).status, 303)
  assert.equal((await owner.get(path)).status, 410)
  const notice = await smtp.nextTo(email, 3)
  assert.equal(notice.subject, 'Your password was changed')
})

test('a password reset for an unknown address gets the same response and sends no email', async (t) => {
  const { service, smtp, browser } = await open(t)
  await service.accounts.create({ email, password })
  const requestReset = async (address: string) => {
    const { status, headers, text } = await browser().post('/forgot', { email: address })
    return [status, headers.location, headers['set-cookie'], text]
  }
  const nobody = await requestReset('nobody@example.com')
  assert.deepEqual(await requestReset('no address at all'), nobody)
  assert.deepEqual(await requestReset(email), nobody)
  await smtp.nextTo(email)
  assert.equal(smtp.emails.length, 1)
})

test('an address gets at most ten emails an hour, and a network address can request no more', async (t) => {
  const { service, smtp, browser } = await open(t)
  await service.accounts.create({ email, password })
  for (let each = 0; each < 12; each++) await browser().submit('/forgot', { email })
  await service.close()
  assert.equal(smtp.emails.length, 10)
})

test("repeated registrations with someone else’s email address don't block their password reset emails", async (t) => {
  const { service, smtp, browser } = await open(t)
  await service.accounts.create({ email, password })
  for (let each = 0; each < 12; each++) await browser().register(email, newPassword)
  await smtp.nextTo(email, 10)
  await browser().submit('/forgot', { email })
  assert.match((await smtp.nextTo(email, 11)).text, /\/reset\//)
  await service.close()
  assert.equal(smtp.emails.length, 11)
})

test('a network address can request ten password resets an hour, then gets 429', async (t) => {
  const { browser } = await open(t)
  const here = { 'x-forwarded-for': '198.51.100.1' }
  for (let each = 0; each < 10; each++)
    await browser(here).submit('/forgot', { email: `somebody${each}@example.com` })
  const { status, headers } = await browser(here).post('/forgot', { email })
  assert.deepEqual([status, headers['retry-after']], [429, '3600'])
})

test('an email goes to exactly the given address or nowhere: ambiguous addresses are rejected', async (t) => {
  const { smtp, browser } = await open(t)
  const victim = 'victim@example.com'
  for (const ambiguous of [
    `x,${victim}`,
    `<${victim}>`,
    `${victim}>>`,
    `x<${victim}`,
    `g:${victim};`,
    `${victim}(x)`,
    `"${victim}`,
  ])
    assert.equal((await browser().post('/register', { email: ambiguous, password })).status, 400, ambiguous)
  for (const [enteredAddress, to] of [
    ["o'hara+till=1@example.com", "o'hara+till=1@example.com"],
    ['=?utf-8?q?x?=@example.com', '=?utf-8?q?x?=@example.com'],
    ['shop@példa.example', 'shop@xn--plda-bpa.example'],
  ] as const) {
    await browser().register(enteredAddress, password)
    assert.deepEqual((await smtp.nextTo(to)).to, [to])
  }
  assert.equal(smtp.emails.length, 3)
})

test('changes of password and two-factor authentication are emailed in the language of the page', async (t) => {
  const { service, smtp, browser } = await open(t, { SMTP_FROM: 'Lantern <books@lantern.example>' })
  await service.accounts.create({ email, password })
  const owner = browser({ 'accept-language': 'de' })
  await owner.signIn(email, password)
  await owner.submit('/dashboard/settings/security/password', {
    old_password: password,
    new_password: newPassword,
  })
  const { from, subject, text } = await smtp.nextTo(email)
  assert.equal(from, 'books@lantern.example')
  assert.equal(subject, 'Ihr Passwort wurde geändert')
  assert.match(text, /Ihres Kontos merchant@example\.com/)
  assert.match(text, /Zeit: 2026-03-02 12:00:00 UTC\nVon: 203\.0\.113\.\d+$/)
  assert.equal(linkIn(text), '/forgot')
  assert.equal(getField((await owner.get('/forgot')).text, 'email'), null)
})

test('a mail server that rejects an email delays no response, and no link appears in the log', async (t) => {
  const { service, smtp, browser } = await open(t)
  await service.accounts.create({ email, password })
  smtp.behave('refuses')
  assert.equal(await browser().submit('/forgot', { email }), '/register/sent')
  await until(async () => service.logged.some((line) => line.includes('background work failed')))
  assert.ok(!service.logged.join('').includes('/reset/'))
})

test('a hanging mail server delays no response, and shutdown by at most 3 s', async (t) => {
  const { service, smtp, browser } = await open(t)
  await service.accounts.create({ email, password })
  smtp.behave('hangs')
  const startedAt = Date.now()
  assert.equal(await browser().submit('/forgot', { email }), '/register/sent')
  assert.ok(Date.now() - startedAt < scaleToLoad(2_000))
  const ending = Date.now()
  await service.close()
  assert.ok(Date.now() - ending < scaleToLoad(5_000))
})
