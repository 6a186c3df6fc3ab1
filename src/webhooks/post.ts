import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { literalAddress } from '../kernel/web-address.ts'
import { type OpenConnection, WebhookUnreachable } from './guard.ts'
import type { AttemptOutcome } from './webhook.ts'

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
}

/** Sends the request once. Never rejects: errors become outcomes. `stopped` aborts when the service shuts down. */
export type PostWebhook = (letter: WebhookRequest, stopped: AbortSignal) => Promise<AttemptOutcome>

/** Covers DNS lookup, connection and response. */
const defaultTimeLimitMs = 15_000
const maxReadBytes = 64 * 1024
const maxStoredBytes = 4 * 1024

/** Each request uses its own connection, without redirects, proxies or cookies. */
export function createPostWebhook(open: OpenConnection, timeLimitMs = defaultTimeLimitMs): PostWebhook {
  return async (letter, stopped) => {
    const startedAt = performance.now()
    const end = new AbortController()
    const timer = setTimeout(() => end.abort(tooLong), timeLimitMs)
    const stop = () => end.abort(serviceStopped)
    if (stopped.aborted) stop()
    stopped.addEventListener('abort', stop, { once: true })
    try {
      const answered = await exchange(letter, open, end.signal)
      return { ...answered, ms: elapsed() }
    } catch (error) {
      const cause = end.signal.aborted ? end.signal.reason : error
      return { kind: isOurs(cause) ? 'interrupted' : 'unanswered', error: sentenceOf(cause), ms: elapsed() }
    } finally {
      clearTimeout(timer)
      stopped.removeEventListener('abort', stop)
      end.abort()
    }

    function elapsed(): number {
      return Math.round(performance.now() - startedAt)
    }
  }
}

type Answered = Omit<Extract<AttemptOutcome, { kind: 'answered' }>, 'ms'>

const tooLong = new WebhookUnreachable('no answer within the time limit')
const serviceStopped = new WebhookUnreachable('the service was stopped while it was sent')

/** Races `work` against the signal: a system DNS lookup cannot be cancelled. */
function ending<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject)
  })
}

async function exchange(
  { url, headers, body }: WebhookRequest,
  open: OpenConnection,
  signal: AbortSignal,
): Promise<Answered> {
  const to = new URL(url)
  const socket = await ending(open(to, signal), signal)
  signal.addEventListener('abort', () => socket.destroy(), { once: true })
  if (signal.aborted) socket.destroy()
  const stream = to.protocol === 'https:' ? await secure(socket, to.hostname) : socket
  try {
    const request = httpRequest({
      method: 'POST',
      // Use the checked connection, not an agent that might open another.
      createConnection: () => stream,
      path: to.pathname + to.search,
      setHost: false,
      headers: {
        host: to.host,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Quittance',
        accept: '*/*',
        'accept-encoding': 'identity',
        connection: 'close',
        ...headers,
      },
    })
    const answer = await answerTo(request, body)
    return {
      kind: 'answered',
      status: answer.statusCode ?? 0,
      answer: await readSome(answer),
      retryAfter: answer.headers['retry-after'] ?? null,
    }
  } finally {
    stream.destroy()
    socket.destroy()
  }
}

/** Starts TLS on an open connection; the certificate must match the host name. */
function secure(socket: Socket, hostname: string): Promise<Socket> {
  const literal = literalAddress(hostname)
  return new Promise((resolve, reject) => {
    const stream = connectTls({
      socket,
      ALPNProtocols: ['http/1.1'],
      // RFC 6066 §3 forbids an IP address as the server name. The certificate is still checked against `host`.
      host: literal ?? hostname.replace(/\.$/, ''),
      ...(literal === null && { servername: hostname.replace(/\.$/, '') }),
    })
    stream.once('secureConnect', () => resolve(stream))
    stream.on('error', reject)
    stream.once('close', () =>
      reject(new WebhookUnreachable('the connection was closed during the TLS handshake')),
    )
  })
}

function answerTo(request: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    request.on('error', reject)
    request.once('close', () => reject(new WebhookUnreachable('the connection was closed without an answer')))
    request.end(body)
  })
}

/**
 * Returns the beginning of the body, but reads on up to a limit so that most receivers can finish writing it. Only the status counts: a
 * body that ends early, or never ends, does not change the outcome.
 */
async function readSome(answer: IncomingMessage): Promise<string> {
  const kept: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (length < maxStoredBytes) kept.push(chunk)
      length += chunk.length
      if (length >= maxReadBytes) break
    }
  } catch {
    // Keep what was received so far.
  }
  // PostgreSQL text cannot hold a NUL.
  return new TextDecoder().decode(Buffer.concat(kept).subarray(0, maxStoredBytes)).replaceAll('\0', '\ufffd')
}

/** This host is out of file descriptors, memory or ports: not the receiver's fault. */
const ours: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL'])

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const isOurs = (error: unknown): boolean => error === serviceStopped || ours.has(codeOf(error))

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'no connection within the time limit',
  EHOSTUNREACH: 'the network does not lead there',
  ENETUNREACH: 'the network does not lead there',
  ENOTFOUND: 'its name is not known',
  ENODATA: 'its name leads to no address',
  EAI_AGAIN: 'its name cannot be looked up at the moment',
  ETIMEOUT: 'its name cannot be looked up at the moment',
  ESERVFAIL: 'its name cannot be looked up at the moment',
  EPROTO: 'the TLS handshake failed',
}

/** The message is for the receiver's owner. It never contains a library's text, which may include an address on our own network. */
function sentenceOf(error: unknown): string {
  if (error instanceof WebhookUnreachable) return error.message
  const code = codeOf(error)
  if (code.startsWith('HPE_')) return `the answer is no HTTP (${code})`
  const sentence = sentences[code]
  if (sentence !== undefined) return sentence
  if (/CERT|SIGNED|SSL|TLS/.test(code)) return `the TLS handshake failed (${code})`
  return code === '' ? 'it could not be sent' : `it could not be sent (${code})`
}
