import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute } from '../../src/kernel/clock.ts'
import { generateFactorKey } from '../../src/sessions/factor-secrets.ts'
import { type Authenticator, createAuthenticator, onlyPresent } from '../helpers/authenticator.ts'
import { getAlert, openBrowser, type TestBrowser } from '../helpers/browser.ts'
import { command } from '../helpers/commands.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { startSmtpServer } from '../helpers/smtp-server.ts'
import { until } from '../helpers/until.ts'

const password = 'lantern under the stairs'
const security = '/dashboard/settings/security'
const passkeys = `${security}/passkeys`
const clock = createManualClock(Date.parse('2026-03-02T12:00:00.000Z'))
const smtp = await startSmtpServer(fileScope)
const settings = { SMTP_URL: smtp.url, RATE_LIMITS: 'off' }
const service = await startService(fileScope, { clock, destinations: [], settings })
const site = { origin: service.baseUrl, rpId: 'localhost' }

let accounts = 0

/** A new account whose owner is signed in, from an IP address of their own. */
async function openAccount() {
  const email = `owner${++accounts}@example.com`
  const { id } = await service.accounts.create({ email, password })
  const open = () => openBrowser(service, { 'x-forwarded-for': `203.0.113.${accounts}` })
  const owner = open()
  await owner.signIn(email, password)
  const audit = async () => service.stores.audit.listByAccount(id, 50)
  const turnOnCodes = () =>
    service.database.transact((sql) =>
      sql.query.updateTable('accounts').set({ code_key: generateFactorKey() }).where('id', '=', id).execute(),
    )
  return { id, email, open, owner, audit, turnOnCodes }
}

/** The options that a page's script gets from that path. */
async function optionsOf(browser: TestBrowser, path: string, fields: Record<string, string> = {}) {
  const { status, text } = await browser.post(`${path}/options`, fields)
  assert.equal(status, 200, text)
  return JSON.parse(text)
}

/** Adds a passkey to the account, as the page's script does. */
async function addPasskey(
  browser: TestBrowser,
  authenticator = createAuthenticator(site),
): Promise<Authenticator> {
  const options = await optionsOf(browser, passkeys, { name: 'Phone' })
  const credential = authenticator.create(options)
  assert.equal(
    await browser.submit(passkeys, { name: 'Phone', credential }),
    `${security}?done=passkey_added`,
  )
  return authenticator
}

async function answerSignIn(
  browser: TestBrowser,
  authenticator: Authenticator,
  faults: Parameters<Authenticator['get']>[1] = {},
  path = '/login/passkey',
) {
  return browser.post(path, { credential: authenticator.get(await optionsOf(browser, path), faults) })
}

const isSignedIn = async ({ get }: TestBrowser): Promise<boolean> => (await get('/dashboard')).status === 200

test('a passkey signs in without password or code, and leads to the page that the visitor requested', async () => {
  const { open, owner, audit, turnOnCodes } = await openAccount()
  const authenticator = await addPasskey(owner)
  await turnOnCodes()
  assert.match((await owner.get(security)).text, /Phone<\/bdi>[\s\S]*?>Never</)
  const browser = open()
  assert.match((await browser.get('/login')).text, /Use a passkey/)
  const credential = authenticator.get(await optionsOf(browser, '/login/passkey'))
  assert.equal(await browser.submit('/login/passkey', { credential, next: security }), security)
  assert.ok(await isSignedIn(browser))
  assert.ok(browser.jar.has('known'))
  const [begun] = await audit()
  assert.equal(begun?.action, 'session.begun')
  assert.equal(begun?.detail.by, 'passkey')
  assert.doesNotMatch((await owner.get(security)).text, />Never</)
})

test('after the password, a passkey of the account replaces the code', async () => {
  const { email, open, owner, turnOnCodes } = await openAccount()
  const stranger = await openAccount()
  const foreign = await addPasskey(stranger.owner)
  const authenticator = await addPasskey(owner)
  await turnOnCodes()
  const browser = open()
  assert.equal(await browser.signIn(email, password), '/login/code')
  assert.match((await browser.get('/login/code')).text, /Use a passkey/)
  const path = '/login/code/passkey'
  const options = await optionsOf(browser, path)
  assert.deepEqual(
    options.allowCredentials.map(({ id }: { id: string }) => id),
    [authenticator.id],
  )
  for (const credential of [
    foreign.get(options),
    authenticator.get(options, { flags: onlyPresent }),
    // The challenge of a sign-in without the password, and of another sign-in.
    authenticator.get(await optionsOf(browser, '/login/passkey')),
  ])
    assert.equal((await browser.post(path, { credential })).status, 400)
  assert.equal(await isSignedIn(browser), false)
  const other = open()
  await other.signIn(email, password)
  assert.equal((await other.post(path, { credential: authenticator.get(options) })).status, 400)
  // A security key needs no user handle when the page names it.
  const credential = authenticator.get(options, { userHandle: null })
  assert.equal(await browser.submit(path, { credential }), '/dashboard')
  assert.ok(await isSignedIn(browser))
  assert.equal((await open().post(`${path}/options`)).status, 410)
})

