import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { Unanswered, Unreachable } from '../rpc.ts'

/** A whole answer of the other side, whatever it says. */
export interface Reply {
  readonly status: number
  readonly text: string
}

export interface Sending {
  /** The whole exchange, from the wait for a connection to the answer's last byte. */
  readonly timeLimitMs: number
  /** On a connection of its own: a kept one may have been closed by the node, and then nobody knows what it read. */
  readonly fresh: boolean
}

/** The answer was cut on a kept connection: the node may have closed it before it read anything. */
export class Cut extends Unanswered {}

/** A node idles connections out after 30 s (`-rpcservertimeout`); ours go first. */
const idleMs = 15_000

/** Nodes queue 16 requests (`-rpcworkqueue`) for their four threads, and are not ours alone. */
const connections = 5

/**
 * Posts JSON to one address over few kept connections.
 * `send` throws `Unreachable` when nothing was sent for sure, `Cut` when a kept connection broke, else `Unanswered`.
 * No error names the user or the password.
 */
export function httpPost(url: URL, largestAnswer: number) {
  const secure = url.protocol === 'https:'
  const Agent = secure ? HttpsAgent : HttpAgent
  const kept = new Agent({ keepAlive: true, maxSockets: connections, timeout: idleMs, scheduling: 'lifo' })
  const once = new Agent({ keepAlive: false, maxSockets: connections })
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const headers = {
    'content-type': 'application/json',
    ...(credentials === ':' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  }
  const underWay = new Set<ClientRequest>()
  let closed = false
  return { send, close }

  function send(body: string, { timeLimitMs, fresh }: Sending): Promise<Reply> {
    if (closed) return Promise.reject(new Unreachable('the connection to the node is closed'))
    const request = (secure ? httpsRequest : httpRequest)({
      method: 'POST',
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port || (secure ? 443 : 80),
      path: url.pathname,
      agent: fresh ? once : kept,
      headers: {
        ...headers,
        'content-length': Buffer.byteLength(body),
        // With a limit of sockets even an agent that keeps none hands a used one on to who waits.
        ...(fresh && { connection: 'close' }),
      },
    })
    underWay.add(request)
    const timer = setTimeout(
      () => request.destroy(new Error(`no answer within ${timeLimitMs} ms`)),
      timeLimitMs,
    )
    return exchange(request, body, largestAnswer).finally(() => {
      clearTimeout(timer)
      underWay.delete(request)
    })
  }

  function close(): void {
    closed = true
    for (const request of underWay) request.destroy(new Error('the connection to the node was closed'))
    kept.destroy()
    once.destroy()
  }
}

async function exchange(request: ClientRequest, body: string, largestAnswer: number): Promise<Reply> {
  const connection = watch(request)
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve)
      request.on('error', reject)
      request.end(body)
    })
    return { status: response.statusCode ?? 0, text: await readAll(response, largestAnswer) }
  } catch (cause) {
    if (!connection.stood) throw new Unreachable(`the node cannot be reached: ${reasonOf(cause)}`, { cause })
    const Kind = connection.kept ? Cut : Unanswered
    throw new Kind(`the node did not answer: ${reasonOf(cause)}`, { cause })
  }
}

/** Whether the connection stood, so that something may have been sent (over TLS nothing is sent before its handshake), and was a kept one. */
function watch(request: ClientRequest): { stood: boolean; kept: boolean } {
  const connection = { stood: false, kept: false }
  const stand = () => {
    connection.stood = true
  }
  request.once('socket', (socket) => {
    if (!socket.connecting) {
      connection.kept = true
      stand()
    } else socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', stand)
  })
  return connection
}

async function readAll(response: IncomingMessage, largest: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += chunk.length
    if (length > largest) throw new Error(`the answer is longer than ${largest} bytes`)
    chunks.push(chunk)
  }
  if (!response.complete) throw new Error('the answer was cut off')
  return Buffer.concat(chunks).toString()
}

/** A system error's code, or what we said ourselves: never the address, for that may hold a password. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
