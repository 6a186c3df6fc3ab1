import type { FastifyReply } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import { createKeyedLimiter } from '../../kernel/limiter.ts'
import { maxOldGenerationBytes } from './old-generation.ts'
import type { Server } from './server.ts'

interface ResponseLimits {
  /** For all large responses together. */
  readonly maxTotal: number
  /** For those of one account. */
  readonly maxPerAccount: number
}

/** Reserves memory for more of a response. @throws {ApiError} if there is none */
type ReserveMemory = (bytes: number) => void

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Builds a response that may be large. The memory that it reserves is released when it is sent or its connection is closed: a client may
     * not read it.
     * @throws {ApiError} `too_many_requests` if the account's other responses use its share, `unavailable` if all responses use the total
     */
    buildLarge<Result>(
      accountId: number,
      build: (reserveMemory: ReserveMemory) => Promise<Result>,
    ): Promise<Result>
  }
}

interface ReservedResponse {
  /** Of the response so far. */
  size: number
  reserved: number
}

const defaults: ResponseLimits = {
  maxTotal: maxOldGenerationBytes / 8,
  maxPerAccount: maxOldGenerationBytes / 32,
}
/** Pages of ordinary invoices and events reserve nothing. */
const freeBytes = 256 * 1024
const retryAfterSeconds = 2
/** Each holds what it has read from the database. Further ones wait. */
const maxBuiltPerAccount = 4
const maxPerQueue = 128

/** Limits the memory of large responses that are being built or sent. With nothing else in progress, a response may have any size. */
export function limitResponses(
  server: Pick<Server, 'decorateReply'>,
  { maxTotal, maxPerAccount }: ResponseLimits = defaults,
): void {
  const limiter = createKeyedLimiter<number>(maxBuiltPerAccount)
  const responses = new WeakMap<FastifyReply, ReservedResponse>()
  const byAccount = new Map<number, number>()
  let total = 0

  server.decorateReply('buildLarge', function buildLarge(this: FastifyReply, accountId, build) {
    if (limiter.count(accountId) >= maxPerQueue)
      throw new ApiError('too_many_requests').withRetryAfter(retryAfterSeconds)
    return limiter.run(accountId, () => build((bytes) => reserve(this, accountId, bytes)))
  })

  function reserve(reply: FastifyReply, accountId: number, bytes: number): void {
    const response = responses.get(reply) ?? open(reply, accountId)
    response.size += bytes
    const { reserved } = response
    const more = Math.max(0, response.size - freeBytes) - reserved
    if (more <= 0 || reply.raw.closed) return
    const ofAccount = byAccount.get(accountId) ?? 0
    if (ofAccount > reserved && ofAccount + more > maxPerAccount)
      throw new ApiError('too_many_requests').withRetryAfter(retryAfterSeconds)
    if (total > reserved && total + more > maxTotal)
      throw new ApiError('unavailable').withRetryAfter(retryAfterSeconds)
    response.reserved += more
    add(accountId, more)
  }

  function open(reply: FastifyReply, accountId: number): ReservedResponse {
    const response = { size: 0, reserved: 0 }
    responses.set(reply, response)
    reply.raw.once('close', () => add(accountId, -response.reserved))
    return response
  }

  function add(accountId: number, bytes: number): void {
    total += bytes
    const ofAccount = (byAccount.get(accountId) ?? 0) + bytes
    if (ofAccount === 0) byAccount.delete(accountId)
    else byAccount.set(accountId, ofAccount)
  }
}
