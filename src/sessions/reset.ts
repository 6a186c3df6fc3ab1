import { normaliseEmail } from '../accounts/account.ts'
import { hashPassword } from '../accounts/password.ts'
import { commandLine, theService } from '../audit/entry.ts'
import type { Clock } from '../kernel/clock.ts'
import { digestOf, newSecret } from '../kernel/ids.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import { type Guesses, guessOf } from './guesses.ts'
import type { Compose, Post, Tell } from './letter.ts'
import type { PasswordStores, Passwords } from './passwords.ts'
import type { Visitor } from './session.ts'
import type { Entered, SignIn } from './sign-in.ts'
import { handedResetLifeMs, ticketLifeMs } from './ticket.ts'

export interface ResetParts {
  readonly transact: Transact<PasswordStores>
  readonly passwords: Passwords
  readonly signIn: SignIn
  readonly guesses: Guesses
  readonly compose: Compose
  /** Null: there is no way to send letters. */
  readonly post: Post | null
  readonly tell: Tell
  readonly later: (work: () => Promise<unknown>) => void
  readonly linkTo: (path: string) => string
  readonly clock: Clock
}

/** A password that was forgotten: a link that lets its owner choose another, once. */
export function resets(parts: ResetParts) {
  const { transact, passwords, signIn, guesses, compose, post, tell, later, linkTo, clock } = parts
  return { ask, isOpen, choose }

  /**
   * Sends a link where there is such an account. The answer is the same, and as quick, where there is none.
   * @throws {Refused} `too_many_guesses` when the address asks too often
   */
  async function ask(email: string, { address, language }: Visitor): Promise<void> {
    if (post === null) return
    await guesses.take([guessOf('letter', address)])
    later(() => send(email, language, post))
  }

  async function send(text: string, language: string, post: Post): Promise<void> {
    const email = normaliseEmail(text)
    // Nobody is sent more of them, whoever asks.
    await guesses.take([guessOf('letter', email)])
    const url = await transact(async (stores) => {
      const found = await stores.credentials.byEmail(email)
      return found && resetLink(stores, found.accountId, { clock, linkTo, handed: false })
    })
    if (url !== null) post({ to: email, ...compose('reset', language, { url }) })
  }

  async function isOpen(secret: string): Promise<boolean> {
    const now = clock.now()
    return (await transact(({ tickets }) => tickets.find('reset', digestOf(secret), now))) !== null
  }

  /**
   * Another password for who has the link. It signs in, to the code where there is one: the link stands for the password alone.
   * @throws {Refused} `ticket_over`, `password_invalid`
   */
  async function choose(secret: string, password: string, visitor: Visitor): Promise<Entered> {
    if (!(await isOpen(secret))) throw new Refused('ticket_over')
    const hash = await hashPassword(password, { from: visitor.address })
    const { entered, account } = await transact(async (stores) => {
      const ticket = await stores.tickets.take('reset', digestOf(secret), clock.now())
      if (!ticket) throw new Refused('ticket_over')
      const { accountId } = ticket
      await passwords.setIn(stores, { accountId, sessionId: theService, hash, action: 'password.reset' })
      const account = await stores.credentials.byId(accountId)
      return { account, entered: await signIn.enter(stores, account, { visitor, by: 'reset' }) }
    })
    await guesses.forget(guessOf('password', account.email))
    tell(account.accountId, 'password_changed', visitor)
    return entered
  }
}

export type Resets = ReturnType<typeof resets>

/** Inside a transaction: a new link, beside which older ones are over. `handed`: by the operator, who passes it on. */
export async function resetLink(
  { tickets, audit }: Pick<PasswordStores, 'tickets' | 'audit'>,
  accountId: number,
  { clock, linkTo, handed }: Pick<ResetParts, 'clock' | 'linkTo'> & { handed: boolean },
): Promise<string> {
  const secret = newSecret()
  const now = clock.now()
  await tickets.deleteOf(accountId, ['reset'])
  const expiresAt = now + (handed ? handedResetLifeMs : ticketLifeMs.reset)
  await tickets.insert({ kind: 'reset', accountId, digest: digestOf(secret), expiresAt })
  const actor = handed ? commandLine : theService
  await audit.record({ at: now, accountId, actor, action: 'reset.link.made', detail: {} })
  return linkTo(`/reset/${secret}`)
}
