import { type Clock, type Instant, toIsoString } from '../kernel/clock.ts'
import { type AttemptLimits, createAttemptKey } from './attempt-limits.ts'
import type { CredentialStore } from './credentials.ts'
import { type ComposeEmail, type EmailName, type NotifyOwner, noticeNames, type SendEmail } from './email.ts'

interface NotifierDependencies {
  readonly read: { readonly credentials: Pick<CredentialStore, 'getById'> }
  /** Null if email is not configured. */
  readonly sendEmail: SendEmail | null
  readonly compose: ComposeEmail
  readonly attemptLimits: Pick<AttemptLimits, 'consume'>
  readonly runInBackground: (work: () => Promise<unknown>) => void
  readonly linkTo: (path: string) => string
  readonly clock: Clock
}

/** Creates the function that sends all emails about changes to an account. */
export function createNotifier({
  read,
  sendEmail,
  compose,
  attemptLimits,
  runInBackground,
  linkTo,
  clock,
}: NotifierDependencies): NotifyOwner {
  return (accountId, name, { address: from, language }, values = {}) => {
    if (sendEmail === null) return
    const time = formatTime(clock.now())
    runInBackground(async () => {
      const log = (await countNotice(accountId, name)) && { log: linkTo('/dashboard/settings/audit') }
      const { email } = await read.credentials.getById(accountId)
      const common = { time, from, ...log, email, url: linkTo('/forgot') }
      sendEmail({ to: email, ...compose(name, language, { ...values, ...common }) })
    })
  }

  /**
   * Limits each kind separately, so that a flood of one kind does not hide another. True for the last email within the limit, which links
   * to the audit log.
   * @throws {ApiError} `too_many_guesses` beyond the limit: the email is skipped, but the audit log has the change
   */
  async function countNotice(accountId: number, name: EmailName): Promise<boolean> {
    if (!noticeNames.some((notice) => notice === name)) return false
    return (await attemptLimits.consume([createAttemptKey('notice', `${name}|${accountId}`)])).length > 0
  }
}

/** A time in UTC, in the same form in every language. */
export const formatTime = (at: Instant): string => `${toIsoString(at).slice(0, 19).replace('T', ' ')} UTC`
