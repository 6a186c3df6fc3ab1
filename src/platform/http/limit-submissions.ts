import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import {
  createConcurrencyLimit,
  createMemoryBudget,
  type MemoryBudget,
  type MemoryShare,
} from './concurrency-limits.ts'
import { ClientDisconnectedError } from './gather-body.ts'
import { maxOldGenerationBytes } from './old-generation.ts'
import { createPendingBodies, type PendingBody, type PendingBodyLimits } from './pending-bodies.ts'
import { getAddressKey } from './rate-limits.ts'

export interface SubmissionLimits {
  /** Max concurrent submissions per address. */
  readonly maxPerAddress: number
  /** Max concurrent submissions per subject. */
  readonly maxPerSubject: number
  readonly getSubject: (request: FastifyRequest) => string
  readonly pendingBodyLimits?: PendingBodyLimits
  readonly memoryLimits?: Omit<MemoryBudget, 'freePerBody'>
  readonly responseTimeoutMs?: number
}

/** For bodies that are still arriving: they only wait, and large ones also share a memory budget. */
const defaultPendingBodyLimits: PendingBodyLimits = { maxPerAddress: 512, maxTotal: 2_048 }
/** By then, a slot is usually free again. */
const retryAfterSeconds = 2

/** For reading the response, which is about as large as the body. A body must arrive in half this time. */
const defaultResponseTimeoutMs = 60_000

/** The same as the body limit of all other routes. */
const freeBytesPerBody = 64 * 1024
/**
 * A body, its text and what is parsed from it take up to ten times the body's size while they are checked (measured with transactions).
 */
const defaultMemoryLimits = {
  maxTotal: maxOldGenerationBytes / 16,
  maxAlone: maxOldGenerationBytes / 12,
}

/**
 * Resources of a submission: a slot while its body arrives, and memory until its response has been sent and no work on it is running. The
 * response repeats the transactions, and is held in memory for as long as the client doesn't read it.
 */
interface PendingSubmission {
  readonly share: MemoryShare
  readonly markBodyReceived: () => void
  /** Starts the time limit for reading the response. */
  readonly limitResponse: () => void
  isProcessing: boolean
  isClosed: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    submission: PendingSubmission | null
  }
}

/**
 * Limits the resources of all submissions: how many run concurrently per subject and per address (429), and how much memory large ones
 * take (503). Only the first limit applies to small ones. A slot is taken once the body is complete, so a slow or silent sender blocks no
 * other submission. The returned function runs the work on a submission, which holds its slot until it is done, whether or not the
 * sender is still connected.
 */
export function limitSubmissions(
  scope: FastifyInstance,
  {
    maxPerAddress,
    maxPerSubject,
    getSubject,
    pendingBodyLimits = defaultPendingBodyLimits,
    memoryLimits = defaultMemoryLimits,
    responseTimeoutMs = defaultResponseTimeoutMs,
  }: SubmissionLimits,
) {
  const bodies = createPendingBodies(pendingBodyLimits)
  const acquireSubjectSlot = createConcurrencyLimit(maxPerSubject)
  const acquireAddressSlot = createConcurrencyLimit(maxPerAddress)
  const createShare = createMemoryBudget({ ...memoryLimits, freePerBody: freeBytesPerBody })
  scope.decorateRequest('submission', null)
  scope.addHook('preParsing', (request, reply, payload, done) => {
    if (request.method !== 'POST') return done()
    try {
      request.submission = trackSubmission(request, reply, payload)
      done(null, payload)
    } catch (error) {
      done(error as Error)
    }
  })
  return runWithSlots

  function trackSubmission(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: RequestPayload,
  ): PendingSubmission {
    // `close` was already emitted, so nothing would ever be released.
    if (payload.destroyed) throw new ClientDisconnectedError()
    const markBodyReceived = trackBody(request, payload)
    const limitResponse = () => {
      const timer = setTimeout(() => reply.raw.destroy(), responseTimeoutMs).unref()
      reply.raw.once('close', () => clearTimeout(timer))
    }
    const share = createShare()
    const submission = { share, markBodyReceived, limitResponse, isProcessing: false, isClosed: false }
    // Emitted once the response has been sent, or the connection was closed.
    reply.raw.once('close', () => {
      markBodyReceived()
      submission.isClosed = true
      if (!submission.isProcessing) submission.share.release()
    })
    return submission
  }

  function trackBody({ ip, raw }: FastifyRequest, payload: RequestPayload): () => void {
    const body: PendingBody = {
      // False once the body is complete, or once the response was sent without reading it.
      isReceiving: () => !raw.complete && payload.listenerCount('error') > 0,
      // The body parser reports the error, as for an aborted request.
      abort: () => payload.emit('error', new ApiError('unavailable').withRetryAfter(retryAfterSeconds)),
    }
    try {
      return bodies.add(getAddressKey(ip), body)
    } catch (error) {
      throw error instanceof ApiError ? error.withRetryAfter(retryAfterSeconds) : error
    }
  }

  async function runWithSlots<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const { submission } = request
    if (!submission) return work()
    submission.markBodyReceived()
    const releaseSlots = acquireSlots(request)
    submission.isProcessing = true
    try {
      return await work()
    } finally {
      releaseSlots()
      submission.isProcessing = false
      if (submission.isClosed) submission.share.release()
      else submission.limitResponse()
    }
  }

  function acquireSlots(request: FastifyRequest): () => void {
    const releaseAddressSlot = acquireAddressSlot(getAddressKey(request.ip))
    const releaseSubjectSlot = releaseAddressSlot && acquireSubjectSlot(getSubject(request))
    if (releaseAddressSlot && releaseSubjectSlot) {
      return () => {
        releaseAddressSlot()
        releaseSubjectSlot()
      }
    }
    releaseAddressSlot?.()
    throw new ApiError('too_many_requests').withRetryAfter(retryAfterSeconds)
  }
}
