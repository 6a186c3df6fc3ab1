import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { getTraceHeaders } from '../../platform/tracing.ts'
import { NodeResponseError, NodeUnreachableError } from '../rpc.ts'
import type { Txids } from '../txids.ts'
import { BlockTxidParser, type TxidList } from './block-txid-parser.ts'

/** A complete HTTP response, with any status. */
export interface NodeHttpResponse {
  readonly status: number
  readonly text: string
  /** The ids from the list; `text` doesn't contain them. Null if none were read. */
  readonly txids: Txids | null
}

interface NodePostOptions {
  /**
   * Covers the whole exchange, from the wait for a connection to the last byte of the response. For lists of ids it limits the wait for each
   * chunk.
   */
  readonly timeoutMs: number
  /** The response lists transaction ids. They are parsed as they arrive, however many there are. */
  readonly txidList?: TxidList | null
  /** Use a new connection. The node may have closed a reused one, and then it is unknown how much it read. */
  readonly usesNewConnection: boolean
}

/** A reused connection broke. The node may have closed it without reading the request. */
export class StaleConnectionError extends NodeResponseError {}

/** Nodes close idle connections after 30 s (`-rpcservertimeout`), so close ours first. */
const idleMs = 15_000

/** Time limit for a list of ids. Enough for a block of 16 million transactions at 2 MB/s. */
const maxTxidListMs = 10 * 60_000

/** Nodes queue 16 requests (`-rpcworkqueue`) for their four threads, and serve other clients too. */
const maxConnections = 5

/**
 * Posts JSON to one address over a few keep-alive connections.
 * `send` throws `NodeUnreachableError` if it is certain that nothing was sent, `StaleConnectionError` if a reused connection broke, and
 * `NodeResponseError` otherwise. No error contains the user or the password.
 */
export function openHttpClient(url: URL, maxResponseBytes: number) {
  const isSecure = url.protocol === 'https:'
  const Agent = isSecure ? HttpsAgent : HttpAgent
  const keepAliveAgent = new Agent({
    keepAlive: true,
    maxSockets: maxConnections,
    timeout: idleMs,
    scheduling: 'lifo',
  })
  const singleUseAgent = new Agent({ keepAlive: false, maxSockets: maxConnections })
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const headers = {
    'content-type': 'application/json',
    ...(credentials === ':' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  }
  const activeRequests = new Set<ClientRequest>()
  let isClosed = false
  return { send, close }

  function send(
    body: string,
    { timeoutMs, usesNewConnection, txidList = null }: NodePostOptions,
  ): Promise<NodeHttpResponse> {
    if (isClosed) return Promise.reject(new NodeUnreachableError('the connection to the node is closed'))
    const request = (isSecure ? httpsRequest : httpRequest)({
      method: 'POST',
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port || (isSecure ? 443 : 80),
      path: url.pathname,
      agent: usesNewConnection ? singleUseAgent : keepAliveAgent,
      headers: {
        ...headers,
        ...getTraceHeaders(),
        'content-length': Buffer.byteLength(body),
        // With a socket limit, even an agent without keep-alive passes a used socket on to a waiting request.
        ...(usesNewConnection && { connection: 'close' }),
      },
    })
    activeRequests.add(request)
    const abortAfter = (ms: number) =>
      setTimeout(() => request.destroy(new Error(`no response within ${ms} ms`)), ms)
    const timers = [abortAfter(timeoutMs), ...(txidList ? [abortAfter(maxTxidListMs)] : [])]
    const reader = txidList
      ? createTxidReader(txidList, () => timers[0]?.refresh())
      : createTextReader(maxResponseBytes)
    return exchange(request, body, reader).finally(() => {
      for (const timer of timers) clearTimeout(timer)
      activeRequests.delete(request)
    })
  }

  function close(): void {
    isClosed = true
    for (const request of activeRequests) request.destroy(new Error('the connection to the node was closed'))
    keepAliveAgent.destroy()
    singleUseAgent.destroy()
  }
}

async function exchange(
  request: ClientRequest,
  body: string,
  reader: ResponseReader,
): Promise<NodeHttpResponse> {
  const connection = trackConnection(request)
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve)
      request.on('error', reject)
      request.end(body)
    })
    for await (const chunk of response) reader.push(chunk)
    if (!response.complete) throw new Error('the response was cut off')
    return { status: response.statusCode ?? 0, ...reader.end() }
  } catch (cause) {
    if (!connection.isEstablished)
      throw new NodeUnreachableError(`the node cannot be reached: ${getReason(cause)}`, { cause })
    const ErrorClass = connection.isReused ? StaleConnectionError : NodeResponseError
    throw new ErrorClass(`the node did not respond: ${getReason(cause)}`, { cause })
  }
}

/**
 * Tracks whether the connection was established, so that something may have been sent (over TLS nothing is sent before the handshake), and
 * whether it was a reused one.
 */
function trackConnection(request: ClientRequest): { isEstablished: boolean; isReused: boolean } {
  const connection = { isEstablished: false, isReused: false }
  const markEstablished = () => {
    connection.isEstablished = true
  }
  request.once('socket', (socket) => {
    if (!socket.connecting) {
      connection.isReused = true
      markEstablished()
    } else socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', markEstablished)
  })
  return connection
}

/** Consumes a response as it arrives. `push` throws if it is too long. */
interface ResponseReader {
  push(chunk: Buffer): void
  end(): Pick<NodeHttpResponse, 'text' | 'txids'>
}

function createTextReader(maxBytes: number): ResponseReader {
  const chunks: Buffer[] = []
  let length = 0
  return {
    push: (chunk) => {
      length += chunk.length
      if (length > maxBytes) throw new Error(`the response is longer than ${maxBytes} bytes`)
      chunks.push(chunk)
    },
    end: () => ({ text: Buffer.concat(chunks).toString(), txids: null }),
  }
}

function createTxidReader(list: TxidList, onChunk: () => void): ResponseReader {
  const ids = new BlockTxidParser(list)
  return {
    push: (chunk) => {
      onChunk()
      ids.push(chunk)
    },
    end: () => ids.end(),
  }
}

/** A system error's code, or our own message. Never the address, because it may contain a password. */
function getReason(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
