import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { Refused } from '../../kernel/refused.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer does not end: it has a limit of its own. */
    lasting?: true
  }
  interface FastifyRequest {
    isAtWork: boolean
  }
}

/** Two thousand are answered within two seconds, on either database: who comes on top of them is better told at once. */
const mostAtOnce = 2_000
/** What a request and its answer take of the heap while a database is waited for, at most. */
const bytesEach = 100 * 1024

const heldByHeap = Math.floor(getHeapStatistics().heap_size_limit / 2 / bytesEach)

/**
 * No more requests are worked on at once than can be answered soon: others are 503 at once. One counts from when its body is there until its
 * answer is: who sends slowly takes no place of those who wait.
 */
export function limitWork(
  server: Pick<FastifyInstance, 'addHook' | 'decorateRequest'>,
  most = Math.min(mostAtOnce, heldByHeap),
): void {
  let atWork = 0
  server.decorateRequest('isAtWork', false)
  server.addHook('preHandler', (request, _reply, done) => {
    if (request.routeOptions.config.lasting || request.url.startsWith('/health/')) return done()
    if (atWork >= most) return done(new Refused('unavailable'))
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
