import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import { digestOf } from '../../kernel/ids.ts'
import { parseBasicUsernames } from './basic-auth.ts'
import { type Allowance, addressClass, type RateLimiter, rateLimitHeaders } from './rate-limits.ts'
import { parseTokenScheme } from './token-scheme.ts'

/**
 * Answers 429 to callers over their limit: by address for any request, and by access token. Tokens are counted as sent, before any check
 * that they exist, so a flood costs no lookups. Every response reports the caller's limit.
 */
export function limitRequests(server: Pick<FastifyInstance, 'addHook'>, take: RateLimiter): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/health/')) return done()
    const byAddress = take('addresses', addressClass(request.ip))
    const byTokens = tokensOf(request).map((token) => take(nameOf(request), digestOf(token)))
    const [byToken = byAddress] = byTokens.sort(deniedFirst)
    const tightest = byAddress?.allowed === false ? byAddress : byToken
    if (!tightest) return done()
    reply.headers(rateLimitHeaders(tightest))
    done(
      tightest.allowed ? undefined : new ApiError('too_many_requests').withRetryAfter(tightest.resetSeconds),
    )
  })
}

/**
 * Limits the messages on one socket. `token`: the token that a message contains, if any.
 * @throws {ApiError} `too_many_requests`
 */
type MessageLimiter = (token: string | null) => void

/** A socket's upgrade and each message on it count as requests of its address, and as calls of the token they contain. */
export function limitSockets(take: RateLimiter, addressOf: (request: IncomingMessage) => string) {
  return (request: IncomingMessage): MessageLimiter => {
    const address = addressClass(addressOf(request))
    count(tokensOf(request))
    return (token) => count(token === null ? [] : [token])

    function count(tokens: readonly string[]): void {
      const byAddress = take('addresses', address)
      const byTokens = tokens.map((token) => take('calls', digestOf(token)))
      const denied = [byAddress, ...byTokens].find((allowance) => allowance?.allowed === false)
      if (denied) throw new ApiError('too_many_requests').withRetryAfter(denied.resetSeconds)
    }
  }
}

const nameOf = ({ method, routeOptions }: FastifyRequest) =>
  method === 'POST' && creationRoutes.has(routeOptions.url ?? '') ? 'creations' : 'calls'

/** Where POST creates an invoice. */
const creationRoutes: ReadonlySet<string> = new Set(['/invoices', '/api/v1/stores/:storeId/invoices'])

/** Ignores the password sent with a token, so that varying it doesn't evade the limit. */
const tokensOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string[] =>
  [...parseBasicUsernames(headers), parseTokenScheme(headers)].filter((token) => typeof token === 'string')

const deniedFirst = (one: Allowance | null, other: Allowance | null): number =>
  Number(one?.allowed ?? true) - Number(other?.allowed ?? true)
