import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Dropped } from '../../kernel/failpoint.ts'
import { Refused } from '../../kernel/refused.ts'
import { StorageUnavailable } from '../storage/database.ts'
import { schemaSentence } from './schema-failure.ts'

/** How a group of routes tells its callers that it refuses: `{error, code}`, or what wallets read. A text stands alone. */
export type ErrorShape = (
  refused: Refused,
  request: Pick<FastifyRequest, 'method' | 'headers'>,
) => Record<string, unknown> | string

export const plainError = ({ message, code, members }: Refused) => ({ error: message, code, ...members })

/** Of every answer: no browser takes a merchant's or a stranger's text for a page or a script. */
export const notSniffed = ['x-content-type-options', 'nosniff'] as const

const challenge = 'Basic realm="Quittance", charset="UTF-8"'
/** To a script of a page: at a word for Basic the browser would ask for a name and a password itself, and hold the answer back until then. */
const challengeOfScripts = 'Session realm="Quittance"'

/** Answers whatever was thrown: a refusal as it is, what Fastify refused in our words, and a fault as 500, noted once. */
export function answerErrors(shape: ErrorShape) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof Dropped) return cut(request, reply)
    if (isHungUp(error, request)) {
      request.log.info('the caller hung up before the body was there')
      return send(reply, new Refused('request_malformed'), shape)
    }
    const refused = toRefused(error)
    if (refused.status >= 500 && refused !== error) request.log.error({ err: error }, 'request failed')
    return send(reply, refused, shape)
  }
}

export function send(reply: FastifyReply, refused: Refused, shape: ErrorShape): FastifyReply {
  if (refused.retryAfter !== undefined) reply.header('retry-after', refused.retryAfter)
  if (refused.status === 401 && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', isScript(reply.request) ? challengeOfScripts : challenge)
  const body = shape(refused, reply.request)
  const [type, text] =
    typeof body === 'string' ? ['text/plain', body] : ['application/json', JSON.stringify(body)]
  return reply.code(refused.status).header('content-type', `${type}; charset=utf-8`).send(text)
}

/** Fetch Metadata §2.1: what a script asks for has no destination. */
const isScript = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-dest'] === 'empty'

/** Node's word for a body that ends too soon; nobody reads the answer, and it is no fault of ours. */
function isHungUp(error: FastifyError | Error, { raw }: FastifyRequest): boolean {
  return !raw.complete && 'code' in error && error.code === 'ECONNRESET'
}

/** A failpoint's way: the caller is never answered. */
function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

export function toRefused(error: FastifyError | Error): Refused {
  if (error instanceof Refused) return error
  if (error instanceof StorageUnavailable) return new Refused('unavailable')
  switch ('code' in error ? error.code : undefined) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refused('body_too_large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refused('content_type_unsupported', 'application/json')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Refused('json_invalid', 'it is empty')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Refused('json_invalid', 'it is not as long as Content-Length says')
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Refused('not_found')
    case 'FST_ERR_VALIDATION':
      return unfit(error)
    default:
      return new Refused('internal')
  }
}

/** What Node's HTTP parser refuses before there is a request: answered on the bare socket, which ends with it. */
export function answerMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  answerBare(socket, malformed(error.code))
}

/** Answers where there is no reply to answer with, and ends the connection. */
export function answerBare(socket: Duplex, refused: Refused): void {
  const body = JSON.stringify(plainError(refused))
  const head = [
    `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Connection: close',
    notSniffed.join(': '),
    ...(refused.retryAfter === undefined ? [] : [`Retry-After: ${refused.retryAfter}`]),
    ...(refused.status === 401 ? [`WWW-Authenticate: ${challenge}`] : []),
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function malformed(code: string | undefined): Refused {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Refused('headers_too_large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refused('request_timeout')
    default:
      return new Refused('request_malformed')
  }
}

/** What does not fit the schema of its route. */
function unfit(error: FastifyError | Error): Refused {
  const inQuery = 'validationContext' in error && error.validationContext === 'querystring'
  const [failure] = 'validation' in error ? (error.validation ?? []) : []
  const sentence = failure
    ? schemaSentence(failure, inQuery)
    : 'The request is not as it must be: see /openapi.json.'
  return new Refused(inQuery ? 'query_invalid' : 'body_invalid', sentence)
}
