import { type AttemptLimits, createAttemptKey } from '../sessions/attempt-limits.ts'
import type { Credentials } from '../sessions/credentials.ts'
import type { ComposeEmail, SendEmail } from '../sessions/email.ts'
import type { AccountLink } from './link.ts'

interface GuestNotifierDependencies {
  readonly read: {
    readonly credentials: { getById(accountId: number): Promise<Pick<Credentials, 'name' | 'email'>> }
  }
  /** Null if email is not configured. */
  readonly sendEmail: SendEmail | null
  readonly compose: ComposeEmail
  readonly attemptLimits: Pick<AttemptLimits, 'consume'>
  readonly runInBackground: (work: () => Promise<unknown>) => void
  readonly linkTo: (path: string) => string
}

/**
 * Emails the guest about a new link, in the given UI language, in the background. Emails per guest are limited, because
 * they contain the account's name, which its owner chooses.
 */
export function createGuestNotifier({
  read,
  sendEmail,
  compose,
  attemptLimits,
  runInBackground,
  linkTo,
}: GuestNotifierDependencies) {
  return ({ source, target }: AccountLink, language: string): void => {
    if (sendEmail === null) return
    runInBackground(async () => {
      await attemptLimits.consume([createAttemptKey('email', `link|${target}`)])
      const { name, email: ownerEmail } = await read.credentials.getById(source)
      const { email } = await read.credentials.getById(target)
      const links = { url: linkTo(`/dashboard?account=${source}`), people: linkTo('/dashboard/people') }
      const values = { name, ownerEmail, number: String(source), email, ...links }
      sendEmail({ to: email, ...compose('link_granted', language, values) })
    })
  }
}
