import { normaliseEmail } from '../accounts/account.ts'
import { hashPassword } from '../accounts/password.ts'
import { commandLineActor, serviceActor } from '../audit/entry.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { generateSecret, hashSecret } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import { type AttemptLimits, createAttemptKey, createRequestAttemptKeys } from './attempt-limits.ts'
import type { ComposeEmail, NotifyOwner, SendEmail } from './email.ts'
import type { PasswordStores, Passwords } from './passwords.ts'
import type { Visitor } from './session.ts'
import type { SignIn, SignInResult } from './sign-in.ts'
import { operatorResetLifetimeMs, resetKinds, type TicketStore, ticketLifetimeMs } from './ticket.ts'
import type { VisitorQueue } from './visitor-queue.ts'

interface PasswordResetDependencies {
  readonly transact: Transact<PasswordStores>
  readonly read: { readonly tickets: Pick<TicketStore, 'find'> }
  readonly passwords: Passwords
  readonly signIn: SignIn
  readonly attemptLimits: AttemptLimits
  readonly queue: VisitorQueue
  readonly compose: ComposeEmail
  /** Null if email is not configured. */
  readonly sendEmail: SendEmail | null
  readonly notifyOwner: NotifyOwner
  readonly runInBackground: (work: () => Promise<unknown>) => void
  readonly linkTo: (path: string) => string
  readonly clock: Clock
}

/** Password resets: a one-time link to choose a new password. */
export function createPasswordResets(dependencies: PasswordResetDependencies) {
  const {
    transact,
    read,
    passwords,
    signIn,
    attemptLimits,
    queue,
    compose,
    sendEmail,
    notifyOwner,
    runInBackground,
    linkTo,
    clock,
  } = dependencies
  return { requestReset, isValidLink, choosePassword }

  /**
   * Sends a link if the account exists. If it does not, the response and its timing are the same.
   * @throws {ApiError} `too_many_guesses` if there were too many requests from the network address
   */
  async function requestReset(email: string, { address, language }: Visitor): Promise<void> {
    if (sendEmail === null) return
    await queue({ address, proof: null }, () =>
      attemptLimits.consume(createRequestAttemptKeys('email', address)),
    )
    runInBackground(() => sendResetEmail(email, language, sendEmail))
  }

  async function sendResetEmail(emailText: string, language: string, send: SendEmail): Promise<void> {
    const email = normaliseEmail(emailText)
    // Limits emails per recipient, regardless of the sender.
    await attemptLimits.consume([createAttemptKey('email', email)])
    const url = await transact(async (stores) => {
      const account = await stores.credentials.findByEmail(email)
      return (
        account && createResetLink(stores, account.accountId, { clock, linkTo, isIssuedByOperator: false })
      )
    })
    if (url !== null) send({ to: email, ...compose('reset', language, { url }) })
  }

  async function isValidLink(secret: string): Promise<boolean> {
    const now = clock.now()
    for (const kind of resetKinds) if (await read.tickets.find(kind, hashSecret(secret), now)) return true
    return false
  }

  /**
   * Sets a new password for the holder of the link and signs in. If two-factor authentication is on, a code is still required: the link
   * replaces only the password.
   * @throws {ApiError} `ticket_over`, `password_invalid`
   */
  async function choosePassword(secret: string, password: string, visitor: Visitor): Promise<SignInResult> {
    if (!(await isValidLink(secret))) throw new ApiError('ticket_over')
    const proof = hashSecret(secret)
    const hash = await queue({ address: visitor.address, proof }, () => hashPassword(password))
    const { signInResult, account } = await transact(async (stores) => {
      const ticket = await consume(stores.tickets, hashSecret(secret))
      const { accountId } = ticket
      await passwords.setPassword(stores, {
        accountId,
        sessionId: serviceActor,
        hash,
        action: 'password.reset',
      })
      const account = await stores.credentials.getById(accountId)
      return {
        account,
        signInResult: await signIn.completeFirstStep(stores, account, { visitor, method: 'reset' }),
      }
    })
    await attemptLimits.reset(createAttemptKey('password', account.email))
    notifyOwner(account.accountId, 'password_changed', visitor)
    return signInResult
  }

  async function consume(tickets: TicketStore, digest: string) {
    for (const kind of resetKinds) {
      const ticket = await tickets.consume(kind, digest, clock.now())
      if (ticket) return ticket
    }
    throw new ApiError('ticket_over')
  }
}

export type PasswordResets = ReturnType<typeof createPasswordResets>

/**
 * Inside a transaction: creates a link and invalidates older ones. A requested link leaves those issued by the operator valid, because
 * anyone can request one.
 */
export async function createResetLink(
  { tickets, audit }: Pick<PasswordStores, 'tickets' | 'audit'>,
  accountId: number,
  {
    clock,
    linkTo,
    isIssuedByOperator,
  }: Pick<PasswordResetDependencies, 'clock' | 'linkTo'> & { isIssuedByOperator: boolean },
): Promise<string> {
  const secret = generateSecret()
  const now = clock.now()
  const kind = isIssuedByOperator ? 'operator_reset' : 'reset'
  await tickets.deleteByKinds(accountId, isIssuedByOperator ? resetKinds : [kind])
  const expiresAt = now + (isIssuedByOperator ? operatorResetLifetimeMs : ticketLifetimeMs.reset)
  await tickets.insert({ kind, accountId, digest: hashSecret(secret), expiresAt })
  const actor = isIssuedByOperator ? commandLineActor : serviceActor
  await audit.record({ at: now, accountId, actor, action: 'reset.link.made', detail: {} })
  return linkTo(`/reset/${secret}`)
}
