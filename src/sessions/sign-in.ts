import { normaliseEmail } from '../accounts/account.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { generateSecret, hashSecret } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Credentials } from './credentials.ts'
import type { KnownBrowsers, SessionCookies } from './known-browser.ts'
import type { PasskeyStore } from './passkey.ts'
import type { PasskeySignIn } from './passkey-sign-in.ts'
import type { PasswordStores, Passwords } from './passwords.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Visitor } from './session.ts'
import type { Sessions, SignInMethod } from './sessions.ts'
import { type TicketStore, ticketLifetimeMs } from './ticket.ts'

/** Either signed in, or a code is needed: then `secret` is the cookie value for that step. */
export type SignInResult =
  | ({ readonly needs: 'nothing' } & SessionCookies)
  | { readonly needs: 'code'; readonly secret: string }

interface SignInDependencies {
  readonly transact: Transact<PasswordStores & { readonly passkeys: PasskeyStore }>
  readonly read: { readonly tickets: Pick<TicketStore, 'find'> }
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly factor: SecondFactor
  readonly passkeys: PasskeySignIn
  readonly browsers: KnownBrowsers
  readonly clock: Clock
}

/** Signs users in. Each method without a passkey ends in `completeFirstStep`, which asks for a code if two-factor authentication is on. */
export function createSignIn(dependencies: SignInDependencies) {
  const { transact, read, sessions, passwords, factor, passkeys, browsers, clock } = dependencies
  return {
    signInWithPassword,
    canUsePasskeys: passkeys.isAvailable,
    startPasskey: passkeys.startSignIn,
    signInWithPasskey,
    signInWithCode,
    hasPasskey,
    startPasskeyAfterPassword,
    signInWithPasskeyAfterPassword,
    completeFirstStep,
  }

  /** @throws {ApiError} `sign_in_wrong`, `too_many_guesses` */
  async function signInWithPassword(
    credentials: { email: string; password: string },
    visitor: Visitor,
  ): Promise<SignInResult> {
    const verified = await passwords.check(normaliseOrEmpty(credentials.email), credentials.password, visitor)
    if (!verified) throw new ApiError('sign_in_wrong')
    const result = await transact(async (stores) => {
      const account = await stores.credentials.lock(verified.accountId)
      // A password change or reset ended the account's sessions while this password was being checked: no new session may begin with the
      // old password.
      if (account.passwordHash !== verified.passwordHash) return null
      return completeFirstStep(stores, account, { visitor, method: 'password' })
    })
    return result ?? signInWithPassword(credentials, visitor)
  }

  /**
   * Inside a transaction: signs in a user who has passed the first step, or asks for the code. Only a code or a passkey signs in to an
   * account with two-factor authentication.
   */
  async function completeFirstStep(
    stores: PasswordStores,
    { accountId, hasTwoFactor }: Pick<Credentials, 'accountId' | 'hasTwoFactor'>,
    { visitor, method }: { visitor: Visitor; method: SignInMethod },
  ): Promise<SignInResult> {
    if (!hasTwoFactor) return { needs: 'nothing', ...(await begin(stores, accountId, { visitor, method })) }
    const secret = generateSecret()
    const expiresAt = clock.now() + ticketLifetimeMs.code
    await stores.tickets.insert({ kind: 'code', accountId, digest: hashSecret(secret), expiresAt })
    return { needs: 'code', secret }
  }

  /**
   * Signs in with a passkey alone: it verifies its user, so it replaces both the password and the code.
   * @throws {ApiError} `passkey_wrong`, `too_many_guesses`
   */
  async function signInWithPasskey(credential: string, visitor: Visitor): Promise<SessionCookies> {
    const verified = await passkeys.check(credential, visitor)
    return transact(async (stores) => {
      await passkeys.markUsed(stores, verified)
      return begin(stores, verified.passkey.accountId, { visitor, method: 'passkey' })
    })
  }

  /**
   * Completes the second step with a code. `ticket` is from the first step.
   * @throws {ApiError} `ticket_over` if the password is needed again, `code_wrong`, `too_many_guesses`
   */
  async function signInWithCode(ticket: string, code: string, visitor: Visitor): Promise<SessionCookies> {
    const { accountId, ticketDigest } = await requirePending(ticket)
    const method = await factor.useCode(accountId, code)
    return transact(async (stores) => {
      await consumeTicket(stores, ticketDigest)
      return begin(stores, accountId, { visitor, method })
    })
  }

  /**
   * Completes the second step with a passkey in place of a code.
   * @throws {ApiError} `ticket_over` if the password is needed again, `passkey_wrong`, `too_many_guesses`
   */
  async function signInWithPasskeyAfterPassword(
    ticket: string,
    credential: string,
    visitor: Visitor,
  ): Promise<SessionCookies> {
    const pending = await requirePending(ticket)
    const verified = await passkeys.checkAfterPassword(credential, pending)
    return transact(async (stores) => {
      await consumeTicket(stores, pending.ticketDigest)
      await passkeys.markUsed(stores, verified)
      return begin(stores, pending.accountId, { visitor, method: 'passkey' })
    })
  }

  /** Whether the second step can be done with a passkey. */
  async function hasPasskey(ticket: string): Promise<boolean> {
    const pending = await findPending(ticket)
    return pending !== null && passkeys.hasPasskey(pending.accountId)
  }

  /** Options for the browser to use a passkey in the second step. @throws {ApiError} `ticket_over` */
  async function startPasskeyAfterPassword(ticket: string) {
    return passkeys.startCodeStep(await requirePending(ticket))
  }

  /** The account whose password was correct in the first step. */
  async function findPending(ticket: string) {
    const ticketDigest = hashSecret(ticket)
    const pending = await read.tickets.find('code', ticketDigest, clock.now())
    return pending && { accountId: pending.accountId, ticketDigest }
  }

  /** @throws {ApiError} `ticket_over` */
  async function requirePending(ticket: string) {
    const pending = await findPending(ticket)
    if (!pending) throw new ApiError('ticket_over')
    return pending
  }

  /** Deletes the ticket, unless a password change has deleted it already. @throws {ApiError} `ticket_over` */
  async function consumeTicket({ tickets }: PasswordStores, digest: string): Promise<void> {
    if (!(await tickets.consume('code', digest, clock.now()))) throw new ApiError('ticket_over')
  }

  /** Inside a transaction: begins a session and marks the browser as known. */
  async function begin(
    stores: PasswordStores,
    accountId: number,
    options: { visitor: Visitor; method: SignInMethod },
  ): Promise<SessionCookies> {
    const { secret } = await sessions.begin(stores, accountId, options)
    return { secret, knownBrowser: browsers.issueCookie(await stores.credentials.getById(accountId)) }
  }
}

export type SignIn = ReturnType<typeof createSignIn>

/** Returns an empty string for an invalid email address: it matches no account, and the check takes equally long. */
function normaliseOrEmpty(email: string): string {
  try {
    return normaliseEmail(email)
  } catch (error) {
    if (error instanceof ApiError) return ''
    throw error
  }
}
