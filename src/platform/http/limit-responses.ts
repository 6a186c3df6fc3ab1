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
    buildLargeResponse<Result>(
      accountId: number,
      build: (reserveMemory: ReserveMemory) => Promise<Result>,
    ): Promise<Result>
  }
}

interface ReservedResponse {
  /** Bytes of the response so far. */
  size: number
  reservedBytes: number
}

const defaults: ResponseLimits = {
  maxTotal: maxOldGenerationBytes / 8,
  maxPerAccount: maxOldGenerationBytes / 32,
}
/** A response up to this size reserves nothing: pages of ordinary invoices and events are smaller. */
const freeBytes = 256 * 1024
const retryAfterSeconds = 2
/** Responses of an account that are built concurrently, each with its data in memory. Further ones wait. */
const maxConcurrentPerAccount = 4
const maxPerQueue = 128

/** Limits the memory of large responses that are being built or sent. With nothing else in progress, a response may have any size. */
export function limitResponses(
  server: Pick<Server, 'decorateReply'>,
  { maxTotal, maxPerAccount }: ResponseLimits = defaults,
): void {
  const limiter = createKeyedLimiter<number>(maxConcurrentPerAccount)
  const responses = new WeakMap<FastifyReply, ReservedResponse>()
  const bytesByAccount = new Map<number, number>()
  let totalBytes = 0

  server.decorateReply(
    'buildLargeResponse',
    function buildLargeResponse(this: FastifyReply, accountId, build) {
      if (limiter.count(accountId) >= maxPerQueue)
        throw new ApiError('too_many_requests').withRetryAfter(retryAfterSeconds)
      return limiter.run(accountId, () => build((bytes) => reserve(this, accountId, bytes)))
    },
  )

  function reserve(reply: FastifyReply, accountId: number, bytes: number): void {
    const response = responses.get(reply) ?? trackResponse(reply, accountId)
    response.size += bytes
    const { reservedBytes } = response
    const additionalBytes = Math.max(0, response.size - freeBytes) - reservedBytes
    if (additionalBytes <= 0 || reply.raw.closed) return
    const accountBytes = bytesByAccount.get(accountId) ?? 0
    if (accountBytes > reservedBytes && accountBytes + additionalBytes > maxPerAccount)
      throw new ApiError('too_many_requests').withRetryAfter(retryAfterSeconds)
    if (totalBytes > reservedBytes && totalBytes + additionalBytes > maxTotal)
      throw new ApiError('unavailable').withRetryAfter(retryAfterSeconds)
    response.reservedBytes += additionalBytes
    addBytes(accountId, additionalBytes)
  }

  function trackResponse(reply: FastifyReply, accountId: number): ReservedResponse {
    const response = { size: 0, reservedBytes: 0 }
    responses.set(reply, response)
    reply.raw.once('close', () => addBytes(accountId, -response.reservedBytes))
    return response
  }

  function addBytes(accountId: number, bytes: number): void {
    totalBytes += bytes
    const accountBytes = (bytesByAccount.get(accountId) ?? 0) + bytes
    if (accountBytes === 0) bytesByAccount.delete(accountId)
    else bytesByAccount.set(accountId, accountBytes)
  }
}
