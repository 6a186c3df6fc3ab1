import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { InvoiceParams } from '../invoices/schemas.ts'
import { JsonInvalid, readJson } from '../kernel/json.ts'
import { Refused } from '../kernel/refused.ts'
import { type Dialect, mediaType, type Receipt, unreadable } from '../payment-requests/dialects/dialect.ts'
import { dialectPaying } from '../payment-requests/dialects/index.ts'
import { openToAll, preflight } from '../platform/http/cors.ts'
import { answerErrors, type ErrorShape } from '../platform/http/errors.ts'
import { limitSubmissions } from '../platform/http/limit-submissions.ts'
import { describedOnly } from '../platform/http/server.ts'
import { requireCoin } from './parse.ts'
import { PaymentAccepted, PaymentBody, PaymentParams } from './schemas.ts'
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
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.header('cache-control', 'no-store')
      next()
    })
    const during = limitSubmissions(scope)
    const handler = (request: FastifyRequest, reply: FastifyReply) =>
      during(request, () => post(request, reply))
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body))
    const paths = [
      ['/payments/json/:currency(^[bB][sS][vV]$)/:uid', bsvBodyLimitBytes],
      ['/payments/json/:currency/:uid', bodyLimitBytes],
      ['/r/:uid', bodyLimitBytes],
      ['/i/:uid', bodyLimitBytes],
    ] as const
    const config = { access: 'public' } as const
    for (const [url, bodyLimit] of paths) {
      const schema = schemaOf(url)
      const route = { ...describedOnly, bodyLimit, config, schema, onRequest: requireKnown, handler }
      scope.route({ method: 'POST', url, ...route })
    }
    scope.route({
      method: 'OPTIONS',
      url: '/payments/json/:currency/:uid',
      config,
      handler: preflight('POST, OPTIONS'),
    })
    done()
  }

  async function post(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { currency = null, uid } = request.params as Params
    const dialect = requireDialect(request)
    const submission = dialect.payment(readBody(String(request.body ?? '')))
    const { arrival } = request
    const receipt = await submit({ uid, pathCoin: currency, submission, arrival })
    const { type, body } = dialect.receipt(receipt)
    return reply.header('content-type', type).send(body)
  }
}

const schemaOf = (url: string) => ({
  summary: 'Hands in the signed transactions of a payment; they are verified before they are broadcast',
  tags: ['Payments'],
  params: url.includes(':currency') ? PaymentParams : InvoiceParams,
  body: PaymentBody,
  response: { 200: PaymentAccepted },
})

interface Params {
  readonly currency?: string
  readonly uid: string
}

/** What is known without the body is refused before it is read. */
async function requireKnown(request: FastifyRequest): Promise<void> {
  const { currency } = request.params as Params
  if (currency !== undefined) requireCoin(currency)
  requireDialect(request)
}

/** For wallets a body that is no JSON is like one that is no payment. */
function readBody(text: string): unknown {
  try {
    return readJson(text).value
  } catch (error) {
    if (error instanceof JsonInvalid) throw unreadable(error.message)
    throw error
  }
}

function requireDialect({ headers }: FastifyRequest): Dialect {
  const dialect = dialectPaying(mediaType(headers['content-type']))
  if (!dialect) throw new Refused('payment_content_type')
  return dialect
}
