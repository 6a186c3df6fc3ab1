import { commandLineActor } from '../audit/entry.ts'
import type { Config } from '../config/config.ts'
import { composeEmail } from '../dashboard/pages/emails.ts'
import { systemClock } from '../kernel/clock.ts'
import { type Mailer, openMailer } from '../platform/mail/mailer.ts'
import type { EmailName } from '../sessions/email.ts'
import { formatTime } from '../sessions/notifier.ts'

/** Returns null if no mail server is configured: then no email is sent. */
export async function openConfiguredMailer(config: Config): Promise<Mailer | null> {
  const { smtpFrom, secrets } = config
  if (secrets.smtpUrl === null) return null
  return openMailer(secrets.smtpUrl, smtpFrom)
}

/** Links to the service's pages, as used in emails. */
export const createLinkBuilder =
  (baseUrl: string) =>
  (path: string): string =>
    `${baseUrl}${path}`

/**
 * Sends one email for a command, and waits until it is sent; does nothing without a mail server.
 * @throws {Error} when the mail server does not accept it
 */
export async function sendEmailWithLink(
  config: Config,
  name: EmailName,
  { email, ...values }: Readonly<Record<string, string>> & { readonly email: string },
): Promise<void> {
  const mailer = await openConfiguredMailer(config)
  if (mailer === null) return
  const url = createLinkBuilder(config.baseUrl)('/forgot')
  const origin = { time: formatTime(systemClock.now()), from: commandLineActor }
  // Commands have no language setting, so use English.
  const content = composeEmail(name, 'en', { ...values, ...origin, email, url })
  await mailer.send({ to: email, ...content }).finally(() => mailer.close())
}