test('wrong passkeys after the password share the limit of wrong codes', async () => {
  const { email, open, owner, turnOnCodes } = await openAccount()
  const authenticator = await addPasskey(owner)
  await turnOnCodes()
  const browser = open()
  await browser.signIn(email, password)
  const options = await optionsOf(browser, '/login/code/passkey')
  for (let attempt = 0; attempt < 5; attempt++)
    assert.equal((await browser.post('/login/code/passkey', { credential: '{}' })).status, 400)
  const credential = authenticator.get(options)
  const { status, headers } = await browser.post('/login/code/passkey', { credential })
  assert.deepEqual([status, headers['retry-after']], [429, '60'])
})

test('a sign-in is rejected unless origin, host, challenge, purpose, signature, user and user verification are right', async () => {
  const { open, owner } = await openAccount()
  const authenticator = await addPasskey(owner)
  const stranger = await openAccount()
  const browser = open()
  const registration = await optionsOf(owner, passkeys, { name: 'x' })
  const unknown = createAuthenticator(site)
  for (const faults of [
    { origin: 'https://evil.example' },
    { origin: `${service.baseUrl}1` },
    { rpId: 'evil.example' },
    { flags: onlyPresent },
    { flags: 0 },
    { type: 'webauthn.create' },
    { challenge: 'A'.repeat(72) },
    { challenge: '' },
    { challenge: registration.challenge },
    { userHandle: null },
    { userHandle: (await optionsOf(stranger.owner, passkeys, { name: 'x' })).user.id },
    { tamper: true },
  ] as const) {
    const { status, text } = await answerSignIn(browser, authenticator, faults)
    assert.equal(status, 400, JSON.stringify(faults))
    assert.match(getAlert(text) ?? '', /wasn’t accepted/)
  }
  assert.equal((await answerSignIn(browser, unknown)).status, 400)
  assert.equal(await isSignedIn(browser), false)
  assert.equal((await answerSignIn(browser, authenticator)).status, 303)
})

test('a registration is rejected unless origin, host, challenge, session and user verification are right, or if it has certificates', async () => {
  const { open, email, owner } = await openAccount()
  const session = open()
  await session.signIn(email, password)
  const other = await optionsOf(session, passkeys, { name: 'x' })
  const signIn = await optionsOf(owner, '/login/passkey')
  const attested = { statement: Buffer.from('a163783563814100', 'hex') }
  // Arrays in arrays that never end.
  const deep = Buffer.alloc(5_000, 0x81)
  for (const faults of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { flags: 64 | onlyPresent },
    { type: 'webauthn.get' },
    { challenge: other.challenge },
    { challenge: signIn.challenge },
    { attestation: { format: 'packed', ...attested } },
    { attestation: { format: 'apple', ...attested } },
    { attestation: { format: 'none', statement: deep } },
    { attestation: { format: 'packed', statement: Buffer.from([0x80]) } },
    { attestation: { format: 'packed', statement: Buffer.from([0x01]) } },
    { credentialId: Buffer.alloc(1_024, 1) },
  ]) {
    const options = await optionsOf(owner, passkeys, { name: 'Phone' })
    const credential = createAuthenticator(site).create(options, faults)
    const { status, text } = await owner.post(passkeys, { name: 'Phone', credential })
    assert.equal(status, 400, JSON.stringify(faults).slice(0, 100))
    assert.match(getAlert(text) ?? '', /wasn’t accepted/)
  }
  assert.doesNotMatch((await owner.get(security)).text, /<bdi>Phone/)
})

test('a response can be used once in all processes, within five minutes', async (t) => {
  const { open, owner } = await openAccount()
  const secondProcess = await startService(t, {
    sharedStorage: service.storage,
    clock,
    destinations: [],
    settings,
  })
  const authenticator = createAuthenticator(site)
  const creation = authenticator.create(await optionsOf(owner, passkeys, { name: 'Phone' }))
  await owner.submit(passkeys, { name: 'Phone', credential: creation })
  assert.equal((await owner.post(passkeys, { name: 'Phone', credential: creation })).status, 400)

  const credential = authenticator.get(await optionsOf(open(), '/login/passkey'))
  const visitors = [open(), openBrowser(secondProcess), openBrowser(secondProcess)]
  const replies = await Promise.all(visitors.map((each) => each.post('/login/passkey', { credential })))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [303, 400, 400])

  const late = authenticator.get(await optionsOf(open(), '/login/passkey'))
  clock.advance(5 * minute)
  assert.equal((await open().post('/login/passkey', { credential: late })).status, 400)
})

