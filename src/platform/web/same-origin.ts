import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'

/**
 * A form submission must come from one of our pages. Browsers state the origin in `Sec-Fetch-Site`, or in `Origin`, which is `null` if the
 * page sends no referrer. A client that sends neither is not a browser submitting a form, and is rejected.
 * @throws {ApiError} `cross_site`
 */
export function requireSameOriginForm({ headers }: Pick<FastifyRequest, 'headers'>, baseUrl: string): void {
  const site = headers['sec-fetch-site']
  const { origin } = headers
  const isForeign = origin !== undefined && origin !== 'null' && origin !== new URL(baseUrl).origin
  const isSameOrigin = site === undefined ? origin !== undefined && origin !== 'null' : site === 'same-origin'
  if (isForeign || !isSameOrigin) throw new ApiError('cross_site')
}

/**
 * The stricter check for requests authenticated by a cookie, whose pages do send their origin: rejects any other origin, including `null`.
 * @throws {ApiError} `cross_site`
 */
export function requireSameOrigin({ headers }: Pick<FastifyRequest, 'headers'>, baseUrl: string): void {
  const site = headers['sec-fetch-site']
  const { origin } = headers
  const isForeign = origin !== undefined && origin !== new URL(baseUrl).origin
  if (isForeign || (site !== undefined && site !== 'same-origin') || (site ?? origin) === undefined)
    throw new ApiError('cross_site')
}
