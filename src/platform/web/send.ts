import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Asset } from './assets.ts'
import { chooseEncoding, compressOnce, compressPage } from './assets.ts'

interface PageOptions {
  readonly status?: number
  /** Origins whose pages may frame this one; none by default. */
  readonly framedBy?: readonly string[]
  /** Origins that scripts may connect to, in addition to the page's own. */
  readonly connectTo?: readonly string[]
  /** Origins that its forms may be sent to, in addition to the page's own. */
  readonly submitTo?: readonly string[]
}

/** A page that is the same for everyone. It is hashed once, and compressed once per encoding. */
export interface SharedPage {
  readonly etag: string
  readonly readBody: Asset['readBody']
}

export const createSharedPage = (text: string): SharedPage => ({
  etag: computeEtag(text),
  readBody: compressOnce(Buffer.from(text)),
})

/** Sends a page. It isn't cached, loads nothing from other origins and sends no referrer. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string | SharedPage,
  { status = 200, framedBy = [], connectTo = [], submitTo = [] }: PageOptions = {},
): Promise<FastifyReply> {
  reply
    .code(status)
    .headers({ ...pageHeaders, vary: 'Accept-Language, Accept-Encoding' })
    .header('content-security-policy', buildContentSecurityPolicy({ framedBy, connectTo, submitTo }))
  if (framedBy.length === 0) reply.header('x-frame-options', 'DENY')
  return sendCompressed(request, reply, page)
}

/** Sends a page with an `ETag`. Responds 304 if the client already has it. */
export async function sendPageWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string | SharedPage,
  options: PageOptions = {},
): Promise<FastifyReply> {
  const tag = typeof page === 'string' ? computeEtag(page) : page.etag
  reply.header('etag', tag)
  if (request.headers['if-none-match'] !== tag) return sendPage(request, reply, page, options)
  return reply
    .code(304)
    .headers({ ...pageHeaders })
    .send()
}

/** The `ETag` of a fragment. Weak, because the response may be compressed or not. */
export const computeEtag = (text: string): string =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}

const buildContentSecurityPolicy = ({
  framedBy,
  connectTo,
  submitTo,
}: Required<Omit<PageOptions, 'status'>>): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    ["connect-src 'self'", ...connectTo].join(' '),
    ["form-action 'self'", ...submitTo].join(' '),
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
  ].join('; ')

async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string | SharedPage,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  if (encoding !== null) reply.header('content-encoding', encoding)
  if (typeof page !== 'string') return reply.send(await page.readBody(encoding))
  return reply.send(encoding === null ? page : await compressPage(page, encoding))
}

const yearInSeconds = 31_536_000

/** Sends an asset. With `isImmutable`, browsers may cache it forever, because its URL changes with its content. */
export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  { isImmutable }: { readonly isImmutable: boolean },
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const body = await asset.readBody(encoding)
  const isCompressed = encoding !== null && !asset.type.startsWith('font/')
  return reply
    .headers({
      'content-type': asset.type,
      'cache-control': isImmutable ? `public, max-age=${yearInSeconds}, immutable` : 'public, max-age=3600',
      'cross-origin-resource-policy': isImmutable ? 'same-site' : 'cross-origin',
      vary: 'Accept-Encoding',
      ...(isCompressed && { 'content-encoding': encoding }),
    })
    .send(body)
}
