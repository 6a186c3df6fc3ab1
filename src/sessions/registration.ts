import { type Account, normaliseEmail } from '../accounts/account.ts'
import { hashPassword, requireUsable } from '../accounts/password.ts'
import type { Clock } from '../kernel/clock.ts'
import { digestOf, newSecret } from '../kernel/ids.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import type { CredentialStore } from './credentials.ts'
import { type Guesses, guessOf } from './guesses.ts'
import type { Compose, Post } from './letter.ts'
import type { PasswordStores } from './passwords.ts'
import type { Visitor } from './session.ts'
import type { Entered, SignIn } from './sign-in.ts'
import { type TicketOf, ticketLifeMs } from './ticket.ts'

/** Who may register: anybody; who has a link of the operator's, but for the first account; nobody. */
export const registrationModes = ['open', 'invitation', 'closed'] as const
export type RegistrationMode = (typeof registrationModes)[number]

interface NewAccount {
  readonly email: string
  readonly hash: string
  /** No account is made but the first. */
  readonly isFirst: boolean
}

export interface RegistrationParts {
  readonly transact: Transact<PasswordStores>
  readonly read: {
    readonly credentials: Pick<CredentialStore, 'byEmail'>
    readonly accounts: { isEmpty(): Promise<boolean> }
  }
  /** Makes the account, with its row in the audit log. @throws {Refused} `account_exists`, `registration_closed` */
  readonly create: (account: NewAccount) => Promise<Account>
  readonly mode: RegistrationMode
  readonly signIn: SignIn
  readonly guesses: Guesses
  readonly compose: Compose
  /** Null: there is no way to send letters. */
  readonly post: Post | null
  readonly later: (work: () => Promise<unknown>) => void
  readonly linkTo: (path: string) => string
  readonly clock: Clock
}

export interface Registration {
  readonly email: string
  readonly password: string
  /** What the operator's link holds, if it was that. */
  readonly invitation: string | null
}

/** What came of it: signed in, or a letter was sent. For the browser alone that holds `browser` its link counts with the password given. */
export type Registered = Entered | { readonly needs: 'letter'; readonly browser: string }

