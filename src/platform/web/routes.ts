import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import type { Assets } from './assets.ts'
import { sendAsset } from './send.ts'

const createPublicRoute = (summary: string, types: readonly string[]) => {
  const content = Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]))
  return {
    config: { access: 'public' },
    schema: { summary, tags: ['Pages'], response: { 200: { content } } },
  } as const
}

/** `GET /assets/…`: assets of the pages. `GET /checkout.js`: the script that shops embed. */
export function registerAssetRoutes(app: Pick<FastifyInstance, 'get'>, assets: Assets): void {
  const assetTypes = ['text/css', 'text/javascript', 'image/svg+xml', 'font/woff2']
  app.get<{ Params: { file: string } }>(
    '/assets/:file',
    createPublicRoute('Returns a stylesheet, script, image or font of the pages', assetTypes),
    async (request, reply) => {
      const asset = assets.find(request.params.file)
      if (!asset) throw new ApiError('not_found')
      return sendAsset(request, reply, asset, { isImmutable: true })
    },
  )
  app.get(
    '/checkout.js',
    createPublicRoute('Returns the script with which a shop opens the checkout page in a frame or pop-up', [
      'text/javascript',
    ]),
    async (request, reply) => sendAsset(request, reply, assets.get('embed.js'), { isImmutable: false }),
  )
}
