import { second } from '../../kernel/clock.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /** @throws {Error} when the server does not take it */
  send(mail: Mail): Promise<void>
  close(): void
}

/** A server that hangs holds up nobody but the letter. */
const patience = {
  connectionTimeout: 5 * second,
  greetingTimeout: 5 * second,
  socketTimeout: 10 * second,
} as const
const mostConnections = 3

/** Sends through the SMTP server of that URL. The library is loaded here, and so only where there is such a server. */
export async function openMailer(url: string, from: string): Promise<Mailer> {
  const { createTransport } = await import('nodemailer')
  // What a URL says of files and addresses to fetch is not ours to follow.
  const closed = { disableFileAccess: true, disableUrlAccess: true } as const
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: mostConnections,
    ...patience,
    ...closed,
  })
  return {
    async send({ to, subject, text }) {
      // An address alone, not a list of them, whatever stands in it: in the letter, and on the envelope, which decides where it goes.
      const address = { name: '', address: to }
      await transport.sendMail({
        from,
        to: address,
        envelope: { from, to: address },
        subject,
        text,
        ...closed,
      })
    },
    close: () => transport.close(),
  }
}

export const isSmtpUrl = (text: string): boolean =>
  URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
