import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { InvoiceParams } from '../invoices/schemas.ts'
import { Refused } from '../kernel/refused.ts'
import { openToAll, preflight } from '../platform/http/cors.ts'
import type { ErrorShape } from '../platform/http/errors.ts'
import { answerErrors } from '../platform/http/errors.ts'
import { describedOnly } from '../platform/http/server.ts'
import { accepted } from './dialects/dialect.ts'
import { dialectAsked } from './dialects/index.ts'
import type { PaymentRequest } from './request.ts'
import { RequestAnswer, RequestHeaders } from './schemas.ts'

export interface PaymentRequestParts {
  readonly issue: (uid: string, coinName: string | null) => Promise<PaymentRequest>
  /** Is there such an invoice, and may that coin be asked for? Without allocating an address. */
  readonly check: (uid: string, coinName: string | null) => Promise<void>
  /** The invoice as JSON, as anybody may see it. */
  readonly show: (uid: string) => Promise<string>
  readonly baseUrl: string
}

const schema = {
  summary: 'The payment request of an invoice; the headers choose the coin and the form',
  tags: ['Payments'],
  params: InvoiceParams,
  headers: RequestHeaders,
  response: { 200: RequestAnswer, 303: Type.Null({ description: 'To the checkout page' }) },
}

/** Wallets read the sentence under three names. */
export const walletError: ErrorShape = ({ message, code, members }) => ({
  error: message,
  code,
  msg: message,
  message,
  ...members,
})

/** The answer depends on these headers of the request. */
const vary = 'Accept, X-Currency, X-Paypro-Version'

/** `GET /r/{uid}`: one URL for every wallet; what it sends decides the dialect and the coin. */
export function paymentRequestRoutes({
  issue,
  check,
  show,
  baseUrl,
}: PaymentRequestParts): FastifyPluginCallback {
  return (scope, _options, done) => {
    scope.setErrorHandler(answerErrors(walletError))
    scope.addHook('onRequest', openToAll)
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.header('vary', vary).header('cache-control', 'no-store')
      next()
    })
    const config = { access: 'public' } as const
    for (const url of ['/r/:uid', '/i/:uid']) {
      const route = { ...describedOnly, config, schema, exposeHeadRoute: false, handler: get }
      scope.route({ method: 'GET', url, ...route })
      scope.route({ method: 'HEAD', url, config, handler: head })
      scope.route({ method: 'OPTIONS', url, config, handler: preflight('GET, HEAD, POST, OPTIONS') })
    }
    done()
  }

  type WithUid = FastifyRequest<{ Params: { uid: string } }>

  async function get(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { uid } = (request as WithUid).params
    const dialect = dialectAsked(request.headers)
    if (dialect) {
      const { type, body } = dialect.request(await issue(uid, dialect.coin(request.headers)), baseUrl)
      return reply.header('content-type', type).send(body)
    }
    const types = accepted(request.headers.accept)
    if (types.includes('application/json') && !types.includes('text/html')) {
      return reply.header('content-type', 'application/json; charset=utf-8').send(await show(uid))
    }
    requireReadable(types)
    return reply.redirect(`${baseUrl}/checkout/${uid}`, 303)
  }

  async function head(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const dialect = dialectAsked(request.headers)
    if (dialect) await check((request as WithUid).params.uid, dialect.coin(request.headers))
    return reply.header('content-type', 'application/json; charset=utf-8').send()
  }
}

/** A wallet of a protocol or coin that we do not speak is told so; everything else is a browser. */
function requireReadable(types: readonly string[]): void {
  const foreign = types.find((type) => /^application\/.+-paymentrequest$/.test(type))
  if (foreign === undefined) return
  throw new Refused('accept_unsupported', foreign.slice(0, 60))
}
