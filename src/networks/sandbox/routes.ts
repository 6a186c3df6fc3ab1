import type { FastifyInstance, FastifyPluginCallback, FastifyRequest, RequestPayload } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import { gatherBody } from '../../platform/http/gather-body.ts'
import { parseExact } from '../node/exact-numbers.ts'
import { RpcError } from '../rpc.ts'
import type { SandboxChain } from './sandbox.ts'

/** The largest BSV transaction that can pay an invoice, in hex. */
const maxBodyBytes = 32 * 1024 * 1024
/** For the other coins: many times the largest transaction that their nodes relay. */
const maxSmallBodyBytes = 4 * 1024 * 1024

/** The calls of a batch beyond these limits fail. */
export interface BatchLimits {
  readonly maxMs: number
  readonly maxResponseBytes: number
}
const maxCalls = 100
const defaultLimits: BatchLimits = { maxMs: 30_000, maxResponseBytes: 16 * 1024 * 1024 }

/** RPC_INVALID_REQUEST, RPC_METHOD_NOT_FOUND, RPC_PARSE_ERROR (`rpc/protocol.h`). */
const code = { invalidRequest: -32600, methodNotFound: -32601, parse: -32700 } as const

/** `POST /sandbox/{coin}`: JSON-RPC over HTTP as the coin's node speaks it, for the given chains. */
export function createSandboxRoutes(
  chains: readonly SandboxChain[],
  limits = defaultLimits,
): FastifyPluginCallback {
  const byCoin = new Map(chains.map((chain) => [chain.coin.toLowerCase(), chain]))
  return (app: FastifyInstance, _options, done) => {
    // Nodes ignore the content type.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', async (request: FastifyRequest, payload: RequestPayload) =>
      (await gatherBody(request, payload, { maxBytes: getMaxBytes(request) })).toString(),
    )
    app.post<{ Params: { coin: string } }>(
      '/sandbox/:coin',
      { bodyLimit: maxBodyBytes, config: { access: 'public' }, schema },
      async (request, reply) => {
        const chain = byCoin.get(request.params.coin.toLowerCase())
        if (!chain) throw new ApiError('not_found')
        const text = typeof request.body === 'string' ? request.body : ''
        const { status, json } = await handleBody(chain, text, {
          ...limits,
          isGone: () => reply.raw.destroyed,
        })
        reply.code(status)
        if (json === null) return reply.send()
        return reply.header('content-type', 'application/json').send(`${json}\n`)
      },
    )
    done()
  }
}

const getMaxBytes = ({ params }: FastifyRequest): number =>
  (params as { coin: string }).coin.toLowerCase() === 'bsv' ? maxBodyBytes : maxSmallBodyBytes

const nodeResponse = { description: 'The response of that coin’s node' }

const schema = {
  summary: 'Calls the JSON-RPC API of a sandbox chain, which behaves like that coin’s node',
  tags: ['Sandbox'],
  response: { 200: nodeResponse, default: nodeResponse },
}

interface HttpResponse {
  readonly status: number
  /** Null: notifications get no response. */
  readonly json: string | null
}

interface BatchOptions extends BatchLimits {
  /** Whether the caller has disconnected. Then the rest of the batch is skipped. */
  readonly isGone: () => boolean
}

async function handleBody(chain: SandboxChain, text: string, options: BatchOptions): Promise<HttpResponse> {
  let request: unknown
  try {
    request = parseExact(text)
  } catch {
    return createErrorResponse(null, new RpcError(code.parse, 'Parse error'), false)
  }
  if (!Array.isArray(request)) return handleCall(chain, request)
  if (request.length > maxCalls)
    return createErrorResponse(
      null,
      createInvalidRequestError(`A batch can have at most ${maxCalls} calls`),
      false,
    )
  return { status: 200, json: `[${(await handleBatch(chain, request, options)).join()}]` }
}

const createInvalidRequestError = (problem: string) => new RpcError(code.invalidRequest, problem)

async function handleBatch(
  chain: SandboxChain,
  calls: readonly unknown[],
  { maxMs, maxResponseBytes, isGone }: BatchOptions,
): Promise<readonly string[]> {
  const responses: string[] = []
  const deadline = performance.now() + maxMs
  let bytes = 0
  for (const request of calls) {
    if (isGone()) break
    const isOverLimit = performance.now() > deadline || bytes > maxResponseBytes
    const { json } = await handleCall(chain, request, isOverLimit)
    if (json === null) continue
    bytes += json.length
    responses.push(json)
  }
  return responses
}

async function handleCall(chain: SandboxChain, request: unknown, isOverLimit = false): Promise<HttpResponse> {
  const call = readCall(request)
  // Bitcoin Core 28 and later follow the JSON-RPC 2.0 rules; the other nodes ignore the version.
  const isJsonRpc2 = chain.coin === 'BTC' && call.version === '2.0'
  try {
    if (call.method === null) throw createInvalidRequestError(call.problem)
    if (isOverLimit)
      throw createInvalidRequestError(
        'The batch takes too long or its responses are too large. Send smaller batches',
      )
    const result = await chain.handle(call.method, call.params)
    if (isJsonRpc2 && call.id === undefined) return noResponse
    return toResponse(
      200,
      isJsonRpc2 ? { jsonrpc: '2.0', result, id: call.id } : { result, error: null, id: call.id ?? null },
    )
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    if (isJsonRpc2 && call.id === undefined) return noResponse
    return createErrorResponse(call.id ?? null, error, isJsonRpc2)
  }
}

function createErrorResponse(
  id: unknown,
  { code: errorCode, message }: RpcError,
  isJsonRpc2: boolean,
): HttpResponse {
  const error = { code: errorCode, message }
  if (isJsonRpc2) return toResponse(200, { jsonrpc: '2.0', error, id })
  return toResponse(getHttpStatus(errorCode), { result: null, error, id })
}

const toResponse = (status: number, body: object): HttpResponse => ({ status, json: JSON.stringify(body) })
const noResponse: HttpResponse = { status: 204, json: null }

function getHttpStatus(errorCode: number): number {
  if (errorCode === code.invalidRequest) return 400
  return errorCode === code.methodNotFound ? 404 : 500
}

type Call = { readonly id: unknown; readonly version: unknown } & (
  | { readonly method: string; readonly params: readonly unknown[] }
  | { readonly method: null; readonly problem: string }
)

function readCall(request: unknown): Call {
  if (typeof request !== 'object' || request === null || JSON.isRawJSON(request)) {
    return { id: null, version: null, method: null, problem: 'Invalid Request object' }
  }
  const { id, jsonrpc: version, method, params = [] } = request as Record<string, unknown>
  if (method === undefined) return { id, version, method: null, problem: 'Missing method' }
  if (typeof method !== 'string') return { id, version, method: null, problem: 'Method must be a string' }
  const list = params === null ? [] : params
  if (!Array.isArray(list)) return { id, version, method: null, problem: 'Params must be an array' }
  return { id, version, method, params: list }
}
