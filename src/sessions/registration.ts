import { type Account, normaliseEmail } from '../accounts/account.ts'
import type { AccountStores } from '../accounts/accounts.ts'
import { hashPassword, validatePassword } from '../accounts/password.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { generateSecret, hashSecret } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import { type AttemptLimits, createRecipientKey, createRequestAttemptKeys } from './attempt-limits.ts'
import type { CredentialStore } from './credentials.ts'
import type { ComposeEmail, SendEmail } from './email.ts'
import type { PasswordStores } from './passwords.ts'
import type { Visitor } from './session.ts'
import type { SignIn, SignInResult } from './sign-in.ts'
import { type TicketOf, type TicketStore, ticketLifetimeMs } from './ticket.ts'
import type { VisitorQueue } from './visitor-queue.ts'

/** Registration is open to anyone, needs an invitation link from the operator (except for the first account), or is closed. */
export const registrationModes = ['open', 'invitation', 'closed'] as const
export type RegistrationMode = (typeof registrationModes)[number]

interface NewAccount {
  readonly email: string
  readonly hash: string
  /** Only create the account if it is the first. */
  readonly mustBeFirst: boolean
}

export type RegistrationStores = PasswordStores & AccountStores

interface RegistrationDependencies {
  readonly transact: Transact<RegistrationStores>
  readonly read: {
    readonly credentials: Pick<CredentialStore, 'findByEmail'>
    readonly accounts: { isEmpty(): Promise<boolean> }
    readonly tickets: Pick<TicketStore, 'find'>
  }
  /** Creates the account and its audit entry in the caller's transaction. @throws {ApiError} `account_exists`, `registration_closed` */
  readonly create: (stores: AccountStores, account: NewAccount) => Promise<Account>
  readonly mode: RegistrationMode
  readonly signIn: SignIn
  readonly attemptLimits: AttemptLimits
  readonly queue: VisitorQueue
  readonly compose: ComposeEmail
  /** Null if email is not configured. */
  readonly sendEmail: SendEmail | null
  readonly runInBackground: (work: () => Promise<unknown>) => void
  readonly linkTo: (path: string) => string
  readonly clock: Clock
}

interface Registration {
  readonly email: string
  readonly password: string
  /** The secret in the operator's invitation link, if there is one. */
  readonly invitation: string | null
}

/** Either signed in, or an email was sent. Its link uses the chosen password only in the browser that has `browserToken`. */
type RegistrationResult = SignInResult | { readonly needs: 'email'; readonly browserToken: string }

