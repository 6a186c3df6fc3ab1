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
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const { parseConnectionUrl } = await import('nodemailer/lib/shared')
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
      // The library would send such an address as it is, even to servers that don't accept it.
      if (!hasAsciiLocalPart(to) && !(await supportsSmtpUtf8())) throw new UnsupportedRecipientError()
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

  /** Whether the server accepts addresses with a non-ASCII local part (RFC 6531). Internationalised domains don't need it. */
  function supportsSmtpUtf8(): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const connection = new SMTPConnection({ ...smtpTimeouts, ...parseConnectionUrl(url) })
      connection.on('error', reject)
      connection.connect(() => {
        resolve(/^250[ -]SMTPUTF8\b/im.test(`${connection.lastServerResponse}`))
        connection.quit()
      })
    })
  }
}

const hasAsciiLocalPart = (address: string): boolean => /^[\x20-\x7e]+@[^@]+$/.test(address)

class UnsupportedRecipientError extends Error {
  override readonly name = 'UnsupportedRecipientError'
  constructor() {
    super("the mail server doesn't support SMTPUTF8, which the recipient's address needs")
  }
}

/**
 * Whether the mail server permanently rejected the recipient's address (RFC 5321 §4.2.1), or doesn't support such addresses: another
 * attempt would fail too.
 */
export function isRecipientRejected(error: unknown): boolean {
  if (error instanceof UnsupportedRecipientError) return true
  const { command, responseCode }: { command?: unknown; responseCode?: unknown } = Object(error)
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500
}

export const isSmtpUrl = (text: string): boolean =>
  URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
