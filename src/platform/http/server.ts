import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RequestPayload,
} from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import { JsonError, NotUtf8Error, readJsonBytes } from '../../kernel/json.ts'
import { removeBasePath } from './base-path.ts'
import {
  createErrorHandler,
  defaultHeaders,
  type ErrorFormatter,
  formatPlainError,
  handleClientError,
  sendError,
} from './errors.ts'
import { gatherBody } from './gather-body.ts'
import { guardConnections } from './guard-connections.ts'
import { isHealthCheck } from './health.ts'
import { createLazyValidatorCompiler } from './lazy-validators.ts'
import { lingerAfterEarlyResponse } from './linger.ts'
import { trackAllowedMethods } from './methods.ts'
import { createProxyCheck } from './proxies.ts'
import { traceRequests } from './trace-requests.ts'

/** A server whose routes are typed by their TypeBox schemas. */
export type Server = FastifyInstance<
  import('node:http').Server,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyRequest {
    /** The source text of each top-level number in the JSON body: amounts never pass through a float. */
    numbers: ReadonlyMap<string, string>
    /** The source text of each top-level object in the JSON body, for objects that contain such numbers. */
    objects: ReadonlyMap<string, string>
    /** When the body was complete, by the service's clock: sending slowly does not extend a quote. */
    arrival: number
  }
}

/** For all requests except payments. An invoice with every field at its maximum length fits. */
const bodyLimitBytes = 64 * 1024
/** As long as Node's limit for a request's head, so that every parameter that is not a uid gets the same response. */
const maxParamLength = 16 * 1024
const requestTimeoutMs = 30_000
const connectionTimeoutMs = 60_000

interface ServerOptions {
  readonly log: FastifyBaseLogger
  readonly now: () => number
  /** While the process shuts down, new requests get 503. */
  readonly isClosing: () => boolean
  /** Proxies that are trusted to name the client's address. */
  readonly trustedProxies?: readonly string[]
  /** The format of errors that no route sends, by the requested path: wallets need their own format there too. */
  readonly getErrorFormatter?: (path: string) => ErrorFormatter
  /** The only path where a connection may be upgraded; elsewhere the upgrade header is ignored. */
  readonly upgradePath?: string
  /** The base path without a trailing slash. Requests may include it or not. */
  readonly basePath?: string
}

/** Creates a Fastify instance with our rules: exact JSON, no coercion, one log line per request, one error format, 405 with Allow. */
export function createServer({
  log,
  now,
  isClosing,
  trustedProxies = [],
  getErrorFormatter = () => formatPlainError,
  upgradePath,
  basePath = '',
}: ServerOptions): Server {
  const server: Server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    return503OnClosing: false,
    trustProxy: createProxyCheck(trustedProxies),
    routerOptions: { maxParamLength, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => {
      reply.headers(defaultHeaders)
      createErrorHandler(getErrorFormatter(request.url))(error, request, reply)
    },
    clientErrorHandler: handleClientError,
    rewriteUrl: ({ url = '/' }) => removeBasePath(url, basePath),
    http: {
      shouldUpgradeCallback: ({ url = '' }) => removeBasePath(url, basePath).split('?', 1)[0] === upgradePath,
    },
    genReqId: createRequestIdGenerator(),
    // Response schemas are documentation only; the tests check every response against its schema.
    schemaController: { compilersFactory: { buildSerializer: () => () => JSON.stringify } },
  }).withTypeProvider<TypeBoxTypeProvider>()

  server.setValidatorCompiler(createLazyValidatorCompiler())
  guardConnections(server.server)
  server.decorateRequest('numbers')
  server.decorateRequest('objects')
  server.decorateRequest('arrival', 0)
  readJsonBodies(server)
  // The first hook: every response has these headers, including those sent by later hooks.
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(defaultHeaders)
    done()
  })
  traceRequests(server)
  logRequests(server, log)
  server.addHook('onRequest', (request, _reply, done) => {
    done(isClosing() && !isHealthCheck(request) ? new ApiError('unavailable') : undefined)
  })
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (isClosing()) reply.header('connection', 'close')
    lingerAfterEarlyResponse(request)
    done()
  })
  // The first hook that runs after the body has been read.
  server.addHook('preValidation', (request, _reply, done) => {
    request.arrival = now()
    done()
  })
  server.setErrorHandler(createErrorHandler(formatPlainError))
  const listAllowedMethods = trackAllowedMethods(server)
  server.setNotFoundHandler((request, reply) => {
    const methods = listAllowedMethods(request.url)
    if (methods.length === 0 || methods.includes(request.method))
      return sendError(reply, new ApiError('not_found'), getErrorFormatter(request.url))
    reply.header('allow', methods.join(', '))
    return sendError(
      reply,
      new ApiError('method_not_allowed', methods.join(', ')),
      getErrorFormatter(request.url),
    )
  })
  return server
}

/** For a route whose schema describes more than it checks: the route validates the body and reports its own errors. */
export const skipValidation = { validatorCompiler: () => () => true } as const

function createRequestIdGenerator(): () => string {
  let count = 0
  return () => (++count).toString(36)
}

/** Parses JSON bodies strictly, and keeps the text of the numbers. */
function readJsonBodies(server: Server): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: RequestPayload) => {
      const body = await gatherBody(request, payload)
      // Many clients send a content type whether or not they send a body.
      const hasNoBody = body.length === 0 && request.routeOptions.schema?.body === undefined
      return hasNoBody ? undefined : parseBody(request, body)
    },
  )
}

function parseBody(request: FastifyRequest, bytes: Buffer): unknown {
  try {
    const { value, numbers, objects } = readJsonBytes(bytes)
    request.numbers = numbers
    request.objects = new Map(
      [...objects].map(([key, [start, end]]) => [key, bytes.toString('utf8', start, end)]),
    )
    return value
  } catch (error) {
    if (error instanceof NotUtf8Error)
      throw new ApiError('body_invalid', `The body cannot be parsed: ${error.message}.`)
    if (error instanceof JsonError) throw new ApiError('json_invalid', error.message)
    throw error
  }
}

/** One log line per request, after its response. Paths are logged without their query. */
function logRequests(server: Server, log: FastifyBaseLogger): void {
  server.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        request_id: request.id,
        trace_id: request.traceContext?.traceId,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
    done()
  })
}