/** Making an account in the browser. */
export function registrations(parts: RegistrationParts) {
  const { transact, read, create, mode, signIn, guesses, compose, post, later, linkTo, clock } = parts
  return { isOpen, invitedEmail, register, follow, emailOf, choose }

  /** May anybody register, without an invitation? */
  async function isOpen(): Promise<boolean> {
    return mode === 'open' || (mode === 'invitation' && (await read.accounts.isEmpty()))
  }

  /** Whom an invitation is for; null: it is none, or over. */
  async function invitedEmail(secret: string): Promise<string | null> {
    if (mode === 'closed') return null
    const now = clock.now()
    const ticket = await transact(({ tickets }) => tickets.find('invitation', digestOf(secret), now))
    return ticket?.email ?? null
  }

  /**
   * An account that exists is answered as one that does not, where a letter can be sent; where none can, with one page for all that is
   * not possible, and only so often.
   * @throws {Refused} `registration_closed`, `account_invalid`, `password_invalid`, `too_many_guesses`, `registration_refused`, `ticket_over`
   */
  async function register(wish: Registration, visitor: Visitor): Promise<Registered> {
    if (wish.invitation !== null) return accept(wish.invitation, wish.password, visitor)
    if (!(await isOpen())) throw new Refused('registration_closed')
    const email = normaliseEmail(wish.email)
    requireUsable(wish.password)
    // Before the hash, which is work.
    await guesses.take([guessOf('registration', visitor.address)])
    const hash = await hashPassword(wish.password, { from: visitor.address })
    if (post === null) return begin({ email, hash, isFirst: mode !== 'open' }, visitor)
    const browser = newSecret()
    later(() => write({ email, hash, browser: digestOf(browser) }, visitor.language, post))
    return { needs: 'letter', browser }
  }

  async function write(
    { email, hash, browser }: { email: string; hash: string; browser: string },
    language: string,
    post: Post,
  ): Promise<void> {
    // Nobody is sent more of them, whoever asks.
    await guesses.take([guessOf('registration_letter', email)])
    if (await read.credentials.byEmail(email)) {
      const values = { email, url: linkTo('/login') }
      return post({ to: email, ...compose('registered_already', language, values) })
    }
    const secret = newSecret()
    const expiresAt = clock.now() + ticketLifeMs.registration
    const ticket = { kind: 'registration', email, password: hash, browser } as const
    await transact(({ tickets }) => tickets.insert({ ...ticket, digest: digestOf(secret), expiresAt }))
    const url = linkTo(`/register/${secret}`)
    post({ to: email, ...compose('registration', language, { email, url }) })
  }

  /**
   * The link of the letter. In the browser that asked for it, it makes the account, with the password given there, and signs in. In any
   * other, whoever registered may not be who has the mail: then a password is to be chosen, for the account of that e-mail address.
   * @throws {Refused} `ticket_over`, `registration_refused`
   */
  async function follow(
    secret: string,
    browser: string | null,
    visitor: Visitor,
  ): Promise<Entered | { readonly needs: 'password'; readonly email: string }> {
    const pending = await pendingOf(secret)
    if (browser === null || digestOf(browser) !== pending.browser)
      return { needs: 'password', email: pending.email }
    return complete(secret, pending.password, visitor)
  }

  /** Whose account the link makes. @throws {Refused} `ticket_over`, `registration_refused` */
  async function emailOf(secret: string): Promise<string> {
    return (await pendingOf(secret)).email
  }

  /**
   * The same with a password chosen behind the link, by who has the mail.
   * @throws {Refused} `ticket_over`, `registration_refused`, `password_invalid`
   */
  async function choose(secret: string, password: string, visitor: Visitor): Promise<Entered> {
    await pendingOf(secret)
    return complete(secret, await hashPassword(password, { from: visitor.address }), visitor)
  }

  /** Several links of one address may be out: the first that is followed makes the account, and the others say that it is there. */
  async function pendingOf(secret: string): Promise<TicketOf<'registration'>> {
    const now = clock.now()
    const pending = await transact(({ tickets }) => tickets.find('registration', digestOf(secret), now))
    if (!pending) throw new Refused('ticket_over')
    if (await read.credentials.byEmail(pending.email)) throw new Refused('registration_refused')
    return pending
  }

  async function complete(secret: string, hash: string, visitor: Visitor): Promise<Entered> {
    const now = clock.now()
    const taken = await transact(({ tickets }) => tickets.take('registration', digestOf(secret), now))
    if (!taken) throw new Refused('ticket_over')
    return begin({ email: taken.email, hash, isFirst: mode !== 'open' }, visitor)
  }

  /** The operator has vouched for the address. */
  async function accept(secret: string, password: string, visitor: Visitor): Promise<Entered> {
    if ((await invitedEmail(secret)) === null) throw new Refused('ticket_over')
    const hash = await hashPassword(password, { from: visitor.address })
    const now = clock.now()
    const ticket = await transact(({ tickets }) => tickets.take('invitation', digestOf(secret), now))
    if (!ticket) throw new Refused('ticket_over')
    return begin({ email: ticket.email, hash, isFirst: false }, visitor)
  }

  async function begin(account: NewAccount, visitor: Visitor): Promise<Entered> {
    const { id: accountId } = await create(account).catch(refuseNeutrally)
    const fresh = { accountId, hasCode: false }
    return transact((stores) => signIn.enter(stores, fresh, { visitor, by: 'registration' }))
  }
}

export type Registrations = ReturnType<typeof registrations>

function refuseNeutrally(error: unknown): never {
  if (error instanceof Refused && error.code === 'account_exists') throw new Refused('registration_refused')
  throw error
}

/** Inside a transaction: a link for whom the operator invites. */
export async function invitationLink(
  { tickets }: Pick<PasswordStores, 'tickets'>,
  email: string,
  { clock, linkTo }: Pick<RegistrationParts, 'clock' | 'linkTo'>,
): Promise<string> {
  const secret = newSecret()
  const expiresAt = clock.now() + ticketLifeMs.invitation
  await tickets.insert({ kind: 'invitation', email, digest: digestOf(secret), expiresAt })
  return linkTo(`/register?invitation=${secret}`)
}
