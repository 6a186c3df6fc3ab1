import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { findCoin } from '../coins/index.ts'
import { InvoiceParams } from '../invoices/schemas.ts'
import { ApiError } from '../kernel/api-error.ts'
import { toResponseError } from '../platform/http/errors.ts'
import { skipValidation } from '../platform/http/server.ts'
import type { Assets } from '../platform/web/assets.ts'
import { formType, readForms } from '../platform/web/form-body.ts'
import { chooseLanguage, languages } from '../platform/web/language.ts'
import { requireSameOriginForm } from '../platform/web/same-origin.ts'
import { sendPage, sendPageWithEtag } from '../platform/web/send.ts'
import type { Checkout } from './checkout.ts'
import { type CheckoutContext, type CheckoutPageQuery, getCheckoutUrl } from './pages/checkout-context.ts'
import { renderCheckoutPage, renderPanel } from './pages/checkout-page.ts'
import { renderErrorPage } from './pages/error-page.ts'
import { returnSeconds, shouldRedirect } from './pages/outcome-panels.ts'
import { type CheckoutTranslator, getTranslator } from './pages/translator.ts'
import { type createSandboxActions, sandboxActions } from './sandbox.ts'
import { CheckoutQuery, formErrors, pageResponses, redirectToPage, SandboxForm } from './schemas.ts'
import type { Checkouts } from './show.ts'

interface CheckoutRouteDependencies extends Checkouts {
  readonly assets: Assets
  readonly baseUrl: string
  /** Path component of the base URL. */
  readonly prefix: string
  readonly hasSocket: boolean
  /** Runs a sandbox action; null outside the sandbox. */
  readonly runSandboxAction: ReturnType<typeof createSandboxActions> | null
  readonly now: () => number
}

const config = { access: 'public' } as const
const tags = ['Pages']

type Query = Partial<Record<'coin' | 'lang' | 'part' | 'embed' | 'stay', unknown>>

