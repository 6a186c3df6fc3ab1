import { hashPassword, isPassword, isWeakHash, nobodysHash } from '../accounts/password.ts'
import { type AuditAction, theService } from '../audit/entry.ts'
import type { Clock } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import type { CredentialStore, Credentials } from './credentials.ts'
import { type Guess, type Guesses, guessOf } from './guesses.ts'
import type { Begun, KnownBrowsers } from './known-browser.ts'
import type { Tell } from './letter.ts'
import type { Signed, Visitor } from './session.ts'
import type { SessionStores, Sessions } from './sessions.ts'
import type { TicketStore } from './ticket.ts'

export interface PasswordStores extends SessionStores {
  readonly credentials: CredentialStore
  readonly tickets: TicketStore
}

export interface PasswordParts {
  readonly transact: Transact<PasswordStores>
  readonly read: { readonly credentials: Pick<CredentialStore, 'byEmail' | 'byId'> }
  readonly sessions: Sessions
  readonly guesses: Guesses
  readonly browsers: KnownBrowsers
  readonly tell: Tell
  /** Does something that no answer waits for: who measures our answers learns nothing of it. */
  readonly later: (work: () => Promise<unknown>) => void
  readonly clock: Clock
}

type Guesser = Pick<Visitor, 'address' | 'known'>

/** Who says that an account is theirs, by its password. */
export function passwords(parts: PasswordParts) {
  const { transact, read, sessions, guesses, browsers, tell, later, clock } = parts
  return { check, confirm, change, setIn }

  /**
   * The account behind an e-mail address and a password; null when that is not it. An account that is not there, or has no password, takes
   * as long, and counts as much. One that nobody had time to look at does not count.
   * @throws {Refused} `too_many_guesses`, `unavailable`
   */
  async function check(email: string, password: string, visitor: Guesser): Promise<Credentials | null> {
    const found = await read.credentials.byEmail(email)
    const name = browsers.nameOf(visitor.known, found)
    const ofAccount = name === null ? guessOf('password', email) : guessOf('known', name)
    if (!(await isRight(password, { found, ofAccount, visitor })) || !found) return null
    for (const other of [guessOf('password', email), guessOf('again', email)]) await guesses.forget(other)
    return found
  }

  /**
   * Looks at a password, and counts it unless it is right.
   * @param ofAccount where it is asked for: a browser that the account knows, and a form behind the door, have counts of their own, so that
   *   strangers at the door shut out neither, and who has got in by a stolen session does not shut out who stands at the door
   */
  async function isRight(
    password: string,
    { found, ofAccount, visitor }: { found: Credentials | null; ofAccount: Guess; visitor: Guesser },
  ): Promise<boolean> {
    const ofAddress = guessOf('address', visitor.address)
    const reached = await guesses.take([ofAddress, ofAccount])
    const hash = found?.passwordHash ?? nobodysHash
    const isIt = await isPassword(password, hash, { from: visitor.address }).catch(async (error) => {
      await guesses.giveBack([ofAddress, ofAccount])
      throw error
    })
    if (!found || !isIt) {
      if (found && reached.includes(ofAccount)) later(() => recordBlocked(found, ofAccount))
      return false
    }
    await guesses.giveBack([ofAddress])
    await guesses.forget(ofAccount)
    if (isWeakHash(hash)) later(() => strengthen(found, password))
    return true
  }

  /** Again the password, before something that matters. @throws {Refused} `password_wrong`, `too_many_guesses` */
  async function confirm(by: Signed, password: string, visitor: Guesser): Promise<Credentials> {
    const found = await read.credentials.byId(by.accountId)
    const ofAccount = guessOf('again', found.email)
    if (!(await isRight(password, { found, ofAccount, visitor }))) throw new Refused('password_wrong')
    return found
  }

  /**
   * Another password. Every session ends, and this browser's goes on under another id. No browser is known any more but this one.
   * @throws {Refused} `password_wrong`, `password_invalid`, `too_many_guesses`
   */
  async function change(
    by: Signed,
    wish: { readonly old: string; readonly fresh: string },
    visitor: Visitor,
  ): Promise<Begun> {
    const found = await confirm(by, wish.old, visitor)
    const hash = await hashPassword(wish.fresh, { from: visitor.address })
    const begun = await transact(async (stores) => {
      const { passwordHash } = await stores.credentials.lock(by.accountId)
      // A reset, or another change, was quicker: whether the old one is right is to be asked again.
      if (passwordHash !== found.passwordHash) return null
      await setIn(stores, { ...by, hash, action: 'password.changed' })
      const { secret } = await sessions.begin(stores, by.accountId, { visitor, by: 'renewal' })
      return { secret, known: browsers.introduce({ ...found, passwordHash: hash }) }
    })
    if (begun === null) return change(by, wish, visitor)
    tell(by.accountId, 'password_changed', visitor)
    return begun
  }

  /** Inside a transaction: the password is another, and all that came of the old one is over. */
  async function setIn(
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

  /** One line for each time that an account reaches the limit, not one for each guess: a guesser does not fill the log. */
  async function recordBlocked({ accountId }: Credentials, { kind }: Guess): Promise<void> {
    const entry = { at: clock.now(), accountId, actor: theService, detail: { limit: kind } }
    await transact(({ audit }) => audit.record({ ...entry, action: 'sign.in.blocked' }))
  }

  /** The same password, with today's parameters. */
  async function strengthen({ accountId, passwordHash }: Credentials, password: string): Promise<void> {
    const to = await hashPassword(password)
    const from = passwordHash ?? ''
    await transact(({ credentials }) => credentials.replacePassword(accountId, { from, to }))
  }
}

export type Passwords = ReturnType<typeof passwords>
