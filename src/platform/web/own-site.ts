import type { FastifyRequest } from 'fastify'
import { Refused } from '../../kernel/refused.ts'

/**
 * What a form writes must come from a page of ours: browsers say so in `Sec-Fetch-Site`, or in `Origin`, which is `null` where the page
 * sends no referrer. Who says neither is no browser with a form.
 * @throws {Refused} `cross_site`
 */
export function requireOwnSite({ headers }: Pick<FastifyRequest, 'headers'>, baseUrl: string): void {
  const site = headers['sec-fetch-site']
  const { origin } = headers
  const foreign = origin !== undefined && origin !== 'null' && origin !== new URL(baseUrl).origin
  const own = site === undefined ? origin !== undefined && origin !== 'null' : site === 'same-origin'
  if (foreign || !own) throw new Refused('cross_site')
}

/**
 * The same of what a cookie writes, on pages that do send their origin: nothing that is not ours is passed over, `null` included.
 * @throws {Refused} `cross_site`
 */
export function requireOwnOrigin({ headers }: Pick<FastifyRequest, 'headers'>, baseUrl: string): void {
  const site = headers['sec-fetch-site']
  const { origin } = headers
  const foreign = origin !== undefined && origin !== new URL(baseUrl).origin
  if (foreign || (site !== undefined && site !== 'same-origin') || (site ?? origin) === undefined)
    throw new Refused('cross_site')
}
