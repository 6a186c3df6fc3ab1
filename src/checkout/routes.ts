import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { type CoinCode, findCoin } from '../coins/index.ts'
import { InvoiceParams } from '../invoices/schemas.ts'
import { Refused } from '../kernel/refused.ts'
import { toRefused } from '../platform/http/errors.ts'
import { describedOnly } from '../platform/http/server.ts'
import { sendPage, sendPart } from '../platform/web/answers.ts'
import type { Assets } from '../platform/web/assets.ts'
import { formType, readForms } from '../platform/web/form-body.ts'
import { chooseLanguage, languages } from '../platform/web/language.ts'
import { requireOwnSite } from '../platform/web/own-site.ts'
import type { Checkout } from './checkout.ts'
import { checkoutPage, panel } from './pages/checkout-page.ts'
import { missingPage } from './pages/missing-page.ts'
import { type Asked, addressOf, type Scene } from './pages/scene.ts'
import { type Words, wordsOf } from './pages/words.ts'
import { type SandboxDeed, sandboxDeeds } from './sandbox.ts'
import { backToPage, CheckoutQuery, formRefused, pageAnswers, SandboxForm } from './schemas.ts'
import type { Checkouts } from './show.ts'

export interface CheckoutRouteParts extends Checkouts {
  readonly assets: Assets
  readonly baseUrl: string
  /** Path of the service's own address. */
  readonly prefix: string
  readonly hasSocket: boolean
  /** What the buttons of the sandbox do; null where there is none. */
  readonly act: ((deed: SandboxDeed, uid: string, coin: CoinCode) => Promise<void>) | null
  readonly now: () => number
}

const config = { access: 'public' } as const
const tags = ['Pages']

type Query = Partial<Record<'coin' | 'lang' | 'part' | 'embed', unknown>>

/** `GET /checkout/{uid}`: the page on which an invoice is paid; in the sandbox with buttons that pay it. */
export function checkoutRoutes(parts: CheckoutRouteParts): FastifyPluginCallback {
  const { assets, baseUrl, prefix, hasSocket, act, now } = parts
  const connectTo = [new URL(baseUrl).origin.replace(/^http/, 'ws')]
  return (scope, _options, done) => {
    scope.setErrorHandler(answerFailure)
    const schema = { tags, params: InvoiceParams, querystring: CheckoutQuery, response: pageAnswers }
    const summary = 'The page on which a payer pays an invoice'
    const route = { ...describedOnly, url: '/checkout/:uid', config, schema: { ...schema, summary } }
    scope.route({ ...route, method: 'GET', exposeHeadRoute: false, handler: show })
    scope.route({ ...route, method: 'HEAD', handler: look })
    if (act) sandboxForm(scope, act)
    done()
  }

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { uid, asked } = read(request)
    const isPart = (request.query as Query).part === 'panel'
    const checkout = await (isPart ? parts.glance(uid, asked.coin) : parts.open(uid, asked.coin))
    const { frameOrigins } = checkout.storefront
    const scene = { ...sceneOf(request, checkout, asked), isPart }
    const options = { framedBy: frameOrigins, connectTo }
    reply.header('x-server-time', scene.now)
    if (isPart) return sendPart(request, reply, panel(scene, checkout).text, options)
    return sendPage(request, reply, checkoutPage(scene, checkout), options)
  }

  /** Prices stay as they are for who only looks whether it is there. */
  async function look(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { uid, asked } = read(request)
    const checkout = await parts.glance(uid, asked.coin)
    return sendPage(request, reply, '', { framedBy: checkout.storefront.frameOrigins, connectTo })
  }

  function sceneOf(request: FastifyRequest, { uid, storefront }: Checkout, asked: Asked) {
    const embed = storefront.frameOrigins.find((origin) => origin === asked.embed) ?? null
    const words = wordsFor(request)
    const hasSandbox = act !== null
    return { words, assets, prefix, uid, asked: { ...asked, embed }, hasSandbox, hasSocket, now: now() }
  }

  function sandboxForm(scope: Parameters<FastifyPluginCallback>[0], run: NonNullable<typeof act>): void {
    readForms(scope)
    const body = { content: { [formType]: { schema: SandboxForm } } }
    const response = { 303: backToPage, ...formRefused, ...pageAnswers }
    const schema = { summary: 'A button of the sandbox', tags, params: InvoiceParams, body, response }
    scope.post(
      '/checkout/:uid/sandbox',
      { ...describedOnly, config, schema, preParsing: async (request) => requireOwnSite(request, baseUrl) },
      async (request, reply) => {
        const form = request.body as Readonly<Record<string, string>>
        const { uid } = request.params as { uid: string }
        const deed = sandboxDeeds.find((each) => each === form.deed)
        const coin = findCoin(form.coin ?? '')
        if (!deed || !coin) throw new Refused('body_invalid', 'deed and coin name a button and a coin.')
        await run(deed, uid, coin.code)
        const asked = askedBy({ coin: form.chosen, lang: form.lang, embed: form.embed })
        return reply.redirect(addressOf({ prefix, uid, asked } as Scene), 303)
      },
    )
  }

  /** Browsers are told in a page; what a program sent wrongly, in its own form. */
  async function answerFailure(
    error: Error,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const refused = toRefused(error)
    if (refused.status >= 500 && refused !== error) request.log.error({ err: error }, 'request failed')
    if (refused.retryAfter !== undefined) reply.header('retry-after', refused.retryAfter)
    const name = refused.status === 404 ? 'missing' : refused.status === 500 ? 'failed' : 'untaken'
    return sendPage(request, reply, missingPage(assets, wordsFor(request), name), { status: refused.status })
  }
}

function read(request: FastifyRequest): { uid: string; asked: Asked } {
  return { uid: (request.params as { uid: string }).uid, asked: askedBy(request.query as Query) }
}

/** What the address says and we do not know is passed over: links grow old. */
function askedBy({ coin, lang, embed }: Query): Asked {
  return {
    coin: (typeof coin === 'string' && findCoin(coin)?.code) || null,
    language: languages.find((language) => language === lang) ?? null,
    embed: typeof embed === 'string' ? embed : null,
  }
}

function wordsFor({ headers, query }: FastifyRequest): Words {
  const { lang } = (query ?? {}) as Query
  return wordsOf(chooseLanguage(headers['accept-language'], typeof lang === 'string' ? lang : undefined))
}
