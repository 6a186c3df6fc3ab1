import type { Config } from '../config/config.ts'
import { composeLetter } from '../dashboard/pages/emails.ts'
import { systemClock } from '../kernel/clock.ts'
import { type Mailer, openMailer } from '../platform/mail/mailer.ts'
import type { EmailName } from '../sessions/email.ts'
import { momentIn } from '../sessions/notifier.ts'

/** Null: no mail server is configured, and no email is sent. */
export async function openConfiguredMailer(config: Config): Promise<Mailer | null> {
  const { smtpFrom, baseUrl, secrets } = config
  if (secrets.smtpUrl === null) return null
  return openMailer(secrets.smtpUrl, smtpFrom ?? `Quittance <quittance@${new URL(baseUrl).hostname}>`)
}

/** Links to the service's pages, as used in emails. */
export const linksOn =
  (baseUrl: string) =>
  (path: string): string =>
    `${baseUrl}${path}`

/**
 * Sends one email for a command, and waits until it is sent; does nothing without a mail server.
 * @throws {Error} when the mail server does not accept it
 */
export async function sendLetter(
  config: Config,
  name: EmailName,
  { email, ...values }: Readonly<Record<string, string>> & { readonly email: string },
): Promise<void> {
  const mailer = await openConfiguredMailer(config)
  if (mailer === null) return
  const url = linksOn(config.baseUrl)('/forgot')
  const origin = { time: momentIn(systemClock.now()), from: 'the command line of the server' }
  // A command has no language setting: English.
  const letter = composeLetter(name, 'en', { ...values, ...origin, email, url })
  await mailer.send({ to: email, ...letter }).finally(() => mailer.close())
}
