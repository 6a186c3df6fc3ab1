import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import { ConnectionDroppedError } from '../../kernel/failpoint.ts'
import { StorageUnavailableError } from '../storage/database.ts'
import { ClientDisconnectedError } from './gather-body.ts'
import { describeFailure } from './schema-failure.ts'

/** The error format of a group of routes: `{error, code}`, or the one that its clients read. A string is sent as plain text. */
export type ErrorFormatter = (
  error: ApiError,
  request: Pick<FastifyRequest, 'method' | 'headers'>,
) => Record<string, unknown> | readonly object[] | string

export const formatPlainError = ({ message, code, members }: ApiError) => ({
  error: message,
  code,
  ...members,
})

/**
 * Sent with every response: browsers never treat user-supplied text as a page or a script, and caches store nothing unless the route
 * allows it, because a response is for one caller.
 */
export const defaultHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const

const basicChallenge = 'Basic realm="Quittance", charset="UTF-8"'
/** For scripts: on a Basic challenge the browser would show its login dialog, and pass on the response only when it is closed. */
const scriptChallenge = 'Session realm="Quittance"'

/** Sends any thrown error: an API error as is, Fastify's own errors as API errors, and anything else as a 500 that is logged once. */
export function createErrorHandler(formatError: ErrorFormatter) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof ConnectionDroppedError) return dropConnection(request, reply)
    return sendError(reply, toResponseError(error, request), formatError)
  }
}

/** Converts a thrown error to the one to send. Logs faults as errors, and a disconnected client as info. */
export function toResponseError(error: FastifyError | Error, request: FastifyRequest): ApiError {
  if (error instanceof ClientDisconnectedError) {
    request.log.info('the client disconnected before its body arrived')
    return new ApiError('request_malformed')
  }
  const apiError = toApiError(error)
  if (apiError.status >= 500 && apiError !== error) request.log.error({ err: error }, 'request failed')
  return apiError
}

export function sendError(reply: FastifyReply, error: ApiError, formatError: ErrorFormatter): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
  if (error.status === 401 && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', isScript(reply.request) ? scriptChallenge : basicChallenge)
  const body = formatError(error, reply.request)
  const [type, text] =
    typeof body === 'string' ? ['text/plain', body] : ['application/json', JSON.stringify(body)]
  return reply.code(error.status).header('content-type', `${type}; charset=utf-8`).send(text)
}

/** Fetch Metadata §2.1: a request by a script has no destination. */
const isScript = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-dest'] === 'empty'

/** For failpoints: drops the connection without a response. */
function dropConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

export function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof StorageUnavailableError) return new ApiError('unavailable')
  switch ('code' in error ? error.code : undefined) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('content_type_unsupported', 'application/json')
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ApiError('not_found')
    case 'FST_ERR_VALIDATION':
      return toValidationError(error)
    default:
      return new ApiError('internal')
  }
}

/** Handles errors of Node's HTTP parser. There is no request yet: the error is sent on the bare socket, which is then closed. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  sendErrorOnSocket(socket, toParserError(error.code))
}

/** Sends an error where there is no reply object, and closes the connection. */
export function sendErrorOnSocket(socket: Duplex, error: ApiError): void {
  const body = JSON.stringify(formatPlainError(error))
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...Object.entries(defaultHeaders).map((header) => header.join(': ')),
    ...(error.retryAfter === undefined ? [] : [`Retry-After: ${error.retryAfter}`]),
    ...(error.status === 401 ? [`WWW-Authenticate: ${basicChallenge}`] : []),
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function toParserError(code: string | undefined): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('headers_too_large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout')
    default:
      return new ApiError('request_malformed')
  }
}

/** For a request that does not match its route's schema. */
function toValidationError(error: FastifyError | Error): ApiError {
  const isQuery = 'validationContext' in error && error.validationContext === 'querystring'
  const [failure] = 'validation' in error ? (error.validation ?? []) : []
  const message = failure ? describeFailure(failure, isQuery) : 'Invalid request: see /openapi.json.'
  return new ApiError(isQuery ? 'query_invalid' : 'body_invalid', message)
}
