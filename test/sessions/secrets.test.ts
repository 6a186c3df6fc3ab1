import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { base32nopad } from '@scure/base'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { computeCode, getStep } from '../../src/sessions/totp.ts'
import { getField, openBrowser } from '../helpers/browser.ts'
import { addCleanup, createDatabaseUrl } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { startSmtpServer } from '../helpers/smtp-server.ts'
import { createTerminal } from '../helpers/terminal.ts'
import { until } from '../helpers/until.ts'

const password = 'lantern under the stairs'
const newPassword = 'another lantern, another stair'
const email = 'merchant@example.com'
const security = '/dashboard/settings/security'

async function open(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const service = await startService(t, { destinations: [], settings })
  let address = 0
  const browser = () =>
    openBrowser(service, { 'x-forwarded-for': `203.0.${113 + (address >> 8)}.${address++ & 255}` })
  return { service, browser }
}

test('no credentials are logged: no password, cookie, link, code, key, or full email address', async (t) => {
  const smtp = await startSmtpServer(t)
  const { service, browser } = await open(t, { SMTP_URL: smtp.url, LOG_LEVEL: 'trace' })
  await service.accounts.create({ email, password })
  const owner = browser()
  await owner.post('/login', { email, password: 'wrong and wrong again' })
  await owner.signIn(email, password)
  const cookies = [owner.jar.get('session')]
  const { text } = await owner.get(`${security}/codes`)
  const [, spaced = ''] = /enter this key: <code dir="ltr">([A-Z2-7 ]+)</.exec(text) ?? []
  const key = getField(text, 'key') ?? ''
  const code = computeCode(base32nopad.decode(spaced.replaceAll(' ', '')), getStep(Date.now()))
  await owner.submit(`${security}/codes`, { key, code })
  cookies.push(owner.jar.get('session'))
  await owner.submit('/forgot', { email })
  const link = /\/reset\/([\w-]+)/.exec((await smtp.nextTo(email, 2)).text)?.[1]
  await owner.submit(`/reset/${link}`, { password: newPassword })
  await owner.get('/reset/unknown?next=secret-in-a-query')
  await service.close()

  const log = service.logged.join('')
  assert.ok(log.includes('/reset/:secret'), 'requests are logged')
  const secrets = [password, 'wrong and wrong again', newPassword, link, key, spaced, email, ...cookies]
  for (const secret of [...secrets, owner.jar.get('step'), 'secret-in-a-query'])
    assert.ok(secret && !log.includes(secret), String(secret))
})

test('an outdated password hash is renewed at sign-in', async (t) => {
  const { service, browser } = await open(t)
  await service.accounts.create({ email, password })
  const parameters = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 }
  const salt = Buffer.from('a salt of 16 byt')
  const tag = argon2Sync('argon2id', { message: password, nonce: salt, ...parameters })
  const getText = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const weak = `$argon2id$v=19$m=64,t=1,p=1$${getText(salt)}$${getText(tag)}`
  const { accountId } = (await service.stores.credentials.findByEmail(email)) ?? assert.fail()
  await service.database.transact(({ query }) =>
    query.updateTable('accounts').set({ password: weak }).where('id', '=', accountId).execute(),
  )
  await browser().signIn(email, password)
  const readStored = async () => (await service.stores.credentials.getById(accountId)).passwordHash ?? ''
  await until(async () => (await readStored()) !== weak)
  assert.match(await readStored(), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await browser().signIn(email, password)
})

test('a restore ends every session and open link: what was ended after the backup stays ended', async (t) => {
  const { service, browser } = await open(t)
  await service.accounts.create({ email, password })
  const owner = browser()
  await owner.signIn(email, password)
  const folder = await mkdtemp(join(tmpdir(), 'quittance-restored-'))
  addCleanup(t, () => rm(folder, { recursive: true, force: true }))
  const { PATH = '', PGPASSWORD = '' } = process.env
  const shell = { PATH, ...(PGPASSWORD && { PGPASSWORD }) }
  const terminal = createTerminal(service.storage.url)
  const { url } = Object((await terminal.quittance(`account reset --email ${email} --json`)).json)
  const backup = await terminal.quittance(`backup --to ${folder}/b --json`, '', shell)
  assert.equal(backup.exit, 0, backup.err)

  const restoredUrl = await createDatabaseUrl(t)
  const restore = await createTerminal(restoredUrl).quittance(`restore --from ${folder}/b --json`, '', shell)
  assert.equal(restore.exit, 0, restore.err)
  const database = await openDatabase(restoredUrl)
  addCleanup(t, () => database.close())
  const again = await startService(t, { sharedStorage: { url: restoredUrl, database }, destinations: [] })
  const secondBrowser = openBrowser(again)
  secondBrowser.jar.set('session', owner.jar.get('session') ?? '')
  assert.equal((await secondBrowser.get('/dashboard')).status, 303)
  assert.equal((await secondBrowser.get(new URL(url).pathname)).status, 410)
  await secondBrowser.signIn(email, password)
  const doctor = await createTerminal(restoredUrl).quittance('doctor --json')
  assert.deepEqual(doctor.json, { ok: true, violations: [] })
})

/** Half of the values are above it. */
function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

const rounds = 60
/** A hash takes ten times as long as everything else: without it a response would be much faster. */
const noise = 2

test('an unknown email address gets a response as fast as a known one: sign-in, registration and password reset', async (t) => {
  const smtp = await startSmtpServer(t)
  const { service, browser } = await open(t, { SMTP_URL: smtp.url })
  // A few guesses each, so that nobody is blocked.
  const known = Array.from({ length: rounds / 6 }, (_, each) => `known${each}@example.com`)
  for (const each of known) await service.accounts.create({ email: each, password })
  for (const [path, fields] of [
    ['/login', { password: 'wrong and wrong again' }],
    ['/register', { password: newPassword }],
    ['/forgot', {}],
  ] as const) {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      for (const kind of round % 2 === 0
        ? (['known', 'unknown'] as const)
        : (['unknown', 'known'] as const)) {
        const address = `${kind}${round % known.length}@example.com`
        const visitor = browser()
        const startedAt = performance.now()
        await visitor.post(path, { ...fields, email: address })
        times[kind].push(performance.now() - startedAt)
      }
    }
    const [with_, without] = [median(times.known), median(times.unknown)]
    const seen = `${path}: ${with_.toFixed(1)} ms and ${without.toFixed(1)} ms`
    t.diagnostic(seen)
    assert.ok(Math.max(with_, without) < Math.min(with_, without) * noise + 2, seen)
  }
})
