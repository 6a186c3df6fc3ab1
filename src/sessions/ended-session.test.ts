import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createAuthenticator } from '../../test/helpers/authenticator.ts'
import { openTestDatabase } from '../../test/helpers/databases.ts'
import { createAccounts } from '../accounts/accounts.ts'
import { hashPassword } from '../accounts/password.ts'
import { createStores, createTransact } from '../composition/stores.ts'
import { ApiError } from '../kernel/api-error.ts'
import { systemClock } from '../kernel/clock.ts'
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

/** A signed-in user whose password another browser changes just before the next transaction, once `hooks.changesPassword` is set. */
async function open(t: TestContext) {
  const { database } = await openTestDatabase(t)
  const [transact, read, clock] = [createTransact(database), createStores(database.read), systemClock]
  const { id: accountId } = await createAccounts(transact, { chain: 'regtest', clock }).create({
    email,
    password,
  })
  const hooks = { changesPassword: false }
  const transactLate: typeof transact = async (work) => {
    if (hooks.changesPassword) await changePassword()
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
  const passwords = createPasswords({ ...common, transact, sessions })
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
  return { hooks, read, user: { accountId, sessionId: session.id }, sessions, secrets, factor, passkeys }

  async function changePassword(): Promise<void> {
    hooks.changesPassword = false
    const hash = await hashPassword('another lantern, another stair')
    const change = { accountId, sessionId: 'ses_other', hash, action: 'password.changed' } as const
    await transact((stores) => passwords.setPassword(stores, change))
  }
}

test('a passkey is not added by a session that ends while the passkey is being verified', async (t) => {
  const { hooks, read, user, passkeys } = await open(t)
  const authenticator = createAuthenticator({ origin: baseUrl, rpId: 'localhost' })
  const options = await passkeys.startRegistration(user, { email, name: 'Phone', password: '' }, visitor)
  const credential = authenticator.create(options)
  hooks.changesPassword = true
  await assert.rejects(passkeys.add(user, { name: 'Phone', credential }, visitor), isSessionNeeded)
  assert.deepEqual(await read.passkeys.listByAccount(user.accountId), [])
})

test('two-factor authentication is not turned on by a session that ends while the code is being verified', async (t) => {
  const { hooks, read, user, sessions, secrets, factor } = await open(t)
  const key = generateFactorKey()
  const code = computeCode(secrets.deriveSecret(user.accountId, key), getStep(systemClock.now()))
  hooks.changesPassword = true
  await assert.rejects(factor.turnOn(user, { key, code, password: '' }, visitor), isSessionNeeded)
  assert.equal((await read.credentials.getById(user.accountId)).hasCode, false)
  assert.deepEqual(await sessions.list(user.accountId), [])
})
