import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { type CoinCode, findCoin } from '../coins/index.ts'
import { InvoiceParams } from '../invoices/schemas.ts'
import { ApiError } from '../kernel/api-error.ts'
import { errorFor } from '../platform/http/errors.ts'
import { skipValidation } from '../platform/http/server.ts'
import type { Assets } from '../platform/web/assets.ts'
import { formType, readForms } from '../platform/web/form-body.ts'
import { chooseLanguage, languages } from '../platform/web/language.ts'
import { requireSameSite } from '../platform/web/same-origin.ts'
import { sendPage, sendPageWithEtag } from '../platform/web/send.ts'
import type { Checkout } from './checkout.ts'
import { addressOf, type CheckoutContext, type CheckoutPageQuery } from './pages/checkout-context.ts'
import { checkoutPage, panel } from './pages/checkout-page.ts'
import { isReturning, returnSeconds } from './pages/ended.ts'
import { missingPage } from './pages/missing-page.ts'
import { type CheckoutTranslator, getTranslator } from './pages/words.ts'
import { type SandboxAction, sandboxActions } from './sandbox.ts'
import { backToPage, CheckoutQuery, formRefused, pageAnswers, SandboxForm } from './schemas.ts'
import type { Checkouts } from './show.ts'

export interface CheckoutRouteParts extends Checkouts {
  readonly assets: Assets
  readonly baseUrl: string
  /** Path component of the base URL. */
  readonly prefix: string
  readonly hasSocket: boolean
  /** Runs a sandbox action; null outside the sandbox. */
  readonly act: ((deed: SandboxAction, uid: string, coin: CoinCode) => Promise<void>) | null
  readonly now: () => number
}

const config = { access: 'public' } as const
const tags = ['Pages']

type Query = Partial<Record<'coin' | 'lang' | 'part' | 'embed' | 'stay', unknown>>

/** `GET /checkout/{uid}`: the page on which a payer pays an invoice. In the sandbox it also has test-payment buttons. */
export function checkoutRoutes(parts: CheckoutRouteParts): FastifyPluginCallback {
  const { assets, baseUrl, prefix, hasSocket, act, now } = parts
  const connectTo = [new URL(baseUrl).origin.replace(/^http/, 'ws')]
  return (scope, _options, done) => {
    scope.setErrorHandler(answerFailure)
    const schema = { tags, params: InvoiceParams, querystring: CheckoutQuery, response: pageAnswers }
    const summary = 'Shows the checkout page of an invoice'
    const route = { ...skipValidation, url: '/checkout/:uid', config, schema: { ...schema, summary } }
    scope.route({ ...route, method: 'GET', exposeHeadRoute: false, handler: show })
    scope.route({ ...route, method: 'HEAD', handler: look })
    if (act) sandboxForm(scope, act)
    done()
  }

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { uid, asked } = read(request)
    const isPart = (request.query as Query).part === 'panel'
    const checkout = await (isPart ? parts.showWithoutRequote(uid, asked.coin) : parts.show(uid, asked.coin))
    const { frameOrigins } = checkout.storefront
    const own = sceneOf(request, checkout, asked)
    const back = isPart ? null : returnUrl(request, checkout, own.query)
    const scene = { ...own, isPart, returns: back !== null }
    const options = { framedBy: frameOrigins, connectTo }
    reply.header('x-server-time', scene.now)
    if (back) reply.header('refresh', `${returnSeconds}; url=${back}`)
    if (isPart) return sendPageWithEtag(request, reply, panel(scene, checkout).text, options)
    return sendPage(request, reply, checkoutPage(scene, checkout), options)
  }

  /** A HEAD request doesn't renew the prices. */
  async function look(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { uid, asked } = read(request)
    const checkout = await parts.showWithoutRequote(uid, asked.coin)
    return sendPage(request, reply, '', { framedBy: checkout.storefront.frameOrigins, connectTo })
  }

  function sceneOf(request: FastifyRequest, { uid, storefront }: Checkout, asked: CheckoutPageQuery) {
    const embed = storefront.frameOrigins.find((origin) => origin === asked.embed) ?? null
    const words = wordsFor(request)
    const hasSandbox = act !== null
    return { words, assets, prefix, uid, query: { ...asked, embed }, hasSandbox, hasSocket, now: now() }
  }

  function sandboxForm(scope: Parameters<FastifyPluginCallback>[0], run: NonNullable<typeof act>): void {
    readForms(scope)
    const body = { content: { [formType]: { schema: SandboxForm } } }
    const response = { 303: backToPage, ...formRefused, ...pageAnswers }
    const schema = { summary: 'Runs a sandbox action', tags, params: InvoiceParams, body, response }
    scope.post(
      '/checkout/:uid/sandbox',
      { ...skipValidation, config, schema, preParsing: async (request) => requireSameSite(request, baseUrl) },
      async (request, reply) => {
        const form = request.body as Readonly<Record<string, string>>
        const { uid } = request.params as { uid: string }
        const deed = sandboxActions.find((each) => each === form.deed)
        const coin = findCoin(form.coin ?? '')
        if (!deed || !coin)
          throw new ApiError(
            'body_invalid',
            'Send deed and coin: the name of an action and the code of a coin.',
          )
        await run(deed, uid, coin.code)
        const asked = askedBy({ coin: form.chosen, lang: form.lang, embed: form.embed, stay: form.stay })
        return reply.redirect(addressOf({ prefix, uid, query: asked } as CheckoutContext), 303)
      },
    )
  }

  /** Answers every failure with an HTML page. */
  async function answerFailure(
    error: Error,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const refused = errorFor(error, request)
    if (refused.retryAfter !== undefined) reply.header('retry-after', refused.retryAfter)
    const name = refused.status === 404 ? 'missing' : refused.status === 500 ? 'failed' : 'rejected'
    return sendPage(request, reply, missingPage(assets, wordsFor(request), name), { status: refused.status })
  }
}

const framed: readonly unknown[] = ['iframe', 'frame', 'embed', 'object']

/**
 * Redirect target, ASCII-encoded for the header; null to stay. A framed page stays, because the redirect would load the shop inside the
 * frame.
 */
function returnUrl(
  { headers }: FastifyRequest,
  { shop, state }: Checkout,
  asked: CheckoutPageQuery,
): string | null {
  if (!shop || !isReturning(state) || asked.stay || asked.embed !== null) return null
  return framed.includes(headers['sec-fetch-dest']) ? null : new URL(shop.url).href
}

function read(request: FastifyRequest): { uid: string; asked: CheckoutPageQuery } {
  return { uid: (request.params as { uid: string }).uid, asked: askedBy(request.query as Query) }
}

/** Ignores unknown parameter values, so that old links keep working. */
function askedBy({ coin, lang, embed, stay }: Query): CheckoutPageQuery {
  return {
    coin: (typeof coin === 'string' && findCoin(coin)?.code) || null,
    language: languages.find((language) => language === lang) ?? null,
    embed: typeof embed === 'string' ? embed : null,
    stay: stay === '1',
  }
}

function wordsFor({ headers, query }: FastifyRequest): CheckoutTranslator {
  const { lang } = (query ?? {}) as Query
  return getTranslator(
    chooseLanguage(headers['accept-language'], typeof lang === 'string' ? lang : undefined),
  )
}
