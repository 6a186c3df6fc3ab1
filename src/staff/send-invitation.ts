import { type AttemptLimits, createRecipientKey } from '../sessions/attempt-limits.ts'
import type { Credentials } from '../sessions/credentials.ts'
import type { ComposeEmail, SendEmail } from '../sessions/email.ts'
import type { NewInvitation } from './staff.ts'

interface InvitationSenderDependencies {
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
 * Emails invitations in the background. Emails per recipient are limited across all accounts. The sender doesn't learn that an email was
 * skipped: it would reveal that others invited this person too.
 */
export function createInvitationSender({
  read,
  sendEmail,
  compose,
  attemptLimits,
  runInBackground,
  linkTo,
}: InvitationSenderDependencies) {
  if (sendEmail === null) return null
  return ({ accountId, email, role, path }: NewInvitation, language: string): void =>
    runInBackground(async () => {
      await attemptLimits.consume([createRecipientKey('invitation_email', email)])
      const { name, email: ownerEmail } = await read.credentials.getById(accountId)
      const values = { name, ownerEmail, number: String(accountId), email, role, url: linkTo(path) }
      sendEmail({ to: email, ...compose('staff_invitation', language, values) })
    })
}
