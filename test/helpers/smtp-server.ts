import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { addCleanup, type TestScope } from './databases.ts'
import { until } from './until.ts'

export interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  /** Its decoded text. */
  readonly text: string
}

/** An SMTP server (RFC 5321) that accepts and stores every email. */
export async function startSmtpServer(t: TestScope, extensions: readonly string[] = []) {
  const emails: Received[] = []
  const sockets = new Set<Socket>()
  let mode: 'takes' | 'refuses' | 'hangs' = 'takes'
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    if (mode !== 'hangs') converse(socket, { mode: () => mode, extensions, emails })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  addCleanup(t, async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, emails, behave, nextTo }

  function behave(as: typeof mode): void {
    mode = as
  }

  /** The newest email to an address, once there are that many. */
  async function nextTo(email: string, count = 1): Promise<Received> {
    const listEmails = () => emails.filter(({ to }) => to.includes(email))
    await until(async () => listEmails().length >= count)
    return listEmails()[count - 1] as Received
  }
}

export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>

interface Conversation {
  readonly mode: () => string
  readonly extensions: readonly string[]
  readonly emails: Received[]
}

function converse(socket: Socket, { mode, extensions, emails }: Conversation): void {
  let pending = ''
  let from = ''
  let to: string[] = []
  let isData = false
  const sendLine = (line: string): boolean => socket.write(`${line}\r\n`)
  sendLine('220 mail.test ESMTP')
  socket.setEncoding('utf8').on('data', (part: string) => {
    pending += part
    for (;;) {
      const end = isData ? pending.indexOf('\r\n.\r\n') : pending.indexOf('\r\n')
      if (end < 0) return
      const message = pending.slice(0, end)
      pending = pending.slice(end + (isData ? 5 : 2))
      if (isData) {
        emails.push({ from, to, ...read(message) })
        isData = false
        sendLine('250 taken')
      } else command(message)
    }
  })

  function command(line: string): boolean {
    const verb = line.slice(0, 4).toUpperCase()
    if (mode() === 'refuses' && verb === 'MAIL') return sendLine('554 not today')
    switch (verb) {
      case 'EHLO':
      case 'HELO':
        return ['mail.test', ...extensions]
          .map((line, index) => sendLine(`250${index < extensions.length ? '-' : ' '}${line}`))
          .every(Boolean)
      case 'MAIL':
        from = /<(.*?)>/.exec(line)?.[1] ?? ''
        to = []
        return sendLine('250 ok')
      case 'RCPT':
        to.push(/<(.*?)>/.exec(line)?.[1] ?? '')
        return sendLine('250 ok')
      case 'DATA':
        isData = true
        return sendLine('354 go on')
      case 'QUIT':
        socket.end('221 bye\r\n')
        return true
      default:
        return sendLine('250 ok')
    }
  }
}

function read(message: string): { subject: string; text: string } {
  const [head = '', ...rest] = message.split('\r\n\r\n')
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ')
  const [, coding = '7bit'] = /^content-transfer-encoding: *(\S+)/im.exec(headers) ?? []
  const [, subject = ''] = /^subject: *(.*)$/im.exec(headers) ?? []
  const body = rest.join('\r\n\r\n')
  const bytes = coding === 'base64' ? Buffer.from(body, 'base64') : decodeBody(body, coding)
  return { subject: decodeWords(subject), text: bytes.toString('utf8').replaceAll('\r\n', '\n') }
}

const decodeBody = (body: string, coding: string): Buffer =>
  coding === 'quoted-printable'
    ? Buffer.from(
        body
          .replaceAll(/=\r\n/g, '')
          .replaceAll(/=([0-9A-F]{2})/g, (_whole, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      )
    : Buffer.from(body)

const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_whole, coding, word) =>
      coding.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeBody(word.replaceAll('_', ' '), 'quoted-printable').toString('utf8'),
    )
