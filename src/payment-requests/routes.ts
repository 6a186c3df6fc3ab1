import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { InvoiceParams } from '../invoices/schemas.ts'
import type { RenderedInvoice } from '../invoices/show.ts'
import { ApiError } from '../kernel/api-error.ts'
import { allowAnyOrigin, createPreflightHandler } from '../platform/http/cors.ts'
import { createErrorHandler, type ErrorFormatter } from '../platform/http/errors.ts'
import { skipValidation } from '../platform/http/server.ts'
import { type GetIntent, json, parseAccept } from './dialects/dialect.ts'
import { findUnsupportedType, parseGet } from './dialects/index.ts'
import type { PaymentAddress } from './payment-address.ts'
import type { PaymentOffer, PaymentRequest } from './request.ts'
import { AddressParams, AddressResponse, RequestHeaders, requestResponses } from './schemas.ts'
import { type CompleteResponse, formatWalletErrorBody, type Responder, vary } from './wallet-response.ts'

interface PaymentRequestDependencies {
  readonly issue: (uid: string, coinName: string | null) => Promise<PaymentRequest>
  /** All coins that can be requested. */
  readonly offer: (uid: string) => Promise<PaymentOffer>
  /** Checks that the invoice exists and that this coin, or with null any coin, can be requested. Allocates no address. */
  readonly check: (uid: string, intent: { readonly coin: string | null } | null) => Promise<void>
  /** The public view of the invoice, as JSON. */
  readonly show: (uid: string) => Promise<Pick<RenderedInvoice, 'public'>>
  /**
   * Checks that the invoice exists, without creating a new quote.
   * @throws {ApiError} `invoice_not_found`
   */
  readonly showWithoutRequote: (uid: string) => Promise<unknown>
  readonly respondTo: Responder['respondTo']
  readonly baseUrl: string
}

const schema = {
  summary: 'Returns the payment request of an invoice; the headers choose the coin and the format',
  tags: ['Payments'],
  params: InvoiceParams,
  headers: RequestHeaders,
  response: requestResponses,
}

export const formatWalletError: ErrorFormatter = ({ message, code, members }, request) =>
  formatWalletErrorBody(message, { error: message, code, ...members }, request)

/** `GET /r/{uid}`: one URL for every wallet. The request headers select the dialect and the coin. */
export function createPaymentRequestRoutes(dependencies: PaymentRequestDependencies): FastifyPluginCallback {
  const { issue, offer, check, show, showWithoutRequote, respondTo, baseUrl } = dependencies
  return (scope, _options, done) => {
    scope.setErrorHandler(createErrorHandler(formatWalletError))
    scope.addHook('onRequest', allowAnyOrigin)
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.header('vary', vary).header('cache-control', 'no-store')
      next()
    })
    const config = { access: 'public' } as const
    for (const url of ['/r/:uid', '/i/:uid']) {
      const route = { ...skipValidation, config, schema, exposeHeadRoute: false, handler: get }
      scope.route({ method: 'GET', url, ...route })
      scope.route({ method: 'HEAD', url, config, handler: handleHead })
      scope.route({
        method: 'OPTIONS',
        url,
        config,
        handler: createPreflightHandler('GET, HEAD, POST, OPTIONS'),
      })
    }
    done()
  }

  async function get(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const uid = getUid(request)
    const intent = parseGet(request.headers)
    if (intent) {
      const { headers, body } = await respond(intent, uid)
      return reply.headers(headers).send(body)
    }
    if (!wantsJson(request)) return reply.redirect(getCheckoutUrl(uid), 303)
    return reply.header('content-type', json).send((await show(uid)).public)
  }

  async function respond(intent: GetIntent, uid: string): Promise<CompleteResponse> {
    return intent.kind === 'offer'
      ? respondTo(await offer(uid), intent.respond)
      : respondTo(await issue(uid, intent.coin), intent.respond)
  }

  async function handleHead(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const uid = getUid(request)
    const intent = parseGet(request.headers)
    if (intent) await check(uid, intent.kind === 'offer' ? null : intent)
    else if (!wantsJson(request)) return reply.redirect(getCheckoutUrl(uid), 303)
    else await showWithoutRequote(uid)
    return reply.header('content-type', intent?.type ?? json).send()
  }

  function getCheckoutUrl(uid: string): string {
    return `${baseUrl}/checkout/${encodeURIComponent(uid)}`
  }
}

interface Params {
  readonly uid: string
  readonly currency: string
}

interface AddressRouteDependencies {
  readonly findPaymentAddress: (uid: string, coinName: string) => Promise<PaymentAddress>
  /** Issues no quote and no address. */
  readonly checkPaymentAddress: (uid: string, coinName: string) => Promise<void>
}

/** `GET /invoices/{uid}/address/{currency}`: what a wallet without a payment protocol needs. */
export function createPaymentAddressRoutes({
  findPaymentAddress,
  checkPaymentAddress,
}: AddressRouteDependencies): FastifyPluginCallback {
  return (scope, _options, done) => {
    scope.addHook('onRequest', allowAnyOrigin)
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.header('cache-control', 'no-store')
      next()
    })
    const url = '/invoices/:uid/address/:currency'
    const config = { access: 'public' } as const
    scope.get(
      url,
      {
        config,
        exposeHeadRoute: false,
        schema: {
          summary: 'Returns the address for one coin of an invoice that accepts any wallet',
          tags: ['Payments'],
          params: AddressParams,
          response: { 200: AddressResponse },
        },
      },
      ({ params }) => {
        const { uid, currency } = params as Params
        return findPaymentAddress(uid, currency)
      },
    )
    scope.head(url, { config }, async ({ params }, reply) => {
      const { uid, currency } = params as Params
      await checkPaymentAddress(uid, currency)
      return reply.header('content-type', json).send()
    })
    scope.options(url, { config }, createPreflightHandler('GET, HEAD, OPTIONS'))
    done()
  }
}

const getUid = ({ params }: FastifyRequest): string => (params as { readonly uid: string }).uid

/**
 * Programs get the invoice as JSON, browsers the checkout page.
 * @throws {ApiError} `accept_unsupported` for wallets of an unsupported protocol or coin
 */
function wantsJson({ headers }: FastifyRequest): boolean {
  const types = parseAccept(headers.accept)
  if (types.includes('application/json') && !types.includes('text/html')) return true
  const unsupportedType = findUnsupportedType(headers.accept)
  if (unsupportedType !== null) throw new ApiError('accept_unsupported', unsupportedType.slice(0, 60))
  return false
}
