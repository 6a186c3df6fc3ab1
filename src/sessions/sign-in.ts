import { normaliseEmail } from '../accounts/account.ts'
import type { Clock } from '../kernel/clock.ts'
import { digestOf, newSecret } from '../kernel/ids.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Credentials } from './credentials.ts'
import type { Begun, KnownBrowsers } from './known-browser.ts'
import type { PasswordStores, Passwords } from './passwords.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Visitor } from './session.ts'
import type { Entrance, Sessions } from './sessions.ts'
import { ticketLifeMs } from './ticket.ts'

/** Signed in, or asked for a code: then `secret` is what the cookie of that step holds. */
export type Entered =
  | ({ readonly needs: 'nothing' } & Begun)
  | { readonly needs: 'code'; readonly secret: string }

export interface SignInParts {
  readonly transact: Transact<PasswordStores>
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly factor: SecondFactor
  readonly browsers: KnownBrowsers
  readonly clock: Clock
}

/** The ways in. Each ends in `enter`, which asks for a code where the account has them. */
export function signIn({ transact, sessions, passwords, factor, browsers, clock }: SignInParts) {
  return { withPassword, withCode, enter }

  /** @throws {Refused} `sign_in_wrong`, `too_many_guesses` */
  async function withPassword(
    given: { email: string; password: string },
    visitor: Visitor,
  ): Promise<Entered> {
    const found = await passwords.check(comparable(given.email), given.password, visitor)
    if (!found) throw new Refused('sign_in_wrong')
    const entered = await transact(async (stores) => {
      const account = await stores.credentials.lock(found.accountId)
      // A change of the password, or a reset, has ended the account's sessions while this one was looked at: none may begin behind it.
      if (account.passwordHash !== found.passwordHash) return null
      return enter(stores, account, { visitor, by: 'password' })
    })
    return entered ?? withPassword(given, visitor)
  }

  /**
   * Inside a transaction: who has shown that the account is theirs is signed in, or goes on to the code.
   * Only `withCode` signs in to an account that has codes.
   */
  async function enter(
    stores: PasswordStores,
    { accountId, hasCode }: Pick<Credentials, 'accountId' | 'hasCode'>,
    { visitor, by }: { visitor: Visitor; by: Entrance },
  ): Promise<Entered> {
    if (!hasCode) return { needs: 'nothing', ...(await begin(stores, accountId, { visitor, by })) }
    const secret = newSecret()
    const expiresAt = clock.now() + ticketLifeMs.code
    await stores.tickets.insert({ kind: 'code', accountId, digest: digestOf(secret), expiresAt })
    return { needs: 'code', secret }
  }

  /**
   * The second step, with what the first one gave.
   * @throws {Refused} `ticket_over` when the password is to be given again, `code_wrong`, `too_many_guesses`
   */
  async function withCode(ticket: string, code: string, visitor: Visitor): Promise<Begun> {
    const digest = digestOf(ticket)
    const step = await transact(({ tickets }) => tickets.find('code', digest, clock.now()))
    if (!step) throw new Refused('ticket_over')
    const by = await factor.use(step.accountId, code)
    return transact(async (stores) => {
      // A change of the password in between has taken it away.
      if (!(await stores.tickets.take('code', digest, clock.now()))) throw new Refused('ticket_over')
      return begin(stores, step.accountId, { visitor, by })
    })
  }

  /** Inside a transaction: a session, in a browser that the account knows from now on. */
  async function begin(
    stores: PasswordStores,
    accountId: number,
    how: { visitor: Visitor; by: Entrance },
  ): Promise<Begun> {
    const { secret } = await sessions.begin(stores, accountId, how)
    return { secret, known: browsers.introduce(await stores.credentials.byId(accountId)) }
  }
}

export type SignIn = ReturnType<typeof signIn>

/** What is no e-mail address is nobody's, and takes as long to say. */
function comparable(email: string): string {
  try {
    return normaliseEmail(email)
  } catch (error) {
    if (error instanceof Refused) return ''
    throw error
  }
}
