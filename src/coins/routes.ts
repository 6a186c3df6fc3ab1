import type { FastifyInstance } from 'fastify'
import { ApiError } from '../kernel/api-error.ts'
import { findCoin } from './index.ts'

const dayInSeconds = 86_400
const routeOptions = {
  config: { access: 'public' },
  schema: {
    summary: 'Returns the icon of a coin',
    tags: ['Invoices'],
    response: { 200: { content: { 'image/svg+xml': { schema: { type: 'string' } } } } },
  },
} as const

/** `GET /coins/btc.svg`: the coins' icons. */
export function registerCoinRoutes(app: Pick<FastifyInstance, 'get'>): void {
  app.get<{ Params: { file: string } }>('/coins/:file', routeOptions, async (request, reply) => {
    const [, code] = /^([a-z]+)\.svg$/.exec(request.params.file) ?? []
    const coin = code === undefined ? undefined : findCoin(code)
    if (!coin) throw new ApiError('not_found')
    return reply
      .header('content-type', 'image/svg+xml; charset=utf-8')
      .header('cache-control', `public, max-age=${dayInSeconds}`)
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(coin.icon)
  })
}
