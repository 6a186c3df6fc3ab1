import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { JsonInvalid, NotUtf8, readJsonBytes } from '../../kernel/json.ts'
import { Refused } from '../../kernel/refused.ts'
import { answerErrors, answerMalformed, type ErrorShape, notSniffed, plainError, send } from './errors.ts'
import { allowedMethods } from './methods.ts'

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
    /** The text of each number directly in the body's outermost object: amounts never pass through a float. */
    numbers: ReadonlyMap<string, string>
    /** When the whole of it was there, by the service's clock: who sends slowly holds no price by that. */
    arrival: number
  }
}

/** Everything but payments: an invoice with every field at its longest fits. */
const bodyLimitBytes = 64 * 1024
/** Of a path: no less than Node takes of a request's head, so that whatever is no uid is answered alike. */
const longestPart = 16 * 1024
const requestTimeoutMs = 30_000
const connectionTimeoutMs = 60_000

export interface ServerOptions {
  readonly log: FastifyBaseLogger
  readonly now: () => number
  /** While the process ends, what comes anew is answered 503. */
  readonly closing: () => boolean
  /** Proxies whose word is taken for whose request it is. */
  readonly trustedProxies?: readonly string[]
  /** The form of errors that no route answers, by the path that was asked for: wallets read theirs there too. */
  readonly shapeOf?: (path: string) => ErrorShape
  /** The one path where a connection may become something else than HTTP; elsewhere that wish is passed over. */
  readonly upgradePath?: string
}

/** A Fastify instance with our rules: exact JSON, no coercion, one log line a request, errors in one shape, 405 with Allow. */
export function createServer({
  log,
  now,
  closing,
  trustedProxies = [],
  shapeOf = () => plainError,
  upgradePath,
}: ServerOptions): Server {
  const server: Server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    routerOptions: { maxParamLength: longestPart, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => {
      reply.header(...notSniffed)
      answerErrors(shapeOf(request.url))(error, request, reply)
    },
    clientErrorHandler: answerMalformed,
    http: { shouldUpgradeCallback: ({ url }) => url?.split('?', 1)[0] === upgradePath },
    genReqId: requestId(),
    // Verbose: our sentences name what a schema describes.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: false, verbose: true } },
  }).withTypeProvider<TypeBoxTypeProvider>()

  server.decorateRequest('numbers')
  server.decorateRequest('arrival', 0)
  // Schemas of answers are for those who read them; the tests hold every answer to its own.
  server.setSerializerCompiler(() => JSON.stringify)
  readJsonBodies(server)
  // The first of all hooks: every answer has it, those of the hooks behind it too.
  server.addHook('onRequest', (_request, reply, done) => {
    reply.header(...notSniffed)
    done()
  })
  logRequests(server, log)
  server.addHook('onRequest', (request, _reply, done) => {
    done(closing() && !request.url.startsWith('/health/') ? new Refused('unavailable') : undefined)
  })
  // The first hook behind the body.
  server.addHook('preValidation', (request, _reply, done) => {
    request.arrival = now()
    done()
  })
  server.setErrorHandler(answerErrors(plainError))
  const allowed = allowedMethods(server)
  server.setNotFoundHandler((request, reply) => {
    const methods = allowed(request.url)
    if (methods.length === 0 || methods.includes(request.method))
      return send(reply, new Refused('not_found'), shapeOf(request.url))
    reply.header('allow', methods.join(', '))
    return send(reply, new Refused('method_not_allowed', methods.join(', ')), shapeOf(request.url))
  })
  return server
}

/** For a route whose schema describes more than it checks: the route reads what comes, and refuses it in its own words. */
export const describedOnly = { validatorCompiler: () => () => true } as const

function requestId(): () => string {
  let count = 0
  return () => (++count).toString(36)
}

/** JSON bodies are read by `readJson`: strict, and with the text of the numbers kept. */
function readJsonBodies(server: Server): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Many clients name the type of a body whether or not they send one.
    const isNone = body.length === 0 && request.routeOptions.schema?.body === undefined
    try {
      done(null, isNone ? undefined : parseBody(request, body))
    } catch (error) {
      done(error as Error)
    }
  })
}

function parseBody(request: FastifyRequest, bytes: Buffer): unknown {
  try {
    const { value, numbers } = readJsonBytes(bytes)
    request.numbers = numbers
    return value
  } catch (error) {
    if (error instanceof NotUtf8)
      throw new Refused('body_invalid', `The body is not understood: ${error.message}.`)
    if (error instanceof JsonInvalid) throw new Refused('json_invalid', error.message)
    throw error
  }
}

/** One line a request, when its answer is out. Paths are logged without their query. */
function logRequests(server: Server, log: FastifyBaseLogger): void {
  server.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        request_id: request.id,
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
