import type { FastifyInstance, FastifyRequest } from 'fastify'
import { digestOf } from '../../kernel/ids.ts'
import { Refused } from '../../kernel/refused.ts'
import { addressClass, rateLimitHeaders, type TakeRequest } from './rate-limits.ts'

/**
 * Answers 429 to who asks too often: by address, whatever it asks, and by access token. Tokens are told apart by what is presented, before
 * anybody looks whether it is one: so a flood costs no look-up. Every answer tells how its caller stands.
 */
export function limitRequests(server: Pick<FastifyInstance, 'addHook'>, take: TakeRequest): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/health/')) return done()
    const byAddress = take('addresses', addressClass(request.ip))
    const credentials = presented(request)
    const byToken = credentials === null ? null : take(nameOf(request), digestOf(credentials))
    const tightest = byAddress?.allowed === false ? byAddress : (byToken ?? byAddress)
    if (!tightest) return done()
    reply.headers(rateLimitHeaders(tightest))
    done(tightest.allowed ? undefined : new Refused('too_many_requests').after(tightest.resetSeconds))
  })
}

const nameOf = ({ method, routeOptions }: FastifyRequest) =>
  method === 'POST' && routeOptions.url === '/invoices' ? 'creations' : 'calls'

function presented({ headers: { authorization, authentication } }: FastifyRequest): string | null {
  return authorization ?? (authentication === undefined ? null : String(authentication))
}
