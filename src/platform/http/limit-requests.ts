import type { IncomingMessage } from 'node:http'
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

/**
 * What is asked on one socket. The token that a message names, as a request would: in the usual header; null where it names none.
 * @throws {Refused} `too_many_requests`
 */
export type TakeMessage = (token: string | null) => void

/** A socket's upgrade, and each message on it, counts as a request of its address, and as a call of the token that it names. */
export function limitSockets(take: TakeRequest, addressOf: (request: IncomingMessage) => string) {
  return (request: IncomingMessage): TakeMessage => {
    const address = addressClass(addressOf(request))
    count(presented(request))
    return (token) => count(token === null ? null : `Basic ${Buffer.from(`${token}:`).toString('base64')}`)

    function count(credentials: string | null): void {
      const byAddress = take('addresses', address)
      const byToken = credentials === null ? null : take('calls', digestOf(credentials))
      const refused = [byAddress, byToken].find((allowance) => allowance?.allowed === false)
      if (refused) throw new Refused('too_many_requests').after(refused.resetSeconds)
    }
  }
}

const nameOf = ({ method, routeOptions }: FastifyRequest) =>
  method === 'POST' && routeOptions.url === '/invoices' ? 'creations' : 'calls'

function presented({
  headers: { authorization, authentication },
}: Pick<IncomingMessage, 'headers'>): string | null {
  return authorization ?? (authentication === undefined ? null : String(authentication))
}
