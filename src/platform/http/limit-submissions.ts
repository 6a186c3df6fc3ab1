import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import { createConcurrencyLimit, createMemoryBudget, type MemoryShare } from './concurrency-limits.ts'
import { createPendingBodies, type PendingBody, type PendingBodyLimits } from './pending-bodies.ts'
import { addressClass } from './rate-limits.ts'

/** Fifty payers and their wallets' retries stay below it. Each submission may make us ask a node and wait for it. */
const maxPerInvoice = 64
/** A point of sale has fifty payers behind one address, and a wallet's server submits for many. */
const maxPerAddress = 256
/** For bodies that are still arriving: they only wait, and large ones also share a memory budget. */
const arrivingLimits: PendingBodyLimits = { maxPerAddress: 512, maxTotal: 2_048 }
/** Running submissions finish in a moment, or have waited for a claim. */
const retryAfterSeconds = 2

/** As much as any other request may send: a payment of normal size has a few hundred bytes. */
const smallBytes = 64 * 1024
/**
 * A body, its text and its parsed transactions take up to ten times the body's size while they are checked (measured with inputs alone).
 */
const shareOfHeap = 1 / 16
const shareOfOne = 1 / 12

/** Resources of a submission: a slot while its body arrives, and memory until it is answered and no work on it is running. */
interface PendingSubmission {
  readonly share: MemoryShare
  readonly arrived: () => void
  isWorkedOn: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    submission: PendingSubmission | null
  }
}

/**
 * Bounds the resources of all submissions: how many run at once per invoice and per address (429), and how much memory large ones take
 * (503). Only the first limit applies to small ones. A slot is taken once the body is complete, so a slow or silent sender keeps no payer
 * from paying. The returned function runs the work on a submission, which holds its slot until it is done, whether or not the payer is
 * still connected.
 */
export function limitSubmissions(scope: FastifyInstance, limits = arrivingLimits) {
  const bodies = createPendingBodies(limits)
  const enterInvoice = createConcurrencyLimit(maxPerInvoice)
  const enterAddress = createConcurrencyLimit(maxPerAddress)
  const heap = getHeapStatistics().heap_size_limit
  const newShare = createMemoryBudget({
    maxTotal: heap * shareOfHeap,
    maxAlone: heap * shareOfOne,
    freePerBody: smallBytes,
  })
  scope.decorateRequest('submission', null)
  scope.addHook('preParsing', (request, reply, payload, done) => {
    if (request.method !== 'POST') return done()
    try {
      request.submission = hold(request, reply, payload)
      done(null, payload)
    } catch (error) {
      done(error as Error)
    }
  })
  return during

  function hold(request: FastifyRequest, reply: FastifyReply, payload: RequestPayload): PendingSubmission {
    const arrived = arriving(request, payload)
    const held = { share: newShare(), arrived, isWorkedOn: false }
    reply.raw.once('close', () => {
      arrived()
      if (!held.isWorkedOn) held.share.release()
    })
    return held
  }

  function arriving({ ip, raw }: FastifyRequest, payload: RequestPayload): () => void {
    const body: PendingBody = {
      // A complete body is being checked, and one that nobody reads has been answered.
      isAwaited: () => !raw.complete && payload.listenerCount('error') > 0,
      // The reader of the body sends the error, as if no more of it had arrived.
      abort: () => payload.emit('error', new ApiError('unavailable').withRetryAfter(retryAfterSeconds)),
    }
    try {
      return bodies.enter(addressClass(ip), body)
    } catch (error) {
      throw error instanceof ApiError ? error.withRetryAfter(retryAfterSeconds) : error
    }
  }

  async function during<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const { submission } = request
    if (!submission) return work()
    submission.arrived()
    const leave = enter(request)
    submission.isWorkedOn = true
    try {
      return await work()
    } finally {
      leave()
      submission.share.release()
    }
  }

  /** A uid without an invoice has slots of its own: only requests for the same uid share them. */
  function enter({ ip, params }: FastifyRequest): () => void {
    const { uid = '' } = params as { readonly uid?: string }
    const leaveAddress = enterAddress(addressClass(ip))
    const leaveInvoice = leaveAddress && enterInvoice(uid)
    if (leaveAddress && leaveInvoice) {
      return () => {
        leaveAddress()
        leaveInvoice()
      }
    }
    leaveAddress?.()
    throw tooMany()
  }
}

const tooMany = () => new ApiError('too_many_requests').withRetryAfter(retryAfterSeconds)
