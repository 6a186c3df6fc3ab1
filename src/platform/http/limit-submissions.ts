import { Transform } from 'node:stream'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { Refused } from '../../kernel/refused.ts'
import { type Arriving, type ArrivingLimits, arrivingBodies } from './arriving.ts'
import { atOnce, type Share, sharedBytes } from './at-once.ts'
import { addressClass } from './rate-limits.ts'

/** Fifty payers and the retries of their wallets stay below it; each of them may make us ask a node, and wait for it. */
const mostOfInvoice = 64
/** A till has fifty payers behind one address, and a wallet's own server speaks for many. */
const mostOfAddress = 256
/** Bodies that are still arriving: they are waited for, nothing else; large ones share their memory besides. */
const mostArriving: ArrivingLimits = { ofAddress: 512, inAll: 2_048 }
/** Those that run are done in a moment, or have waited for a claim. */
const retryAfterSeconds = 2

/** As much as any other request may send: a payment of usual size is some hundred bytes. */
const smallBytes = 64 * 1024
/** A body, the text and the parts of its transactions take up to ten times its size while they are looked at: measured, of inputs alone. */
const shareOfHeap = 1 / 16
const shareOfOne = 1 / 12

/** What a submission holds while it arrives; its memory until it is answered, and nobody works on it any more. */
interface Held {
  readonly share: Share
  readonly arrived: () => void
  isWorkedOn: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    submission: Held | null
  }
}

/**
 * Bounds what submissions take together: so many at once of an invoice and of an address (429), and so much memory for large ones (503).
 * Small ones meet only the first. A place is taken when the body is there: who sends slowly, or not at all, keeps no payer from paying.
 * What is returned runs the work on a submission, which holds its place until it is done, whether or not the payer still listens.
 */
export function limitSubmissions(scope: FastifyInstance, limits = mostArriving) {
  const bodies = arrivingBodies(limits)
  const enterInvoice = atOnce(mostOfInvoice)
  const enterAddress = atOnce(mostOfAddress)
  const heap = getHeapStatistics().heap_size_limit
  const newShare = sharedBytes({ most: heap * shareOfHeap, alone: heap * shareOfOne, free: smallBytes })
  scope.decorateRequest('submission', null)
  scope.addHook('preParsing', (request, reply, payload, done) => {
    if (request.method !== 'POST') return done()
    try {
      const held = hold(request, reply, payload)
      done(null, mayBeLarge(request) ? counted(payload, held.share) : payload)
    } catch (error) {
      done(error as Error)
    }
  })
  return during

  function hold(request: FastifyRequest, reply: FastifyReply, payload: RequestPayload): Held {
    const arrived = arriving(request, payload)
    const held = { share: newShare(), arrived, isWorkedOn: false }
    request.submission = held
    reply.raw.once('close', () => {
      arrived()
      if (!held.isWorkedOn) held.share.end()
    })
    return held
  }

  function arriving({ ip, raw }: FastifyRequest, payload: RequestPayload): () => void {
    const body: Arriving = {
      // One that is whole is looked at, and one that nobody reads was answered.
      isAwaited: () => !raw.complete && payload.listenerCount('error') > 0,
      // Who reads it answers, as where no more than this has come.
      giveUp: () => payload.emit('error', new Refused('unavailable').after(retryAfterSeconds)),
    }
    try {
      return bodies.enter(addressClass(ip), body)
    } catch (error) {
      throw error instanceof Refused ? error.after(retryAfterSeconds) : error
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
      submission.share.end()
    }
  }

  /** The place of an invoice that there is not is nobody's: only those who ask for that one share it. */
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

const tooMany = () => new Refused('too_many_requests').after(retryAfterSeconds)

/** One without a length says nothing of its size. */
function mayBeLarge({ headers }: FastifyRequest): boolean {
  const length = Number(headers['content-length'])
  return !(length <= smallBytes)
}

/** The same bytes, until there is no room for more. The connection stays: who sent them is answered. */
function counted(payload: RequestPayload, share: Share): Transform {
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (share.grow(chunk.length)) done(null, chunk)
      else done(new Refused('unavailable'))
    },
  })
  payload.once('error', (error) => stream.destroy(error))
  return payload.pipe(stream)
}
