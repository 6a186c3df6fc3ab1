import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For responses that never end, which have their own limit. */
    lasting?: true
  }
  interface FastifyRequest {
    isAtWork: boolean
  }
}

/** Two thousand requests are answered within two seconds on either database: more are rejected immediately. */
const maxConcurrent = 2_000
/** The heap that a request and its response take while waiting for a database, at most. */
const bytesEach = 100 * 1024

const heldByHeap = Math.floor(getHeapStatistics().heap_size_limit / 2 / bytesEach)

/**
 * Runs only as many concurrent requests as can be answered soon, and answers the rest with 503. A request counts from when its body is complete
 * until its response is sent, so slow senders take no slots.
 */
export function limitWork(
  server: Pick<FastifyInstance, 'addHook' | 'decorateRequest'>,
  most = Math.min(maxConcurrent, heldByHeap),
): void {
  let atWork = 0
  server.decorateRequest('isAtWork', false)
  server.addHook('preHandler', (request, _reply, done) => {
    if (request.routeOptions.config.lasting || request.url.startsWith('/health/')) return done()
    if (atWork >= most) return done(new ApiError('unavailable'))
    atWork++
    request.isAtWork = true
    done()
  })
  server.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.isAtWork) atWork--
    request.isAtWork = false
    done()
  })
}
