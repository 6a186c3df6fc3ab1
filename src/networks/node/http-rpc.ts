import { type Rpc, type RpcCall, RpcError, Unanswered, Unreachable } from '../rpc.ts'
import { parseExact } from './exact.ts'
import { Cut, httpPost, type Reply } from './http-post.ts'

export interface HttpRpcOptions {
  /** How long one call may take, from the wait for a connection to the last byte: 8 000 ms by default. */
  readonly timeLimitMs?: number
  /** The largest answer that is read, bytes: 64 MiB by default. */
  readonly largestAnswer?: number
}

const mebibyte = 1024 * 1024

/** Long answers in which nobody reads an amount: these are parsed the quick way. */
const withoutAmounts = new Set(['getrawmempool', 'getblock'])

/** What must not be sent twice unasked. A second `sendrawtransaction` would be harmless to the chain, yet its answer another one. */
const acts = new Set(['sendrawtransaction'])

/**
 * JSON-RPC 1.0 over HTTP, as all six nodes take it. User and password come from the URL and go into no error.
 *
 * `Unreachable` means that the node has not acted: no connection, or it refused our user or password (401, 403) before it
 * looked at the call. Whatever else is not JSON-RPC is `Unanswered`: HTML, nothing, half an answer, 5xx, or too late.
 * @throws {TypeError} `url` is none of a node
 */
export function httpRpc(url: string, options: HttpRpcOptions = {}): Rpc {
  const { timeLimitMs = 8_000, largestAnswer = 64 * mebibyte } = options
  const post = httpPost(parseUrl(url), largestAnswer)
  let lastId = 0

  return {
    async call(method, params) {
      const id = ++lastId
      const reply = await send(JSON.stringify({ jsonrpc: '1.0', id, method, params }), [method])
      return resultOf(envelope(parse(reply, [method])), id)
    },

    async batch(calls) {
      if (calls.length === 0) return []
      const first = lastId + 1
      lastId += calls.length
      const methods = calls.map(({ method }) => method)
      const reply = await send(JSON.stringify(numbered(calls, first)), methods)
      return inOrder(parse(reply, methods), first, calls.length)
    },

    async close() {
      post.close()
    },
  }

  /** What only reads is asked once more when a kept connection turns out to be dead; what acts gets a new one at once. */
  async function send(body: string, methods: readonly string[]): Promise<Reply> {
    const fresh = methods.some((method) => acts.has(method))
    const end = performance.now() + timeLimitMs
    const reply = await post.send(body, { timeLimitMs, fresh }).catch((error: unknown) => {
      const left = end - performance.now()
      if (error instanceof Cut && !fresh && left > 0)
        return post.send(body, { timeLimitMs: left, fresh: true })
      throw error
    })
    if (reply.status === 401 || reply.status === 403)
      throw new Unreachable(`the node refuses our user or password (HTTP ${reply.status})`)
    return reply
  }
}

/** A node's address without its user and password: for messages. */
export function withoutCredentials(url: string): string {
  const { protocol, host } = parseUrl(url)
  return `${protocol}//${host}`
}

/** Does the text name a node's JSON-RPC? */
export function isNodeUrl(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    decodable(url.username + url.password)
  )
}

function parseUrl(url: string): URL {
  if (!isNodeUrl(url)) throw new TypeError('a node is named as http://user:password@host:port')
  return new URL(url)
}

function decodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== null
  } catch {
    return false
  }
}

function numbered(calls: readonly RpcCall[], first: number) {
  return calls.map(({ method, params }, index) => ({ jsonrpc: '1.0', id: first + index, method, params }))
}

function parse({ status, text }: Reply, methods: readonly string[]): unknown {
  try {
    return methods.every((method) => withoutAmounts.has(method)) ? JSON.parse(text) : parseExact(text)
  } catch (cause) {
    throw new Unanswered(`the node's answer is no JSON-RPC (HTTP ${status}, ${text.length} characters)`, {
      cause,
    })
  }
}

interface Envelope {
  readonly id: unknown
  readonly result: unknown
  readonly error: RpcError | null
}

/** @throws {Unanswered} the value is no answer of JSON-RPC */
function envelope(value: unknown): Envelope {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('id' in value) ||
    !('result' in value || 'error' in value)
  )
    throw new Unanswered("the node's answer is JSON, but no JSON-RPC")
  const error = 'error' in value && value.error !== null ? errorOf(value.error) : null
  return { id: value.id, result: 'result' in value ? value.result : null, error }
}

function errorOf(error: unknown): RpcError {
  const isError =
    typeof error === 'object' && error !== null && 'code' in error && Number.isSafeInteger(error.code)
  if (!isError) throw new Unanswered("the node's answer holds an error without a code")
  return new RpcError(Number(error.code), 'message' in error ? String(error.message) : '')
}

/** @throws {RpcError} the node's no · {Unanswered} this answers another question */
function resultOf({ id, result, error }: Envelope, asked: number): unknown {
  if (error !== null && (id === asked || id === null)) throw error
  if (id !== asked) throw new Unanswered('the node answered another call')
  return result
}

/** Batch answers may come in any order. */
function inOrder(answer: unknown, first: number, count: number): unknown[] {
  if (!Array.isArray(answer)) {
    const { error } = envelope(answer)
    throw error ?? new Unanswered('the node answered several calls with one answer')
  }
  const byId = new Map(answer.map(envelope).map((one) => [one.id, one]))
  return Array.from({ length: count }, (_, index) => {
    const one = byId.get(first + index)
    if (one === undefined) throw new Unanswered('the node left a call of several unanswered')
    return one.error ?? one.result
  })
}