test('a signature counter that doesn’t increase is rejected and recorded in the audit log', async () => {
  const { open, owner, audit } = await openAccount()
  const authenticator = await addPasskey(owner)
  const statuses: number[] = []
  for (const counter of [5, 5, 4, 0, 6])
    statuses.push((await answerSignIn(open(), authenticator, { counter })).status)
  assert.deepEqual(statuses, [303, 400, 400, 400, 303])
  // A browser that sends its form twice is no copy.
  const credential = authenticator.get(await optionsOf(open(), '/login/passkey'), { counter: 7 })
  await open().submit('/login/passkey', { credential })
  assert.equal((await open().post('/login/passkey', { credential })).status, 400)
  const blocked = (await audit()).filter(({ action }) => action === 'sign.in.blocked')
  assert.deepEqual(
    blocked.map(({ detail }) => detail.limit),
    ['passkey', 'passkey', 'passkey'],
  )
})

test('wrong passkeys are counted per IP address, like wrong passwords, and right ones are not', async () => {
  const { owner, email } = await openAccount()
  const authenticator = await addPasskey(owner)
  const browser = openBrowser(service, { 'x-forwarded-for': '198.51.100.9' })
  for (let attempt = 0; attempt < 50; attempt++) {
    assert.equal((await browser.post('/login/passkey', { credential: '{}' })).status, 400)
    if (attempt % 10 === 0) assert.equal((await answerSignIn(browser, authenticator)).status, 303)
  }
  for (let attempt = 0; attempt < 50; attempt++)
    assert.equal((await browser.post('/login/passkey', { credential: '{}' })).status, 400)
  const blocked = await answerSignIn(browser, authenticator)
  assert.deepEqual([blocked.status, blocked.headers['retry-after']], [429, '60'])
  assert.equal((await browser.post('/login', { email, password })).status, 429)
})

test('the options of a sign-in reveal nothing about accounts', async () => {
  const { owner, open } = await openAccount()
  await addPasskey(owner)
  const [one, other] = [await optionsOf(open(), '/login/passkey'), await optionsOf(open(), '/login/passkey')]
  assert.notEqual(one.challenge, other.challenge)
  assert.deepEqual({ ...one, challenge: '' }, { ...other, challenge: '' })
  assert.deepEqual([one.rpId, one.userVerification, one.allowCredentials], ['localhost', 'required', []])
})

test('bodies are limited before they are parsed', async () => {
  const { owner } = await openAccount()
  const parts = { challenge: 'x', padding: 'A'.repeat(9_000) }
  for (const path of ['/login/passkey', passkeys]) {
    const long = JSON.stringify({ id: 'x', response: parts })
    assert.equal((await owner.post(path, { name: 'x', credential: long })).status, 400)
    assert.equal((await owner.post(path, { name: 'x', credential: 'A'.repeat(17_000) })).status, 413)
    const { signature, ...rest } = { signature: 'x', clientDataJSON: 7, attestationObject: 'AA' }
    for (const credential of [
      JSON.stringify({ id: 'a\u0000', response: {} }),
      JSON.stringify({ id: 'AA', response: rest }),
      JSON.stringify({ id: 'AA', response: { ...rest, signature, authenticatorData: [] } }),
      '',
      '[]',
      'null',
      '{"id":1,"response":{}}',
      '{"id":"x","response":null}',
      '{',
    ])
      assert.equal((await owner.post(path, { name: 'x', credential })).status, 400, credential)
  }
})

test('in a session that is not new, adding and removing a passkey needs the password', async () => {
  const { owner } = await openAccount()
  await addPasskey(owner)
  clock.advance(15 * minute)
  const { text } = await owner.get(security)
  assert.match(text, /data-passkey="create"[\s\S]*?<input id="passkey-password"/)
  for (const wrong of [{}, { password: 'not the password' }])
    assert.equal((await owner.post(`${passkeys}/options`, { name: 'Key', ...wrong })).status, 400)
  const options = await optionsOf(owner, passkeys, { name: 'Key', password })
  const credential = createAuthenticator(site).create(options)
  await owner.submit(passkeys, { name: 'Key', credential })
  const [, path = ''] = /href="([^"]*\/passkeys\/pk_\w+)"/.exec(text) ?? []
  assert.equal((await owner.post(`${path}/remove`, {})).status, 400)
  assert.equal(await owner.submit(`${path}/remove`, { password }), `${security}?done=passkey_removed`)
})

