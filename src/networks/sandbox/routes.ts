import type { FastifyInstance, FastifyPluginCallback, FastifyRequest, RequestPayload } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import { gatherBody } from '../../platform/http/gather-body.ts'
import { parseExact } from '../node/exact.ts'
import { RpcError } from '../rpc.ts'
import type { SandboxChain } from './sandbox.ts'

/** The largest transaction of any coin, in hex, with room for a batch. */
const bodyLimitBytes = 32 * 1024 * 1024
/** Maximum calls per batch. */
const maxCalls = 100

/** RPC_INVALID_REQUEST, RPC_METHOD_NOT_FOUND, RPC_PARSE_ERROR (`rpc/protocol.h`). */
const code = { invalidRequest: -32600, methodNotFound: -32601, parse: -32700 } as const

/** `POST /sandbox/{coin}`: JSON-RPC over HTTP as the coin's node speaks it, for the given chains. */
export function sandboxRoutes(chains: readonly SandboxChain[]): FastifyPluginCallback {
  const byCoin = new Map(chains.map((chain) => [chain.coin.toLowerCase(), chain]))
  return (app: FastifyInstance, _options, done) => {
    // Nodes ignore the content type.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', async (request: FastifyRequest, payload: RequestPayload) =>
      (await gatherBody(request, payload)).toString(),
    )
    app.post<{ Params: { coin: string } }>(
      '/sandbox/:coin',
      { bodyLimit: bodyLimitBytes, config: { access: 'public' }, schema },
      async (request, reply) => {
        const chain = byCoin.get(request.params.coin.toLowerCase())
        if (!chain) throw new ApiError('not_found')
        const text = typeof request.body === 'string' ? request.body : ''
        const { status, body } = await handleBody(chain, text, () => reply.raw.destroyed)
        reply.code(status)
        if (body === null) return reply.send()
        return reply.header('content-type', 'application/json').send(`${JSON.stringify(body)}\n`)
      },
    )
    done()
  }
}

const asNode = { description: 'The response of that coin’s node' }

const schema = {
  summary: 'Calls the JSON-RPC of a sandbox chain, which answers like that coin’s node',
  tags: ['Sandbox'],
  response: { 200: asNode, default: asNode },
}

interface HttpAnswer {
  readonly status: number
  /** Null: notifications get no response. */
  readonly body: unknown
}

/** @param isGone whether the caller has disconnected: the rest of a batch isn't carried out */
async function handleBody(chain: SandboxChain, text: string, isGone: () => boolean): Promise<HttpAnswer> {
  let request: unknown
  try {
    request = parseExact(text)
  } catch {
    return errorResponse(null, new RpcError(code.parse, 'Parse error'), false)
  }
  if (!Array.isArray(request)) return handleCall(chain, request)
  if (request.length > maxCalls)
    return errorResponse(
      null,
      new RpcError(code.invalidRequest, `A batch can have at most ${maxCalls} calls`),
      false,
    )
  const bodies: unknown[] = []
  for (const call of request) {
    if (isGone()) break
    const { body } = await handleCall(chain, call)
    if (body !== null) bodies.push(body)
  }
  return { status: 200, body: bodies }
}

async function handleCall(chain: SandboxChain, request: unknown): Promise<HttpAnswer> {
  const call = readCall(request)
  // Bitcoin Core 28 and later follow the JSON-RPC 2.0 rules; the other nodes ignore the version.
  const isJsonRpc2 = chain.coin === 'BTC' && call.version === '2.0'
  try {
    if (call.method === null) throw new RpcError(code.invalidRequest, call.problem)
    const result = await chain.handle(call.method, call.params)
    if (isJsonRpc2 && call.id === undefined) return { status: 204, body: null }
    return {
      status: 200,
      body: isJsonRpc2
        ? { jsonrpc: '2.0', result, id: call.id }
        : { result, error: null, id: call.id ?? null },
    }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    if (isJsonRpc2 && call.id === undefined) return { status: 204, body: null }
    return errorResponse(call.id ?? null, error, isJsonRpc2)
  }
}

function errorResponse(id: unknown, { code: errorCode, message }: RpcError, isJsonRpc2: boolean): HttpAnswer {
  const error = { code: errorCode, message }
  if (isJsonRpc2) return { status: 200, body: { jsonrpc: '2.0', error, id } }
  return { status: statusOf(errorCode), body: { result: null, error, id } }
}

function statusOf(errorCode: number): number {
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
