import { dummyHash, hashPassword, isWeakHash, verifyPassword } from '../accounts/password.ts'
import { type AuditAction, serviceActor } from '../audit/entry.ts'
import { getCustomerPrefix } from '../kernel/address-prefixes.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import { type AttemptKey, type AttemptLimits, createAttemptKey } from './attempt-limits.ts'
import type { CredentialStore, Credentials } from './credentials.ts'
import type { NotifyOwner } from './email.ts'
import type { KnownBrowsers, SessionCookies } from './known-browser.ts'
import type { SignedInUser, Visitor } from './session.ts'
import { endAllSessions, type SessionStores, type Sessions } from './sessions.ts'
import { resetKinds, type TicketStore } from './ticket.ts'
import type { VisitorQueue } from './visitor-queue.ts'

export interface PasswordStores extends SessionStores {
  readonly credentials: CredentialStore
  readonly tickets: TicketStore
}

interface PasswordDependencies {
  readonly transact: Transact<PasswordStores>
  readonly read: { readonly credentials: Pick<CredentialStore, 'findByEmail' | 'getById'> }
  readonly sessions: Sessions
  readonly attemptLimits: AttemptLimits
  readonly browsers: KnownBrowsers
  readonly queue: VisitorQueue
  readonly notifyOwner: NotifyOwner
  /** Runs in the background, so that response times reveal nothing about it. */
  readonly runInBackground: (work: () => Promise<unknown>) => void
  readonly clock: Clock
}

type AttemptSource = Pick<Visitor, 'address' | 'knownBrowser'>

/** Verifies and changes passwords. */
export function createPasswords(dependencies: PasswordDependencies) {
  const { transact, read, sessions, attemptLimits, browsers, queue, notifyOwner, runInBackground, clock } =
    dependencies
  return { check, confirm, change, setPassword }

  /**
   * Returns the account for an email address and password, or null if they don't match. A missing account or password takes just as long
   * and counts as an attempt. An attempt that could not be checked does not count.
   * @throws {ApiError} `too_many_guesses`, `unavailable`
   */
  function check(email: string, password: string, visitor: AttemptSource): Promise<Credentials | null> {
    const proof = browsers.findIssuedName(visitor.knownBrowser)
    return queue({ address: visitor.address, proof }, () => checkCredentials(email, password, visitor))
  }

  async function checkCredentials(
    email: string,
    password: string,
    visitor: AttemptSource,
  ): Promise<Credentials | null> {
    const account = await read.credentials.findByEmail(email)
    const name = browsers.findName(visitor.knownBrowser, account)
    const accountKey = name === null ? createAttemptKey('password', email) : createAttemptKey('known', name)
    if (!(await verifyAndCount(password, { account, accountKey, visitor })) || !account) return null
    for (const kind of ['password', 'again'] as const)
      await attemptLimits.reset(createAttemptKey(kind, email))
    return account
  }

  /**
   * Checks a password and counts the attempt unless it is correct.
   * @param accountKey the limit to use. Known browsers and forms for signed-in users have their own limits, so that attackers cannot lock
   * them out. Conversely, someone with a stolen session cannot lock out the owner at sign-in.
   */
  async function verifyAndCount(
    password: string,
    {
      account,
      accountKey,
      visitor,
    }: { account: Credentials | null; accountKey: AttemptKey; visitor: AttemptSource },
  ): Promise<boolean> {
    // Known browsers are exempt, so that attackers on the same network cannot lock them out.
    const networkKeys =
      accountKey.kind === 'password' ? [createAttemptKey('network', getCustomerPrefix(visitor.address))] : []
    const sourceKeys = [...networkKeys, createAttemptKey('address', visitor.address)]
    const reachedKeys = await attemptLimits.consume([...sourceKeys, accountKey])
    const hash = account?.passwordHash ?? dummyHash
    const isMatch = await verifyPassword(password, hash).catch(async (error) => {
      await attemptLimits.undoAttempts([...sourceKeys, accountKey])
      throw error
    })
    if (!account || !isMatch) {
      if (account && reachedKeys.includes(accountKey))
        runInBackground(() => recordBlockedSignIn(account, accountKey))
      return false
    }
    await attemptLimits.undoAttempts(sourceKeys)
    await attemptLimits.reset(accountKey)
    if (isWeakHash(hash)) runInBackground(() => rehash(account, password))
    return true
  }

  /** Checks the password that a signed-in user enters before a sensitive action. @throws {ApiError} `password_wrong`, `too_many_guesses` */
  function confirm(user: SignedInUser, password: string, visitor: AttemptSource): Promise<Credentials> {
    return queue({ address: visitor.address, proof: user.sessionId }, async () => {
      const account = await read.credentials.getById(user.accountId)
      const accountKey = createAttemptKey('again', account.email)
      if (!(await verifyAndCount(password, { account, accountKey, visitor })))
        throw new ApiError('password_wrong')
      return account
    })
  }

  /**
   * Changes the password. All sessions end; this browser gets a new one, and stays the only known browser.
   * @throws {ApiError} `password_wrong`, `password_invalid`, `too_many_guesses`, `session_needed`
   */
  async function change(
    user: SignedInUser,
    passwords: { readonly current: string; readonly next: string },
    visitor: Visitor,
  ): Promise<SessionCookies> {
    const account = await confirm(user, passwords.current, visitor)
    const hash = await queue({ address: visitor.address, proof: user.sessionId }, () =>
      hashPassword(passwords.next),
    )
    const cookies = await transact(async (stores) => {
      const { passwordHash } = await stores.credentials.lock(user.accountId)
      // A concurrent reset or change came first: check the current password again.
      if (passwordHash !== account.passwordHash) return null
      await setPassword(stores, { ...user, hash, action: 'password.changed' })
      const { secret } = await sessions.begin(stores, user.accountId, { visitor, method: 'renewal' })
      return { secret, knownBrowser: browsers.issueCookie({ ...account, passwordHash: hash }) }
    })
    if (cookies === null) return change(user, passwords, visitor)
    notifyOwner(user.accountId, 'password_changed', visitor)
    return cookies
  }

  /** Inside a transaction: sets the password and invalidates everything that depended on the old one. */
  async function setPassword(
    stores: PasswordStores,
    {
      accountId,
      sessionId,
      hash,
      action,
    }: { accountId: number; sessionId: string; hash: string; action: AuditAction },
  ): Promise<void> {
    const { credentials, sessions, tickets, audit } = stores
    await credentials.setPassword(accountId, hash)
    if (sessionId === serviceActor) await sessions.deleteAll(accountId)
    else await endAllSessions(stores, { accountId, sessionId })
    await tickets.deleteByKinds(accountId, ['code', ...resetKinds])
    await audit.record({ at: clock.now(), accountId, actor: sessionId, action, detail: {} })
  }

  /** Records one audit entry each time an account reaches the limit, not one per attempt, so that an attacker cannot fill the log. */
  async function recordBlockedSignIn({ accountId }: Credentials, { kind }: AttemptKey): Promise<void> {
    const entry = { at: clock.now(), accountId, actor: serviceActor, detail: { limit: kind } }
    await transact(({ audit }) => audit.record({ ...entry, action: 'sign.in.blocked' }))
  }

  /** Rehashes the same password with today's parameters. */
  async function rehash({ accountId, passwordHash }: Credentials, password: string): Promise<void> {
    const newHash = await hashPassword(password)
    const currentHash = passwordHash ?? ''
    await transact(({ credentials }) => credentials.replacePassword(accountId, { currentHash, newHash }))
  }
}

export type Passwords = ReturnType<typeof createPasswords>