test('adding, renaming and removing passkeys is recorded in the audit log, and the first and last are reported by email; a removed passkey no longer signs in', async () => {
  const { email, open, owner, audit } = await openAccount()
  const authenticator = await addPasskey(owner)
  const [, path = ''] = /href="([^"]*\/passkeys\/pk_\w+)"/.exec((await owner.get(security)).text) ?? []
  assert.equal((await owner.post(path, { name: ' ' })).status, 400)
  assert.equal(await owner.submit(path, { name: 'Work <phone>' }), `${path}?done=renamed`)
  assert.match((await owner.get(path)).text, /<bdi>Work &#60;phone&#62;<\/bdi>/)
  const { owner: stranger } = await openAccount()
  for (const reply of [
    await stranger.get(path),
    await stranger.post(path, { name: 'Mine' }),
    await stranger.post(`${path}/remove`),
  ])
    assert.equal(reply.status, 404)
  await owner.submit(`${path}/remove`)
  assert.equal((await answerSignIn(open(), authenticator)).status, 400)
  const changes = (await audit()).filter(({ action }) => action.startsWith('passkey.'))
  assert.deepEqual(
    changes.map(({ action, detail }) => [action, detail.name]),
    [
      ['passkey.removed', 'Work <phone>'],
      ['passkey.renamed', 'Work <phone>'],
      ['passkey.added', 'Phone'],
    ],
  )
  const listEmails = () => smtp.emails.filter(({ to }) => to.includes(email))
  await until(async () => listEmails().length === 2)
  const subjects = listEmails().map(({ subject }) => subject)
  assert.deepEqual(subjects.sort(), ['A passkey was added', 'A passkey was removed'])
  for (const { text } of listEmails()) assert.ok(text.includes(`${service.baseUrl}${security}`), text)
})

test('an account has at most ten passkeys, and an authenticator has one for each account', async () => {
  const { owner } = await openAccount()
  const first = await addPasskey(owner)
  const again = await optionsOf(owner, passkeys, { name: 'Again' })
  assert.deepEqual(
    again.excludeCredentials.map(({ id }: { id: string }) => id),
    [first.id],
  )
  assert.equal((await owner.post(passkeys, { name: 'Again', credential: first.create(again) })).status, 400)
  for (let count = 1; count < 9; count++) await addPasskey(owner)
  const pending = await Promise.all(
    [0, 1].map(async () => createAuthenticator(site).create(await optionsOf(owner, passkeys, { name: 'x' }))),
  )
  const replies = await Promise.all(
    pending.map((credential) => owner.post(passkeys, { name: 'x', credential })),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [303, 400])
  const { text } = await owner.get(security)
  assert.match(text, /can’t have more passkeys/)
  assert.doesNotMatch(text, /data-passkey/)
  assert.equal((await owner.post(`${passkeys}/options`, { name: 'x' })).status, 400)
})

test('account reset --passkeys-off removes every passkey of the account', async () => {
  const { email, open, owner, audit } = await openAccount()
  const authenticator = await addPasskey(owner)
  await command(service.storage.url, `account reset --email ${email} --passkeys-off`)
  assert.equal((await answerSignIn(open(), authenticator)).status, 400)
  const removed = (await audit()).find(({ action }) => action === 'passkey.removed')
  assert.equal(removed?.actor, 'command line')
  const { ok } = (await command(service.storage.url, 'doctor')) as { ok: boolean }
  assert.ok(ok)
})

test('host and origin come from BASE_URL, whatever its path; on an IP address there are no passkeys', async (t) => {
  const startAt = (url: string) =>
    startService(t, {
      sharedStorage: service.storage,
      clock,
      destinations: [],
      settings: { ...settings, BASE_URL: url },
    })
  const shop = openBrowser(await startAt('https://pay.shop.example:8443/till'))
  assert.equal((await optionsOf(shop, '/login/passkey')).rpId, 'pay.shop.example')
  assert.match((await shop.get('/login')).text, /action="\/till\/login\/passkey"/)
  const { owner } = await openAccount()
  const numbered = openBrowser(await startAt('http://127.0.0.1:3000'))
  for (const [name, value] of owner.jar) numbered.jar.set(name, value)
  assert.doesNotMatch((await numbered.get('/login?lang=en')).text, /passkey/i)
  assert.doesNotMatch((await numbered.get(security)).text, /data-passkey/)
  assert.equal((await numbered.post('/login/passkey/options')).status, 400)
})
