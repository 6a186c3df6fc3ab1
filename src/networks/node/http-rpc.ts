import { NodeResponseError, NodeUnreachableError, type Rpc, type RpcCall, RpcError } from '../rpc.ts'
import type { TxidList } from './block-txid-parser.ts'
import { parseExact } from './exact-numbers.ts'
import { type NodeHttpResponse, openHttpClient, StaleConnectionError } from './http-post.ts'

export interface HttpRpcOptions {
  /**
   * Time limit for one call, from the wait for a connection to the last byte. Defaults to 8 000 ms. A block's ids may take longer, as long
   * as each chunk arrives within the limit.
   */
  readonly timeoutMs?: number
  /** Maximum response size to read, in bytes. Defaults to 64 MiB. */
  readonly maxResponseBytes?: number
}

const mebibyte = 1024 * 1024

/** Long responses whose amounts aren't used. They are parsed with the faster `JSON.parse`. */
const methodsWithoutAmounts = new Set(['getrawmempool', 'getblock', 'getrawtransaction'])

/** Calls that must not be retried automatically. A second `sendrawtransaction` is harmless, but its response differs from the first. */
const nonIdempotentMethods = new Set(['sendrawtransaction'])

interface RpcRequestInfo {
  readonly methods: readonly string[]
  readonly txidList: TxidList | null
}

/**
 * JSON-RPC 1.0 over HTTP, as all six nodes accept it. User and password come from the URL and never appear in errors.
 *
 * `NodeUnreachableError` means that the node hasn't acted: there was no connection, or it rejected our user or password (401, 403) before
 * it read the call. In the response to `getblock` with ids only, `tx` is a `Txids`, as is the result of `getrawmempool false`. Any
 * response that isn't JSON-RPC (HTML, empty, truncated, 5xx or too late) is a `NodeResponseError`.
 * @throws {TypeError} `url` isn't a node URL
 */
export function openHttpRpc(url: string, options: HttpRpcOptions = {}): Rpc {
  const { timeoutMs = 8_000, maxResponseBytes = 64 * mebibyte } = options
  const client = openHttpClient(parseUrl(url), maxResponseBytes)
  let lastId = 0

  return {
    async call(method, params) {
      const id = ++lastId
      const txidList = getTxidList(method, params)
      const body = JSON.stringify({ jsonrpc: '1.0', id, method, params })
      const response = await send(body, { methods: [method], txidList })
      const result = readResult(readEnvelope(parse(response, [method])), id)
      if (response.txids === null) return result
      return txidList === 'result' ? response.txids : Object.assign(Object(result), { tx: response.txids })
    },

    async batch(calls) {
      if (calls.length === 0) return []
      const first = lastId + 1
      lastId += calls.length
      const methods = calls.map(({ method }) => method)
      const response = await send(JSON.stringify(addIds(calls, first)), { methods, txidList: null })
      return sortByCall(parse(response, methods), first, calls.length)
    },

    async close() {
      client.close()
    },
  }

  /** Retries read-only calls once if a reused connection turns out to be dead. Calls with side effects always get a new connection. */
  async function send(body: string, { methods, txidList }: RpcRequestInfo): Promise<NodeHttpResponse> {
    const usesNewConnection = methods.some((method) => nonIdempotentMethods.has(method))
    const deadline = performance.now() + timeoutMs
    const response = await client
      .send(body, { timeoutMs, usesNewConnection, txidList })
      .catch((error: unknown) => {
        const remainingMs = deadline - performance.now()
        if (error instanceof StaleConnectionError && !usesNewConnection && remainingMs > 0)
          return client.send(body, { timeoutMs: remainingMs, usesNewConnection: true, txidList })
        throw error
      })
    if (response.status === 401 || response.status === 403)
      throw new NodeUnreachableError(`the node rejects our user or password (HTTP ${response.status})`)
    return response
  }
}

function getTxidList(method: string, params: readonly unknown[]): TxidList | null {
  if (method === 'getblock' && (params[1] === 1 || params[1] === true)) return 'tx'
  return method === 'getrawmempool' && params[0] === false ? 'result' : null
}

/** Whether the text is the URL of a node's JSON-RPC interface. */
export function isNodeUrl(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    isDecodable(url.username + url.password)
  )
}

function parseUrl(url: string): URL {
  if (!isNodeUrl(url)) throw new TypeError('a node URL must have the form http://user:password@host:port')
  return new URL(url)
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== null
  } catch {
    return false
  }
}

function addIds(calls: readonly RpcCall[], first: number) {
  return calls.map(({ method, params }, index) => ({ jsonrpc: '1.0', id: first + index, method, params }))
}

function parse({ status, text }: NodeHttpResponse, methods: readonly string[]): unknown {
  try {
    return methods.every((method) => methodsWithoutAmounts.has(method)) ? JSON.parse(text) : parseExact(text)
  } catch (cause) {
    throw new NodeResponseError(
      `the node's response is not JSON-RPC (HTTP ${status}, ${text.length} characters)`,
      {
        cause,
      },
    )
  }
}

interface Envelope {
  readonly id: unknown
  readonly result: unknown
  readonly error: RpcError | null
}

/** @throws {NodeResponseError} the value isn't a JSON-RPC response */
function readEnvelope(value: unknown): Envelope {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('id' in value) ||
    !('result' in value || 'error' in value)
  )
    throw new NodeResponseError("the node's response is JSON, but not JSON-RPC")
  const error = 'error' in value && value.error !== null ? readError(value.error) : null
  return { id: value.id, result: 'result' in value ? value.result : null, error }
}

function readError(error: unknown): RpcError {
  const isError =
    typeof error === 'object' && error !== null && 'code' in error && Number.isSafeInteger(error.code)
  if (!isError) throw new NodeResponseError("the node's response contains an error without a code")
  return new RpcError(Number(error.code), 'message' in error ? String(error.message) : '')
}

/** @throws {RpcError} the node returned an error · {NodeResponseError} the response belongs to another call */
function readResult({ id, result, error }: Envelope, requestedId: number): unknown {
  if (error !== null && (id === requestedId || id === null)) throw error
  if (id !== requestedId) throw new NodeResponseError("the node's response belongs to another call")
  return result
}

/** Sorts batch responses into call order: they may arrive in any order. */
function sortByCall(responses: unknown, first: number, count: number): unknown[] {
  if (!Array.isArray(responses)) {
    const { error } = readEnvelope(responses)
    throw error ?? new NodeResponseError('the node returned a single response to a batch')
  }
  const byId = new Map(responses.map(readEnvelope).map((envelope) => [envelope.id, envelope]))
  return Array.from({ length: count }, (_, index) => {
    const response = byId.get(first + index)
    if (response === undefined) throw new NodeResponseError("the node's response to a batch lacks a call")
    return response.error ?? response.result
  })
}