/** Registration in the browser. */
export function createRegistrations(dependencies: RegistrationDependencies) {
  const {
    transact,
    read,
    create,
    mode,
    signIn,
    attemptLimits,
    queue,
    compose,
    sendEmail,
    runInBackground,
    linkTo,
    clock,
  } = dependencies
  return {
    isOpen,
    findInvitedEmail,
    register,
    followLink,
    findEmail,
    choosePassword,
    hashNewPassword,
    hashCountedPassword,
    createAndSignIn,
  }

  /** True if anyone may register without an invitation. */
  async function isOpen(): Promise<boolean> {
    return mode === 'open' || (mode === 'invitation' && (await read.accounts.isEmpty()))
  }

  /** The email address an invitation is for; null if it is invalid or expired. */
  async function findInvitedEmail(secret: string): Promise<string | null> {
    if (mode === 'closed') return null
    const ticket = await read.tickets.find('invitation', hashSecret(secret), clock.now())
    return ticket?.email ?? null
  }

  /**
   * Does not reveal whether an account exists. With email configured, the response is always the same. Without it, an existing account
   * gives the neutral `registration_refused`, and attempts are limited.
   * @throws {ApiError} `registration_closed`, `account_invalid`, `password_invalid`, `too_many_guesses`, `registration_refused`,
   * `ticket_over`
   */
  async function register(registration: Registration, visitor: Visitor): Promise<RegistrationResult> {
    if (registration.invitation !== null)
      return acceptInvitation(registration.invitation, registration.password, visitor)
    if (!(await isOpen())) throw new ApiError('registration_closed')
    const email = normaliseEmail(registration.email)
    const hash = await hashCountedPassword(registration.password, visitor, null)
    if (sendEmail === null)
      return transact((stores) =>
        createAndSignIn(stores, { email, hash, mustBeFirst: mode !== 'open' }, visitor),
      )
    const browserToken = generateSecret()
    runInBackground(() =>
      sendRegistrationEmail(
        { email, hash, browserDigest: hashSecret(browserToken) },
        visitor.language,
        sendEmail,
      ),
    )
    return { needs: 'email', browserToken }
  }

  async function sendRegistrationEmail(
    { email, hash, browserDigest }: { email: string; hash: string; browserDigest: string },
    language: string,
    send: SendEmail,
  ): Promise<void> {
    // Limits emails per recipient, regardless of the sender.
    await attemptLimits.consume([createRecipientKey('registration_email', email)])
    if (await read.credentials.findByEmail(email)) {
      const values = { email, url: linkTo('/login') }
      return send({ to: email, ...compose('already_registered', language, values) })
    }
    const secret = generateSecret()
    const expiresAt = clock.now() + ticketLifetimeMs.registration
    const ticket = { kind: 'registration', email, passwordHash: hash, browserDigest } as const
    await transact(({ tickets }) => tickets.insert({ ...ticket, digest: hashSecret(secret), expiresAt }))
    const url = linkTo(`/register/${secret}`)
    send({ to: email, ...compose('registration', language, { email, url }) })
  }

  /**
   * Follows the link in the email. In the browser that requested it, creates the account with the password given there and signs in. In any
   * other browser, the person who registered may not own the mailbox, so the owner has to choose a new password for the account.
   * @throws {ApiError} `ticket_over`, `registration_refused`
   */
  async function followLink(
    secret: string,
    browserToken: string | null,
    visitor: Visitor,
  ): Promise<SignInResult | { readonly needs: 'password'; readonly email: string }> {
    const pending = await findPending(secret)
    if (browserToken === null || hashSecret(browserToken) !== pending.browserDigest)
      return { needs: 'password', email: pending.email }
    return completeRegistration(secret, pending.passwordHash, visitor)
  }

  /** The email address of the account the link would create. @throws {ApiError} `ticket_over`, `registration_refused` */
  async function findEmail(secret: string): Promise<string> {
    return (await findPending(secret)).email
  }

  /**
   * Like `followLink`, with a password chosen by the owner of the mailbox.
   * @throws {ApiError} `ticket_over`, `registration_refused`, `password_invalid`
   */
  async function choosePassword(secret: string, password: string, visitor: Visitor): Promise<SignInResult> {
    await findPending(secret)
    const hash = await hashNewPassword(password, visitor, null)
    return completeRegistration(secret, hash, visitor)
  }

  /** An address may have several links: the first one followed creates the account, and the others then report that it exists. */
  async function findPending(secret: string): Promise<TicketOf<'registration'>> {
    const pending = await read.tickets.find('registration', hashSecret(secret), clock.now())
    if (!pending) throw new ApiError('ticket_over')
    if (await read.credentials.findByEmail(pending.email)) throw new ApiError('registration_refused')
    return pending
  }

  async function completeRegistration(secret: string, hash: string, visitor: Visitor): Promise<SignInResult> {
    return transact(async (stores) => {
      const ticket = await stores.tickets.consume('registration', hashSecret(secret), clock.now())
      if (!ticket) throw new ApiError('ticket_over')
      return createAndSignIn(stores, { email: ticket.email, hash, mustBeFirst: mode !== 'open' }, visitor)
    })
  }

  /** Creates the account without a confirmation email: the operator has vouched for the address. */
  async function acceptInvitation(secret: string, password: string, visitor: Visitor): Promise<SignInResult> {
    if ((await findInvitedEmail(secret)) === null) throw new ApiError('ticket_over')
    const proof = hashSecret(secret)
    const hash = await hashNewPassword(password, visitor, proof)
    return transact(async (stores) => {
      const ticket = await stores.tickets.consume('invitation', hashSecret(secret), clock.now())
      if (!ticket) throw new ApiError('ticket_over')
      return createAndSignIn(stores, { email: ticket.email, hash, mustBeFirst: false }, visitor)
    })
  }

  /** Hashes the password of somebody who has followed a link. @throws {ApiError} `password_invalid` */
  function hashNewPassword(password: string, { address }: Visitor, proof: string | null): Promise<string> {
    return queue({ address, proof }, () => hashPassword(password))
  }

  /**
   * The same, for a registration that no operator has vouched for: it counts against the limits of the network address.
   * @throws {ApiError} `password_invalid`, `too_many_guesses`
   */
  async function hashCountedPassword(
    password: string,
    { address }: Visitor,
    proof: string | null,
  ): Promise<string> {
    validatePassword(password)
    return queue({ address, proof }, async () => {
      // Before the hash, which is expensive.
      await attemptLimits.consume(createRequestAttemptKeys('registration', address))
      return hashPassword(password)
    })
  }

  /** Creates the account and signs in, in the transaction that consumes the link. If it fails, the link can be used again. */
  async function createAndSignIn(
    stores: RegistrationStores,
    account: NewAccount,
    visitor: Visitor,
  ): Promise<SignInResult> {
    const { id: accountId } = await create(stores, account).catch(hideExistingAccount)
    return signIn.completeFirstStep(
      stores,
      { accountId, hasTwoFactor: false },
      { visitor, method: 'registration' },
    )
  }
}

export type Registrations = ReturnType<typeof createRegistrations>

function hideExistingAccount(error: unknown): never {
  if (error instanceof ApiError && error.code === 'account_exists') throw new ApiError('registration_refused')
  throw error
}
