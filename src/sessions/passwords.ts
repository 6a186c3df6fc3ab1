import { hashPassword, isWeakHash, nobodysHash, verifyPassword } from '../accounts/password.ts'
import { type AuditAction, serviceActor } from '../audit/entry.ts'
import { customerPrefixOf } from '../kernel/address-prefixes.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import { type AttemptKey, type AttemptLimits, attemptKeyOf } from './attempt-limits.ts'
import type { CredentialStore, Credentials } from './credentials.ts'
import type { NotifyOwner } from './email.ts'
import type { KnownBrowsers, SessionCookies } from './known-browser.ts'
import type { SignedInUser, Visitor } from './session.ts'
import type { SessionStores, Sessions } from './sessions.ts'
import type { TicketStore } from './ticket.ts'
import type { VisitorQueue } from './visitor-queue.ts'

export interface PasswordStores extends SessionStores {
  readonly credentials: CredentialStore
  readonly tickets: TicketStore
}

export interface PasswordParts {
  readonly transact: Transact<PasswordStores>
  readonly read: { readonly credentials: Pick<CredentialStore, 'findByEmail' | 'getById'> }
  readonly sessions: Sessions
  readonly attemptLimits: AttemptLimits
  readonly browsers: KnownBrowsers
  readonly queue: VisitorQueue
  readonly notifyOwner: NotifyOwner
  /** Runs in the background, so that response times reveal nothing about it. */
  readonly later: (work: () => Promise<unknown>) => void
  readonly clock: Clock
}

type Guesser = Pick<Visitor, 'address' | 'known'>

/** Verifies and changes passwords. */
export function createPasswords(parts: PasswordParts) {
  const { transact, read, sessions, attemptLimits, browsers, queue, notifyOwner, later, clock } = parts
  return { check, confirm, change, setPassword }

  /**
   * Returns the account for an email address and password, or null if they don't match. A missing account or password takes just as long
   * and counts as an attempt. An attempt that could not be checked does not count.
   * @throws {ApiError} `too_many_guesses`, `unavailable`
   */
  function check(email: string, password: string, visitor: Guesser): Promise<Credentials | null> {
    const proof = browsers.issuedName(visitor.known)
    return queue({ address: visitor.address, proof }, () => checkNow(email, password, visitor))
  }

  async function checkNow(email: string, password: string, visitor: Guesser): Promise<Credentials | null> {
    const found = await read.credentials.findByEmail(email)
    const name = browsers.nameOf(visitor.known, found)
    const ofAccount = name === null ? attemptKeyOf('password', email) : attemptKeyOf('known', name)
    if (!(await isRight(password, { found, ofAccount, visitor })) || !found) return null
    for (const other of [attemptKeyOf('password', email), attemptKeyOf('again', email)])
      await attemptLimits.reset(other)
    return found
  }

  /**
   * Checks a password and counts the attempt unless it is correct.
   * @param ofAccount the limit to use. Known browsers and forms for signed-in users have limits of their own, so that strangers cannot lock
   * them out. Conversely, someone with a stolen session cannot lock out the owner at sign-in.
   */
  async function isRight(
    password: string,
    { found, ofAccount, visitor }: { found: Credentials | null; ofAccount: AttemptKey; visitor: Guesser },
  ): Promise<boolean> {
    // Strangers on a network do not lock out a known browser there.
    const ofNetwork =
      ofAccount.kind === 'password' ? [attemptKeyOf('network', customerPrefixOf(visitor.address))] : []
    const ofAddress = [...ofNetwork, attemptKeyOf('address', visitor.address)]
    const reached = await attemptLimits.consume([...ofAddress, ofAccount])
    const hash = found?.passwordHash ?? nobodysHash
    const isIt = await verifyPassword(password, hash).catch(async (error) => {
      await attemptLimits.refund([...ofAddress, ofAccount])
      throw error
    })
    if (!found || !isIt) {
      if (found && reached.includes(ofAccount)) later(() => recordBlocked(found, ofAccount))
      return false
    }
    await attemptLimits.refund(ofAddress)
    await attemptLimits.reset(ofAccount)
    if (isWeakHash(hash)) later(() => strengthen(found, password))
    return true
  }

  /** Asks for the password again before a sensitive action. @throws {ApiError} `password_wrong`, `too_many_guesses` */
  function confirm(by: SignedInUser, password: string, visitor: Guesser): Promise<Credentials> {
    return queue({ address: visitor.address, proof: by.sessionId }, async () => {
      const found = await read.credentials.getById(by.accountId)
      const ofAccount = attemptKeyOf('again', found.email)
      if (!(await isRight(password, { found, ofAccount, visitor }))) throw new ApiError('password_wrong')
      return found
    })
  }

  /**
   * Changes the password. All sessions end; this browser gets a new one and is the only one still known.
   * @throws {ApiError} `password_wrong`, `password_invalid`, `too_many_guesses`
   */
  async function change(
    by: SignedInUser,
    wish: { readonly old: string; readonly fresh: string },
    visitor: Visitor,
  ): Promise<SessionCookies> {
    const found = await confirm(by, wish.old, visitor)
    const hash = await queue({ address: visitor.address, proof: by.sessionId }, () =>
      hashPassword(wish.fresh),
    )
    const begun = await transact(async (stores) => {
      const { passwordHash } = await stores.credentials.lock(by.accountId)
      // A concurrent reset or change was faster, so check the old password again.
      if (passwordHash !== found.passwordHash) return null
      await setPassword(stores, { ...by, hash, action: 'password.changed' })
      const { secret } = await sessions.begin(stores, by.accountId, { visitor, by: 'renewal' })
      return { secret, known: browsers.introduce({ ...found, passwordHash: hash }) }
    })
    if (begun === null) return change(by, wish, visitor)
    notifyOwner(by.accountId, 'password_changed', visitor)
    return begun
  }

  /** Inside a transaction: sets the password and invalidates everything that depended on the old one. */
  async function setPassword(
    { credentials, sessions, tickets, audit }: PasswordStores,
    {
      accountId,
      sessionId,
      hash,
      action,
    }: { accountId: number; sessionId: string; hash: string; action: AuditAction },
  ): Promise<void> {
    await credentials.setPassword(accountId, hash)
    await sessions.deleteAll(accountId)
    await tickets.deleteOf(accountId, ['code', 'reset'])
    await audit.record({ at: clock.now(), accountId, actor: sessionId, action, detail: {} })
  }

  /** One audit entry each time an account reaches the limit, not one per attempt, so that a guesser cannot fill the log. */
  async function recordBlocked({ accountId }: Credentials, { kind }: AttemptKey): Promise<void> {
    const entry = { at: clock.now(), accountId, actor: serviceActor, detail: { limit: kind } }
    await transact(({ audit }) => audit.record({ ...entry, action: 'sign.in.blocked' }))
  }

  /** Rehashes the same password with today's parameters. */
  async function strengthen({ accountId, passwordHash }: Credentials, password: string): Promise<void> {
    const to = await hashPassword(password)
    const from = passwordHash ?? ''
    await transact(({ credentials }) => credentials.replacePassword(accountId, { from, to }))
  }
}

export type Passwords = ReturnType<typeof createPasswords>