/** `GET /checkout/{uid}`: the page on which a payer pays an invoice. In the sandbox it also has test-payment buttons. */
export function createCheckoutRoutes(dependencies: CheckoutRouteDependencies): FastifyPluginCallback {
  const { assets, baseUrl, prefix, hasSocket, runSandboxAction, now } = dependencies
  const connectTo = [new URL(baseUrl).origin.replace(/^http/, 'ws')]
  return (scope, _options, done) => {
    scope.setErrorHandler(sendErrorPage)
    const schema = { tags, params: InvoiceParams, querystring: CheckoutQuery, response: pageResponses }
    const summary = 'Shows the checkout page of an invoice'
    const route = { ...skipValidation, url: '/checkout/:uid', config, schema: { ...schema, summary } }
    scope.route({ ...route, method: 'GET', exposeHeadRoute: false, handler: show })
    scope.route({ ...route, method: 'HEAD', handler: showHead })
    if (runSandboxAction) registerSandboxRoute(scope, runSandboxAction)
    done()
  }

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { uid, query } = parseRequest(request)
    const isFragment = (request.query as Query).part === 'panel'
    const checkout = await (isFragment
      ? dependencies.showPanel(uid, query.coin)
      : dependencies.show(uid, query.coin))
    const { frameOrigins } = checkout.storefront
    const baseContext = createContext(request, checkout, query)
    const redirectUrl = isFragment ? null : getRedirectUrl(request, checkout, baseContext.query)
    const context = { ...baseContext, isFragment, redirectsToShop: redirectUrl !== null }
    const options = { framedBy: frameOrigins, connectTo }
    reply.header('x-server-time', context.now)
    if (redirectUrl) reply.header('refresh', `${returnSeconds}; url=${redirectUrl}`)
    if (isFragment) return sendPageWithEtag(request, reply, renderPanel(context, checkout).text, options)
    return sendPage(request, reply, renderCheckoutPage(context, checkout), options)
  }

  /** Handles a HEAD request, which doesn't requote. */
  async function showHead(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { uid, query } = parseRequest(request)
    const checkout = await dependencies.showWithoutRequote(uid, query.coin)
    return sendPage(request, reply, '', { framedBy: checkout.storefront.frameOrigins, connectTo })
  }

  function createContext(
    request: FastifyRequest,
    { uid, storefront, language }: Checkout,
    query: CheckoutPageQuery,
  ) {
    const embed = storefront.frameOrigins.find((origin) => origin === query.embed) ?? null
    const translator = chooseTranslator(request, language)
    const hasSandbox = runSandboxAction !== null
    return { translator, assets, prefix, uid, query: { ...query, embed }, hasSandbox, hasSocket, now: now() }
  }

  function registerSandboxRoute(
    scope: Parameters<FastifyPluginCallback>[0],
    run: NonNullable<typeof runSandboxAction>,
  ): void {
    readForms(scope)
    const body = { content: { [formType]: { schema: SandboxForm } } }
    const response = { 303: redirectToPage, ...formErrors, ...pageResponses }
    const schema = { summary: 'Runs a sandbox action', tags, params: InvoiceParams, body, response }
    scope.post(
      '/checkout/:uid/sandbox',
      {
        ...skipValidation,
        config,
        schema,
        preParsing: async (request) => requireSameOriginForm(request, baseUrl),
      },
      async (request, reply) => {
        const form = request.body as Readonly<Record<string, string>>
        const { uid } = request.params as { uid: string }
        const action = sandboxActions.find((name) => name === form.action)
        const coin = findCoin(form.coin ?? '')
        if (!action || !coin)
          throw new ApiError(
            'body_invalid',
            'Send action and coin: the name of an action and the code of a coin.',
          )
        await run(action, uid, coin.code, form.amount ?? '')
        const query = parseCheckoutQuery({
          coin: form.chosen,
          lang: form.lang,
          embed: form.embed,
          stay: form.stay,
        })
        return reply.redirect(getCheckoutUrl({ prefix, uid, query } as CheckoutContext), 303)
      },
    )
  }

  /** Responds to every error with an HTML page. */
  async function sendErrorPage(
    error: Error,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const apiError = toResponseError(error, request)
    if (apiError.retryAfter !== undefined) reply.header('retry-after', apiError.retryAfter)
    const name = apiError.status === 404 ? 'missing' : apiError.status === 500 ? 'failed' : 'rejected'
    return sendPage(request, reply, renderErrorPage(assets, chooseTranslator(request), name), {
      status: apiError.status,
    })
  }
}

const frameDestinations: readonly unknown[] = ['iframe', 'frame', 'embed', 'object']

/**
 * Redirect target, ASCII-encoded for the header; null to stay. A framed page stays, because the redirect would load the shop inside the
 * frame.
 */
function getRedirectUrl(
  { headers }: FastifyRequest,
  checkout: Checkout,
  query: CheckoutPageQuery,
): string | null {
  const { shop } = checkout
  if (
    !shop?.returnsAutomatically ||
    !shouldRedirect(checkout) ||
    query.isRedirectCancelled ||
    query.embed !== null
  )
    return null
  return frameDestinations.includes(headers['sec-fetch-dest']) ? null : new URL(shop.url).href
}

function parseRequest(request: FastifyRequest): { uid: string; query: CheckoutPageQuery } {
  return { uid: (request.params as { uid: string }).uid, query: parseCheckoutQuery(request.query as Query) }
}

/** Ignores unknown parameter values, so that old links keep working. */
function parseCheckoutQuery({ coin, lang, embed, stay }: Query): CheckoutPageQuery {
  return {
    coin: (typeof coin === 'string' && findCoin(coin)?.code) || null,
    language: languages.find((language) => language === lang) ?? null,
    embed: typeof embed === 'string' ? embed : null,
    isRedirectCancelled: stay === '1',
  }
}

/** The payer's choice, else the shop's, else the browser's. */
function chooseTranslator(
  { headers, query }: FastifyRequest,
  shopLanguage: string | null = null,
): CheckoutTranslator {
  const { lang } = (query ?? {}) as Query
  const chosen =
    languages.find((language) => language === lang) ?? shopLanguage?.toLowerCase().split(/[-_]/, 1)[0]
  return getTranslator(chooseLanguage(headers['accept-language'], chosen))
}
