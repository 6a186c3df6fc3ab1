import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openTestDatabase } from '../../test/helpers/databases.ts'
import { createAccounts } from '../accounts/accounts.ts'
import { hashPassword } from '../accounts/password.ts'
import { serviceActor } from '../audit/entry.ts'
import { createStores, createTransact } from '../composition/stores.ts'
import { ApiError } from '../kernel/api-error.ts'
import { systemClock } from '../kernel/clock.ts'
import { createAttemptLimits } from './attempt-limits.ts'
import { createFactorSecrets, generateFactorKey } from './factor-secrets.ts'
import { createKnownBrowsers } from './known-browser.ts'
import { createPasskeyChallenges } from './passkey-challenges.ts'
import { createPasskeySignIn } from './passkey-sign-in.ts'
import { createPasswords } from './passwords.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSessions } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
import { createVisitorQueue } from './visitor-queue.ts'

const [email, password, next] = [
  'a@example.com',
  'lantern under the stairs',
  'another lantern, another stair',
]
const visitor = { address: '192.0.2.1', device: '', language: 'en', cookie: null, knownBrowser: null }

/** Sign-in to an account. `hooks.afterVerification` runs once, after a password was verified and before it takes effect. */
async function open(t: TestContext) {
  const { database } = await openTestDatabase(t)
  const [transact, read, clock] = [createTransact(database), createStores(database.read), systemClock]
  const { id: accountId } = await createAccounts(transact, { chain: 'regtest', clock }).create({
    email,
    password,
  })
  const common = {
    transact,
    read,
    clock,
    notifyOwner: () => {},
    runInBackground: () => {},
    queue: createVisitorQueue(),
  }
  const hooks = { afterVerification: async () => {} }
  const counting = createAttemptLimits(transact, clock)
  const attemptLimits: typeof counting = { ...counting, reset: resetAttempts }
  const sessions = createSessions({ ...common, timeouts: { lifetimeMs: 60_000, idleMs: 60_000 } })
  const serverKey = new Uint8Array(32)
  const browsers = createKnownBrowsers(serverKey)
  const passwords = createPasswords({ ...common, sessions, attemptLimits, browsers })
  const secrets = createFactorSecrets(serverKey)
  const factor = createSecondFactor({ ...common, sessions, attemptLimits, passwords, secrets })
  const challenges = createPasskeyChallenges(serverKey, clock)
  const passkeyDependencies = { ...common, challenges, factor, attemptLimits, browsers, relyingParty: null }
  const passkeys = createPasskeySignIn(passkeyDependencies)
  const signIn = createSignIn({ ...common, sessions, passwords, factor, passkeys, browsers })
  return { hooks, transact, accountId, passwords, sessions, enter }

  /** The last step after a correct password. */
  async function resetAttempts(...guess: Parameters<typeof counting.reset>): Promise<void> {
    await counting.reset(...guess)
    const { afterVerification } = hooks
    hooks.afterVerification = async () => {}
    await afterVerification()
  }

  function enter(enteredPassword: string) {
    return signIn.signInWithPassword({ email, password: enteredPassword }, visitor)
  }
}

test("a password that is changed while it is being verified doesn't sign in", async (t) => {
  const { hooks, transact, accountId, passwords, sessions, enter } = await open(t)
  hooks.afterVerification = async () => {
    const hash = await hashPassword(next)
    const change = { accountId, sessionId: serviceActor, hash, action: 'password.changed' } as const
    await transact((stores) => passwords.setPassword(stores, change))
  }
  await assert.rejects(
    enter(password),
    (error) => error instanceof ApiError && error.code === 'sign_in_wrong',
  )
  assert.deepEqual(await sessions.list(accountId), [])
  assert.equal((await enter(next)).needs, 'nothing')
})

test('two-factor authentication enabled while the password is being verified is enforced', async (t) => {
  const { hooks, transact, accountId, sessions, enter } = await open(t)
  hooks.afterVerification = async () => {
    await transact(({ credentials }) =>
      credentials.enableTwoFactor(accountId, { key: generateFactorKey(), step: 0 }),
    )
  }
  assert.equal((await enter(password)).needs, 'code')
  assert.deepEqual(await sessions.list(accountId), [])
})

test("a hash renewed while the password is being verified doesn't block the sign-in", async (t) => {
  const { hooks, transact, accountId, enter } = await open(t)
  hooks.afterVerification = async () => {
    const hash = await hashPassword(password)
    await transact(({ credentials }) => credentials.setPassword(accountId, hash))
  }
  assert.equal((await enter(password)).needs, 'nothing')
})

test('a password reset overrides a concurrent change with the old password', async (t) => {
  const { hooks, transact, accountId, passwords, sessions, enter } = await open(t)
  const by = { accountId, sessionId: serviceActor }
  hooks.afterVerification = async () => {
    const hash = await hashPassword(next)
    await transact((stores) => passwords.setPassword(stores, { ...by, hash, action: 'password.reset' }))
  }
  const change = { current: password, next: 'a lantern that nobody lit' }
  await assert.rejects(
    passwords.change(by, change, visitor),
    (error) => error instanceof ApiError && error.code === 'password_wrong',
  )
  assert.deepEqual(await sessions.list(accountId), [])
  assert.equal((await enter(next)).needs, 'nothing')
})

test("a hash renewed during a password change doesn't block the change", async (t) => {
  const { hooks, transact, accountId, passwords, enter } = await open(t)
  hooks.afterVerification = async () => {
    const hash = await hashPassword(password)
    await transact(({ credentials }) => credentials.setPassword(accountId, hash))
  }
  await passwords.change({ accountId, sessionId: serviceActor }, { current: password, next }, visitor)
  assert.equal((await enter(next)).needs, 'nothing')
})
