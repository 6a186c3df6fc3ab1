import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createAuthenticator } from '../../test/helpers/authenticator.ts'
import { openTestDatabase } from '../../test/helpers/databases.ts'
import { createAccountLinks } from '../account-links/links.ts'
import { createAccounts } from '../accounts/accounts.ts'
import { hashPassword } from '../accounts/password.ts'
import { serviceActor } from '../audit/entry.ts'
import { createStores, createTransact } from '../composition/stores.ts'
import { ApiError } from '../kernel/api-error.ts'
import { systemClock } from '../kernel/clock.ts'
import { createStaff } from '../staff/staff.ts'
import { createWebhookEndpoints } from '../webhooks/endpoints.ts'
import { createWebhookSecrets } from '../webhooks/signature.ts'
import { createAttemptLimits } from './attempt-limits.ts'
import { createFactorSecrets, generateFactorKey } from './factor-secrets.ts'
import { createKnownBrowsers } from './known-browser.ts'
import { createPasskeyChallenges } from './passkey-challenges.ts'
import { createPasskeys } from './passkeys.ts'
import { createPasswords } from './passwords.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSessions } from './sessions.ts'
import { computeCode, getStep } from './totp.ts'
import { createVisitorQueue } from './visitor-queue.ts'
import { findRelyingParty } from './webauthn.ts'

const [email, password] = ['a@example.com', 'lantern under the stairs']
const visitor = { address: '192.0.2.1', device: '', language: 'en', cookie: null, knownBrowser: null }
const baseUrl = 'http://localhost:3000'
const isSessionNeeded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'session_needed'

/** A signed-in user. `hooks.runLate` runs once, just before the next transaction: another browser may change the password then. */
async function open(t: TestContext) {
  const { database } = await openTestDatabase(t)
  const [transact, read, clock] = [createTransact(database), createStores(database.read), systemClock]
  const { id: accountId } = await createAccounts(transact, { chain: 'regtest', clock }).create({
    email,
    password,
  })
  const hooks: { runLate: (() => Promise<unknown>) | null } = { runLate: null }
  const transactLate: typeof transact = async (work) => {
    const { runLate } = hooks
    hooks.runLate = null
    await runLate?.()
    return transact(work)
  }
  const serverKey = new Uint8Array(32)
  const common = {
    read,
    clock,
    serverKey,
    notifyOwner: () => {},
    runInBackground: () => {},
    linkTo: (path: string) => path,
    queue: createVisitorQueue(),
    attemptLimits: createAttemptLimits(transact, clock),
    browsers: createKnownBrowsers(serverKey),
  }
  const sessions = createSessions({ ...common, transact, timeouts: { lifetimeMs: 60_000, idleMs: 60_000 } })
  const passwords = createPasswords({ ...common, transact: transactLate, sessions })
  const secrets = createFactorSecrets(serverKey)
  const factor = createSecondFactor({ ...common, transact: transactLate, sessions, passwords, secrets })
  const passkeys = createPasskeys({
    ...common,
    transact: transactLate,
    challenges: createPasskeyChallenges(serverKey, clock),
    relyingParty: findRelyingParty(baseUrl),
    passwords,
    factor,
  })
  const { session } = await transact((stores) =>
    sessions.begin(stores, accountId, { visitor, method: 'password' }),
  )
  const user = { accountId, sessionId: session.id }
  return {
    hooks,
    transact,
    transactLate,
    common,
    read,
    user,
    sessions,
    secrets,
    passwords,
    factor,
    passkeys,
    changePassword,
  }

  async function changePassword(): Promise<void> {
    const hash = await hashPassword('another lantern, another stair')
    const change = { accountId, sessionId: serviceActor, hash, action: 'password.changed' } as const
    await transact((stores) => passwords.setPassword(stores, change))
  }
}

