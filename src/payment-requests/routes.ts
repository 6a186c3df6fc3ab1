import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { InvoiceParams } from '../invoices/schemas.ts'
import { Refused } from '../kernel/refused.ts'
import { openToAll, preflight } from '../platform/http/cors.ts'
import { answerErrors, type ErrorShape } from '../platform/http/errors.ts'
import { describedOnly } from '../platform/http/server.ts'
import type { Signer } from '../signing-keys/signer.ts'
import { type Asked, accepted, type Issuer, json, type Wire } from './dialects/dialect.ts'
import { askedBy, foreignTo } from './dialects/index.ts'
import type { PaymentOffer, PaymentRequest } from './request.ts'
import { RequestHeaders, requestAnswers } from './schemas.ts'
import { headersOf, vary, walletErrorBody } from './wire.ts'

export interface PaymentRequestParts {
  readonly issue: (uid: string, coinName: string | null) => Promise<PaymentRequest>
  /** Every coin that can be asked for. */
  readonly offer: (uid: string) => Promise<PaymentOffer>
  /** Is there such an invoice, and may that coin, or with null any, be asked for? Without allocating an address. */
  readonly check: (uid: string, asked: { readonly coin: string | null } | null) => Promise<void>
  /** The invoice as JSON, as anybody may see it. */
  readonly show: (uid: string) => Promise<string>
  /** Is there such an invoice? Without a fresh price. @throws {Refused} `invoice_not_found` */
  readonly glance: (uid: string) => Promise<unknown>
  readonly sign: Signer['sign']
  readonly issuer: Issuer
}

const schema = {
  summary: 'The payment request of an invoice; the headers choose the coin and the form',
  tags: ['Payments'],
  params: InvoiceParams,
  headers: RequestHeaders,
  response: requestAnswers,
}

export const walletError: ErrorShape = ({ message, code, members }, request) =>
  walletErrorBody(message, { error: message, code, ...members }, request)

/** `GET /r/{uid}`: one URL for every wallet; what it sends decides the dialect and the coin. */
export function paymentRequestRoutes(parts: PaymentRequestParts): FastifyPluginCallback {
  const { issue, offer, check, show, glance, sign, issuer } = parts
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

  async function get(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const uid = uidOf(request)
    const asked = askedBy(request.headers)
    if (asked) {
      const wire = await answerTo(asked, uid)
      return reply.headers(headersOf(wire, sign)).send(wire.body)
    }
    if (!wantsJson(request)) return reply.redirect(checkoutOf(uid), 303)
    return reply.header('content-type', json).send(await show(uid))
  }

  async function answerTo(asked: Asked, uid: string): Promise<Wire> {
    return asked.for === 'offer'
      ? asked.answer(await offer(uid), issuer)
      : asked.answer(await issue(uid, asked.coin), issuer)
  }

  async function head(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const uid = uidOf(request)
    const asked = askedBy(request.headers)
    if (asked) await check(uid, asked.for === 'offer' ? null : asked)
    else if (!wantsJson(request)) return reply.redirect(checkoutOf(uid), 303)
    else await glance(uid)
    return reply.header('content-type', asked?.type ?? json).send()
  }

  function checkoutOf(uid: string): string {
    return `${issuer.baseUrl}/checkout/${encodeURIComponent(uid)}`
  }
}

const uidOf = ({ params }: FastifyRequest): string => (params as { readonly uid: string }).uid

/** A program reads the invoice, a browser the page. @throws {Refused} `accept_unsupported` for wallets of a protocol or coin that we do not speak */
function wantsJson({ headers }: FastifyRequest): boolean {
  const types = accepted(headers.accept)
  if (types.includes('application/json') && !types.includes('text/html')) return true
  const foreign = foreignTo(headers.accept)
  if (foreign !== null) throw new Refused('accept_unsupported', foreign.slice(0, 60))
  return false
}
