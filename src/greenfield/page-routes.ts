import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { skipValidation } from '../platform/http/server.ts'
import type { Assets } from '../platform/web/assets.ts'
import { sendAsset } from '../platform/web/send.ts'
import { parsePaymentMethodId } from './payment-methods.ts'
import { tags } from './schemas.ts'

interface PageRouteDependencies {
  readonly assets: Assets
  readonly baseUrl: string
}

const config = { access: 'public' } as const
const redirects = { 303: Type.Null({ description: 'To the checkout page' }) }

/** The URLs under which shop pages expect the checkout, and the script that opens it in a window. */
export function registerGreenfieldPageRoutes(
  app: Pick<FastifyInstance, 'get'>,
  { assets, baseUrl }: PageRouteDependencies,
): void {
  app.get(
    '/modal/btcpay.js',
    {
      config,
      schema: {
        summary: 'Returns the script that plug-ins use to show the checkout on top of a shop’s page',
        tags,
        response: { 200: { content: { 'text/javascript': { schema: { type: 'string' } } } } },
      },
    },
    async (request, reply) => sendAsset(request, reply, assets.get('modal.js'), { isImmutable: false }),
  )
  app.get<{ Params: { uid: string; method: string } }>(
    '/i/:uid/:method',
    {
      config,
      schema: { summary: 'Redirects to the checkout page, for one coin', tags, response: redirects },
    },
    async ({ params: { uid, method } }, reply) => {
      const coin = parsePaymentMethodId(method)
      return reply.redirect(`${buildCheckoutUrl(uid)}${coin === null ? '' : `?coin=${coin}`}`, 303)
    },
  )
  app.get<{ Querystring: { id?: unknown } }>(
    '/invoice',
    {
      ...skipValidation,
      config,
      schema: {
        summary: 'Redirects to the checkout page',
        tags,
        querystring: Type.Object({ id: Type.Optional(Type.String({ description: 'Uid of the invoice' })) }),
        response: redirects,
      },
    },
    async ({ query: { id } }, reply) => reply.redirect(buildCheckoutUrl(String(id ?? '')), 303),
  )

  /** The checkout page shows whether the invoice exists. */
  function buildCheckoutUrl(uid: string): string {
    return `${baseUrl}/checkout/${encodeURIComponent(uid)}`
  }
}
