import { constants } from 'node:crypto'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { connect as connectTls, DEFAULT_CIPHERS, type TLSSocket } from 'node:tls'
import { getLiteralAddress } from '../kernel/web-address.ts'
import { isLocalError, toAttemptError, WebhookUnreachableError } from './attempt-error.ts'
import { BoundedConnection } from './bounded-connection.ts'
import { createCpuShare, type RunWithinShare } from './cpu-share.ts'
import type { OpenConnection } from './guard.ts'
import type { AttemptOutcome } from './webhook.ts'

export interface WebhookRequest {
  readonly accountId: number
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
}

/** Sends the request once. Never rejects: errors become outcomes. `stopped` aborts when the service shuts down. */
export type PostWebhook = (request: WebhookRequest, stopped: AbortSignal) => Promise<AttemptOutcome>

/** Covers DNS lookup, connection and response. */
const defaultTimeoutMs = 15_000
const maxReadBytes = 64 * 1024
const maxStoredBytes = 4 * 1024
/** Limit until the TLS handshake is complete: each certificate costs a signature check. */
const maxHandshakeBytes = 16 * 1024
/** Limit until the final response head, `1xx` responses included. Equals Node's limit for a single head. */
const maxHeadBytes = 16 * 1024
/** Limit after the handshake: the response in records of ordinary length. Each session ticket, for example, costs a key derivation. */
const maxRecordBytes = 256 * 1024
/** Limit after the head: the part of the body that is read, and its chunk framing. */
const maxResponseBytes = 2 * maxReadBytes

/** No finite-field Diffie-Hellman: the receiver chooses its group, and a large one blocks the event loop for a second. */
const ciphers = `${DEFAULT_CIPHERS}:!kDHE`
const ecdhCurve = 'X25519:P-256:P-384:P-521'

/** Each request uses its own connection, without redirects, proxies or cookies. */
export function createPostWebhook(
  open: OpenConnection,
  timeoutMs = defaultTimeoutMs,
  runWithinShare = createCpuShare(),
): PostWebhook {
  return async (request, stopped) => {
    const startedAt = performance.now()
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(timeoutError), timeoutMs)
    const stop = () => controller.abort(interruptedError)
    if (stopped.aborted) stop()
    stopped.addEventListener('abort', stop, { once: true })
    try {
      const outcome = await exchange(request, { open, runWithinShare }, controller.signal)
      return { ...outcome, ms: measureMs() }
    } catch (error) {
      const cause = controller.signal.aborted ? controller.signal.reason : error
      const isLocal = cause === interruptedError || isLocalError(cause)
      return { kind: isLocal ? 'interrupted' : 'no_response', error: toAttemptError(cause), ms: measureMs() }
    } finally {
      clearTimeout(timer)
      stopped.removeEventListener('abort', stop)
      controller.abort()
    }

    function measureMs(): number {
      return Math.round(performance.now() - startedAt)
    }
  }
}

type ResponseOutcome = Omit<Extract<AttemptOutcome, { kind: 'response' }>, 'ms'>

const timeoutError = new WebhookUnreachableError('timeout')
const interruptedError = new WebhookUnreachableError('interrupted')

/** Races `work` against the signal: a system DNS lookup can't be cancelled, and nor can the wait for the account's share. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject)
  })
}

async function exchange(
  { accountId, url, headers, body }: WebhookRequest,
  { open, runWithinShare }: { readonly open: OpenConnection; readonly runWithinShare: RunWithinShare },
  signal: AbortSignal,
): Promise<ResponseOutcome> {
  const target = new URL(url)
  const socket = await rejectOnAbort(open(target, signal), signal)
  signal.addEventListener('abort', () => socket.destroy(), { once: true })
  if (signal.aborted) socket.destroy()
  const run = (work: () => void) => runWithinShare(accountId, work)
  const transport =
    target.protocol === 'https:'
      ? await rejectOnAbort(startTls(socket, target.hostname, run), signal)
      : socket
  const stream = new BoundedConnection(transport, { maxBytes: maxHeadBytes, code: 'invalid_response' })
  signal.addEventListener('abort', () => stream.destroy(), { once: true })
  try {
    const request = httpRequest({
      method: 'POST',
      // Use the checked connection, not an agent that might open another.
      createConnection: () => stream,
      path: target.pathname + target.search,
      setHost: false,
      headers: {
        host: target.host,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Quittance',
        accept: '*/*',
        'accept-encoding': 'identity',
        connection: 'close',
        ...headers,
      },
    })
    // Before the parser continues with the body, which may have arrived with the head.
    request.once('response', () => stream.allow(maxResponseBytes))
    const response = await sendRequest(request, body)
    return {
      kind: 'response',
      status: response.statusCode ?? 0,
      responseBody: await readBody(response),
      retryAfter: response.headers['retry-after'] ?? null,
    }
  } finally {
    stream.destroy()
    socket.destroy()
  }
}

/** Starts TLS on an open connection; the certificate must match the host name. */
function startTls(
  socket: Socket,
  hostname: string,
  run: (work: () => void) => Promise<void>,
): Promise<TLSSocket> {
  const literal = getLiteralAddress(hostname)
  return new Promise((resolve, reject) => {
    const raw = new BoundedConnection(socket, { maxBytes: maxHandshakeBytes, code: 'tls_failed', run })
    const stream = connectTls({
      socket: raw,
      ciphers,
      ecdhCurve,
      // Otherwise the receiver could start further handshakes on the connection.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
      ALPNProtocols: ['http/1.1'],
      // RFC 6066 §3 forbids an IP address as the server name. The certificate is still checked against `host`.
      host: literal ?? hostname.replace(/\.$/, ''),
      ...(literal === null && { servername: hostname.replace(/\.$/, '') }),
    })
    stream.once('secureConnect', () => {
      raw.allow(maxRecordBytes)
      resolve(stream)
    })
    stream.on('error', reject)
    stream.once('close', () => reject(new WebhookUnreachableError('tls_failed')))
  })
}

function sendRequest(request: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    request.on('error', reject)
    request.once('close', () => reject(new WebhookUnreachableError('connection_closed')))
    request.end(body)
  })
}

/**
 * Returns the start of the body, but reads on up to a limit so that most receivers can finish writing it. Only the status counts: a body
 * that ends early, or never ends, doesn't change the outcome.
 */
async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (length < maxStoredBytes) chunks.push(chunk)
      length += chunk.length
      if (length >= maxReadBytes) break
    }
  } catch {
    // Keep what was received so far.
  }
  // PostgreSQL text cannot hold a NUL.
  return new TextDecoder()
    .decode(Buffer.concat(chunks).subarray(0, maxStoredBytes))
    .replaceAll('\0', '\ufffd')
}
