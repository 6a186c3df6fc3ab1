import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import { hashSecret } from '../../kernel/ids.ts'
import { parseBasicUsernames } from './basic-auth.ts'
import { isHealthCheck } from './health.ts'
import {
  type Allowance,
  type CountCalls,
  formatRateLimitHeaders,
  getAddressKey,
  type LimitedCall,
} from './rate-limits.ts'
import { parseTokenScheme } from './token-scheme.ts'

/**
 * Rejects callers over their limit with 429: by address for any request, and by access token. Tokens are counted as sent, before any check
 * that they exist, so a flood costs no lookups. Every response reports the caller's limit.
 */
export function limitRequests(server: Pick<FastifyInstance, 'addHook'>, count: CountCalls): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (isHealthCheck(request)) return done()
    const name = getLimitName(request)
    const counted = count([
      ['addresses', getAddressKey(request.ip)],
      ...listTokens(request).map((token): LimitedCall => [name, hashSecret(token)]),
    ])
    // Counts in this process are synchronous. Only shared ones are promises.
    if (counted instanceof Promise) counted.then(decide, done)
    else decide(counted)

    function decide([byAddress = null, ...byTokens]: readonly (Allowance | null)[]): void {
      const [byToken = byAddress] = byTokens.sort(compareDeniedFirst)
      const tightest = byAddress?.isAllowed === false ? byAddress : byToken
      if (tightest) reply.headers(formatRateLimitHeaders(tightest))
      const isDenied = tightest?.isAllowed === false
      done(isDenied ? new ApiError('too_many_requests').withRetryAfter(tightest.resetSeconds) : undefined)
    }
  })
}

/**
 * Limits the messages on one socket.
 * @param token the token that a message contains, if any
 * @throws {ApiError} `too_many_requests`
 */
type MessageLimiter = (token: string | null) => Promise<void>

/** A socket's upgrade and each message on it count as requests of its address, and as calls of the token they contain. */
export function createSocketLimiter(count: CountCalls, getAddress: (request: IncomingMessage) => string) {
  return async (request: IncomingMessage): Promise<MessageLimiter> => {
    const address = getAddressKey(getAddress(request))
    await countMessage(listTokens(request))
    return (token) => countMessage(token === null ? [] : [token])

    async function countMessage(tokens: readonly string[]): Promise<void> {
      const calls = tokens.map((token): LimitedCall => ['calls', hashSecret(token)])
      const allowances = await count([['addresses', address], ...calls])
      const denied = allowances.find((allowance) => allowance?.isAllowed === false)
      if (denied) throw new ApiError('too_many_requests').withRetryAfter(denied.resetSeconds)
    }
  }
}

const getLimitName = ({ method, routeOptions }: FastifyRequest) =>
  method === 'POST' && creationRoutes.has(routeOptions.url ?? '') ? 'creations' : 'calls'

/** Routes on which POST creates an invoice. */
const creationRoutes: ReadonlySet<string> = new Set(['/invoices', '/api/v1/stores/:storeId/invoices'])

/** Ignores the password sent with a token, so that varying it doesn't evade the limit. */
const listTokens = ({ headers }: Pick<IncomingMessage, 'headers'>): string[] =>
  [...parseBasicUsernames(headers), parseTokenScheme(headers)].filter((token) => typeof token === 'string')

const compareDeniedFirst = (one: Allowance | null, other: Allowance | null): number =>
  Number(one?.isAllowed ?? true) - Number(other?.isAllowed ?? true)
