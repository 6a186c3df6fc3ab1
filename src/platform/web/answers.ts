import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Asset } from './assets.ts'
import { codingOf, compressPage } from './assets.ts'

export interface PageOptions {
  readonly status?: number
  /** Origins whose pages may show this one in a frame; none by default. */
  readonly framedBy?: readonly string[]
  /** Where its scripts may connect to beside the page's own origin. */
  readonly connectTo?: readonly string[]
}

/** A page as it leaves: nothing of it is kept, nothing in it comes from elsewhere, and it tells nobody where its reader was. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  { status = 200, framedBy = [], connectTo = [] }: PageOptions = {},
): Promise<FastifyReply> {
  reply
    .code(status)
    .headers({ ...pageHeaders, vary: 'Accept-Language, Accept-Encoding' })
    .header('content-security-policy', policy(framedBy, connectTo))
  if (framedBy.length === 0) reply.header('x-frame-options', 'DENY')
  return sendCoded(request, reply, text)
}

/** The same with an `ETag`: who has it already is answered 304. */
export async function sendPart(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  options: PageOptions = {},
): Promise<FastifyReply> {
  const tag = tagOf(text)
  reply.header('etag', tag)
  if (request.headers['if-none-match'] !== tag) return sendPage(request, reply, text, options)
  return reply
    .code(304)
    .headers({ ...pageHeaders })
    .send()
}

/** The `ETag` of a piece: weak, for it goes out compressed or plain. */
export const tagOf = (text: string): string =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}

const policy = (framedBy: readonly string[], connectTo: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    ["connect-src 'self'", ...connectTo].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
  ].join('; ')

async function sendCoded(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const coding = codingOf(request.headers['accept-encoding'])
  if (coding === null) return reply.send(text)
  return reply.header('content-encoding', coding).send(await compressPage(text, coding))
}

const yearInSeconds = 31_536_000

/** Something that pages load. `kept`: its address changes when it does. */
export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  { kept }: { readonly kept: boolean },
): Promise<FastifyReply> {
  const coding = codingOf(request.headers['accept-encoding'])
  const body = await asset.body(coding)
  const coded = coding !== null && !asset.type.startsWith('font/')
  return reply
    .headers({
      'content-type': asset.type,
      'cache-control': kept ? `public, max-age=${yearInSeconds}, immutable` : 'public, max-age=3600',
      'cross-origin-resource-policy': kept ? 'same-site' : 'cross-origin',
      vary: 'Accept-Encoding',
      ...(coded && { 'content-encoding': coding }),
    })
    .send(body)
}