test('a passkey is not added by a session that ends while the passkey is being verified', async (t) => {
  const { hooks, read, user, passkeys, changePassword } = await open(t)
  const authenticator = createAuthenticator({ origin: baseUrl, rpId: 'localhost' })
  const options = await passkeys.startRegistration(user, { email, name: 'Phone', password: '' }, visitor)
  const credential = authenticator.create(options)
  hooks.runLate = changePassword
  await assert.rejects(passkeys.add(user, { name: 'Phone', credential }, visitor), isSessionNeeded)
  assert.deepEqual(await read.passkeys.listByAccount(user.accountId), [])
})

test('two-factor authentication is not turned on by a session that ends while the code is being verified', async (t) => {
  const { hooks, read, user, sessions, secrets, factor, changePassword } = await open(t)
  const key = generateFactorKey()
  const code = computeCode(secrets.deriveSecret(user.accountId, key), getStep(systemClock.now()))
  hooks.runLate = changePassword
  await assert.rejects(factor.turnOn(user, { key, code, password: '' }, visitor), isSessionNeeded)
  assert.equal((await read.credentials.getById(user.accountId)).hasTwoFactor, false)
  assert.deepEqual(await sessions.list(user.accountId), [])
})

test('a session that ends while its request is being checked changes nothing else either', async (t) => {
  const {
    hooks,
    transact: transactNow,
    transactLate: transact,
    common,
    read,
    user,
    sessions,
    changePassword,
  } = await open(t)
  const { clock, serverKey, linkTo, notifyOwner } = common
  const { accountId } = user
  const toOwner = (actor: string) => ({ accountId, actor, origin: visitor })
  const guest = await createAccounts(transact, { chain: 'regtest', clock }).create({
    email: 'guest@example.com',
    password: null,
  })
  const createAccountsAs = (actor: string) => createAccounts(transact, { chain: 'regtest', clock, actor })
  const links = createAccountLinks({
    transact,
    clock,
    linkTo,
    notifyOwner,
    notifyGuest: () => {},
    checkFailpoint: async () => {},
  })
  const staff = createStaff({ transact, clock, linkTo, notifyOwner, sendInvitation: null })
  const endpoints = createWebhookEndpoints({
    transact,
    clock,
    secrets: createWebhookSecrets(serverKey),
    allowPrivate: true,
  })
  const url = 'https://shop.example/'
  const endpoint = { url, description: '', types: [], enabled: true, greenfield: null }
  const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const changes: Record<string, (actor: string) => Promise<unknown>> = {
    token: (actor) => createAccountsAs(actor).createToken(email, { name: 'Shop' }),
    destination: (actor) => createAccountsAs(actor).setDestination(email, 'BTC', { address }),
    preferences: (actor) => createAccountsAs(actor).change(email, { name: 'Another shop' }),
    link: (actor) => links.create(toOwner(actor), guest.email),
    invitation: (actor) => staff.invite(toOwner(actor), { email: 'stranger@example.com', role: 'cashier' }),
    endpoint: (actor) => endpoints.create(toOwner(actor), endpoint),
    secret: (actor) => endpoints.rotateAccountSecret(toOwner(actor)),
  }
  for (const [name, change] of Object.entries(changes)) {
    const { session } = await transactNow((stores) =>
      sessions.begin(stores, accountId, { visitor, method: 'password' }),
    )
    hooks.runLate = changePassword
    await assert.rejects(change(session.id), isSessionNeeded, name)
    const [latest] = await read.audit.listByAccount(accountId, 1)
    assert.equal(latest?.action, 'password.changed', name)
    assert.deepEqual(await sessions.list(accountId), [], name)
  }
})

test('a session that was ended while its password was being verified cannot change the password', async (t) => {
  const { hooks, transact, user, passwords, read, sessions } = await open(t)
  hooks.runLate = () => transact(({ sessions }) => sessions.deleteAll(user.accountId))
  const next = 'a lantern that nobody lit'
  const { passwordHash } = await read.credentials.getById(user.accountId)
  await assert.rejects(passwords.change(user, { current: password, next }, visitor), isSessionNeeded)
  assert.equal((await read.credentials.getById(user.accountId)).passwordHash, passwordHash)
  assert.deepEqual(await sessions.list(user.accountId), [])
})
