import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../kernel/refused.ts'
import { type Dialect, mediaType, type Receipt } from '../payment-requests/dialects/dialect.ts'
import { dialectPaying } from '../payment-requests/dialects/index.ts'
import { openToAll, preflight } from '../platform/http/cors.ts'
import { answerErrors, type ErrorShape } from '../platform/http/errors.ts'
import { parseBody } from '../platform/http/server.ts'
import type { Submitted } from './submit.ts'

const mebibyte = 1024 * 1024
/** Sixteen transactions of the largest size, as hex. */
const bodyLimitBytes = 4 * mebibyte
/** BSV's transactions may be ten times as large. */
const bsvBodyLimitBytes = 32 * mebibyte

/** Every answer that is no success: an error, and whether the same payment may be tried again. */
export const paymentError: ErrorShape = ({ message, code, status, members }) => ({
  success: false,
  error: message,
  code,
  retryable: status === 429 || status >= 500,
  msg: message,
  message,
  ...members,
})

/**
 * Where wallets hand in their signed transactions: `POST /payments/json/{currency}/{uid}`, and the request's own URL.
 * The Content-Type names the dialect.
 */
export function paymentRoutes(submit: (submitted: Submitted) => Promise<Receipt>): FastifyPluginCallback {
  return (scope, _options, done) => {
    scope.setErrorHandler(answerErrors(paymentError))
    scope.addHook('onRequest', openToAll)
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body))
    const paths = [
      ['/payments/json/:currency(^[bB][sS][vV]$)/:uid', bsvBodyLimitBytes],
      ['/payments/json/:currency/:uid', bodyLimitBytes],
      ['/r/:uid', bodyLimitBytes],
      ['/i/:uid', bodyLimitBytes],
    ] as const
    for (const [url, bodyLimit] of paths) scope.route({ method: 'POST', url, bodyLimit, handler: post })
    scope.route({
      method: 'OPTIONS',
      url: '/payments/json/:currency/:uid',
      handler: preflight('POST, OPTIONS'),
    })
    done()
  }

  async function post(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { currency, uid } = request.params as { currency?: string; uid: string }
    const dialect = requireDialect(request)
    const submission = dialect.payment(parseBody(request, String(request.body ?? '')))
    const { arrival } = request
    const receipt = await submit({ uid, pathCoin: currency ?? null, submission, arrival })
    const { type, body } = dialect.receipt(receipt)
    return reply.header('content-type', type).send(body)
  }
}

function requireDialect({ headers }: FastifyRequest): Dialect {
  const dialect = dialectPaying(mediaType(headers['content-type']))
  if (!dialect) throw new Refused('payment_content_type')
  return dialect
}
