import { normaliseEmail } from '../accounts/account.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { generateSecret, hashSecret } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Credentials } from './credentials.ts'
import type { KnownBrowsers, SessionCookies } from './known-browser.ts'
import type { PasswordStores, Passwords } from './passwords.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Visitor } from './session.ts'
import type { Sessions, SignInMethod } from './sessions.ts'
import { ticketLifetimeMs } from './ticket.ts'

/** Either signed in, or a code is needed: then `secret` is the cookie value for that step. */
export type SignInResult =
  | ({ readonly needs: 'nothing' } & SessionCookies)
  | { readonly needs: 'code'; readonly secret: string }

interface SignInDependencies {
  readonly transact: Transact<PasswordStores>
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly factor: SecondFactor
  readonly browsers: KnownBrowsers
  readonly clock: Clock
}

/** Ways to sign in. Each ends in `enter`, which asks for a code if two-factor authentication is on. */
export function createSignIn({ transact, sessions, passwords, factor, browsers, clock }: SignInDependencies) {
  return { withPassword, withCode, enter }

  /** @throws {ApiError} `sign_in_wrong`, `too_many_guesses` */
  async function withPassword(
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
      return enter(stores, account, { visitor, by: 'password' })
    })
    return result ?? withPassword(credentials, visitor)
  }

  /**
   * Inside a transaction: signs in an authenticated user, or continues with the code. Only `withCode` signs in to an account with
   * two-factor authentication.
   */
  async function enter(
    stores: PasswordStores,
    { accountId, hasCode }: Pick<Credentials, 'accountId' | 'hasCode'>,
    { visitor, by }: { visitor: Visitor; by: SignInMethod },
  ): Promise<SignInResult> {
    if (!hasCode) return { needs: 'nothing', ...(await begin(stores, accountId, { visitor, by })) }
    const secret = generateSecret()
    const expiresAt = clock.now() + ticketLifetimeMs.code
    await stores.tickets.insert({ kind: 'code', accountId, digest: hashSecret(secret), expiresAt })
    return { needs: 'code', secret }
  }

  /**
   * The second step, with the ticket from the first.
   * @throws {ApiError} `ticket_over` if the password is needed again, `code_wrong`, `too_many_guesses`
   */
  async function withCode(ticket: string, code: string, visitor: Visitor): Promise<SessionCookies> {
    const digest = hashSecret(ticket)
    const pending = await transact(({ tickets }) => tickets.find('code', digest, clock.now()))
    if (!pending) throw new ApiError('ticket_over')
    const by = await factor.useCode(pending.accountId, code)
    return transact(async (stores) => {
      // A password change in the meantime has deleted it.
      if (!(await stores.tickets.consume('code', digest, clock.now()))) throw new ApiError('ticket_over')
      return begin(stores, pending.accountId, { visitor, by })
    })
  }

  /** Inside a transaction: begins a session and marks the browser as known. */
  async function begin(
    stores: PasswordStores,
    accountId: number,
    options: { visitor: Visitor; by: SignInMethod },
  ): Promise<SessionCookies> {
    const { secret } = await sessions.begin(stores, accountId, options)
    return { secret, knownBrowser: browsers.issueCookie(await stores.credentials.getById(accountId)) }
  }
}

export type SignIn = ReturnType<typeof createSignIn>

/** An invalid email address matches no account. The check takes equally long. */
function normaliseOrEmpty(email: string): string {
  try {
    return normaliseEmail(email)
  } catch (error) {
    if (error instanceof ApiError) return ''
    throw error
  }
}
