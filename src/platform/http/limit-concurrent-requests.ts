import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import { isHealthCheck } from './health.ts'
import { maxOldGenerationBytes } from './old-generation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for streams: they never end, and have their own limit. */
    isStream?: true
  }
  interface FastifyRequest {
    isInProgress: boolean
  }
}

/** Either database answers this many requests within two seconds. Further ones are rejected immediately. */
const maxConcurrent = 2_000
/** The heap that a request and its response take while waiting for a database. */
const maxHeapBytesPerRequest = 100 * 1024

const maxByHeap = Math.floor(maxOldGenerationBytes / 2 / maxHeapBytesPerRequest)

/**
 * Limits concurrent requests to as many as can be answered soon, and rejects the rest with 503. A request counts from when its body is
 * complete until its response is sent, so slow senders take no slots.
 */
export function limitConcurrentRequests(
  server: Pick<FastifyInstance, 'addHook' | 'decorateRequest'>,
  max = Math.min(maxConcurrent, maxByHeap),
): void {
  let inProgress = 0
  server.decorateRequest('isInProgress', false)
  server.addHook('preHandler', (request, _reply, done) => {
    if (request.routeOptions.config.isStream || isHealthCheck(request)) return done()
    if (inProgress >= max) return done(new ApiError('unavailable'))
    inProgress++
    request.isInProgress = true
    done()
  })
  server.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.isInProgress) inProgress--
    request.isInProgress = false
    done()
  })
}
