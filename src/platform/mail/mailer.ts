import { second } from '../../kernel/clock.ts'

export interface OutgoingEmail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /** @throws {Error} when the server does not accept it */
  send(email: OutgoingEmail): Promise<void>
  close(): void
}

/** A server that hangs delays only that email. */
const smtpTimeouts = {
  connectionTimeout: 5 * second,
  greetingTimeout: 5 * second,
  socketTimeout: 10 * second,
} as const
const maxConnections = 3

/** Sends through the SMTP server at `url`. The library is imported here, so it loads only where email is configured. */
export async function openMailer(url: string, from: string): Promise<Mailer> {
  const { createTransport } = await import('nodemailer')
  // Messages must not include local files or fetched URLs, whatever the options in `url` are.
  const restrictions = { disableFileAccess: true, disableUrlAccess: true } as const
  const transport = createTransport({
    url,
    pool: true,
    maxConnections,
    ...smtpTimeouts,
    ...restrictions,
  })
  return {
    async send({ to, subject, text }) {
      // Always one address, never parsed as a list, in the header and in the SMTP envelope.
      const address = { name: '', address: to }
      await transport.sendMail({
        from,
        to: address,
        envelope: { from, to: address },
        subject,
        text,
        ...restrictions,
      })
    },
    close: () => transport.close(),
  }
}

/** Whether the mail server permanently rejected the recipient's address (RFC 5321 §4.2.1): another attempt would fail too. */
export function isRecipientRejected(error: unknown): boolean {
  const { command, responseCode }: { command?: unknown; responseCode?: unknown } = Object(error)
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500
}

export const isSmtpUrl = (text: string): boolean =>
  URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
