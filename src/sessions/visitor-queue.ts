import { listAddressPrefixes } from '../kernel/address-prefixes.ts'
import { ApiError } from '../kernel/api-error.ts'
import { second } from '../kernel/clock.ts'
import { createFairQueue } from '../kernel/fair-queue.ts'
import { systemTimers, type Timers } from '../kernel/timers.ts'

/** Two passwords are hashed at once, one per core, while a third account is looked up. The other database connections stay free. */
const maxConcurrent = 3
/** About two seconds of work on a fast machine; beyond that, reject immediately. */
const maxWaiting = 100
/**
 * Waiting requests with the same proof. A person sends them one after another. Many concurrent ones, from different networks, would take
 * up the slots of others.
 */
const maxWaitingPerProof = 2
/** On a slow machine, the same queue would take longer than users wait to sign in. */
const timeoutMs = 5 * second

/** A visitor whose password, code or email address is being checked. */
interface QueuedVisitor {
  /** Its network address, as used for rate limits. */
  readonly address: string
  /** Evidence of earlier access, such as a known browser or a session; null for an unknown visitor. */
  readonly proof: string | null
}

export type VisitorQueue = <T>(visitor: QueuedVisitor, work: () => Promise<T>) => Promise<T>

interface QueueEntry {
  readonly start: () => void
  readonly cancel: () => void
}

/**
 * Runs `maxConcurrent` tasks at a time and queues the rest fairly: round-robin over networks at every prefix length. Visitors with a proof
 * get every second turn and their own queue. Many addresses in one network cannot delay visitors elsewhere.
 */
export function createVisitorQueue(timers: Timers = systemTimers): VisitorQueue {
  let running = 0
  const knownVisitors = createFairQueue<QueueEntry>()
  const unknownVisitors = createFairQueue<QueueEntry>()
  const waitingPerProof = new Map<string, number>()
  let [preferred, other] = [knownVisitors, unknownVisitors]
  return runQueued

  /** @throws {ApiError} `unavailable` if the queue is full, in total or for this proof, or the wait took too long */
  async function runQueued<T>(visitor: QueuedVisitor, work: () => Promise<T>): Promise<T> {
    if (running < maxConcurrent) running++
    // When its turn comes, a waiting visitor takes over the slot of a finished one.
    else await waitForTurn(visitor)
    try {
      return await work()
    } finally {
      startNext()
    }
  }

  function startNext(): void {
    const next = preferred.findNext() ?? other.findNext()
    ;[preferred, other] = [other, preferred]
    if (next) next.start()
    else running--
  }

  function waitForTurn({ address, proof }: QueuedVisitor): Promise<void> {
    const queue = proof === null ? unknownVisitors : knownVisitors
    const path = [...listAddressPrefixes(address), ...(proof === null ? [] : [proof])]
    if (proof !== null && (waitingPerProof.get(proof) ?? 0) >= maxWaitingPerProof)
      throw new ApiError('unavailable')
    if (queue.getSize() >= maxWaiting) {
      const excess = queue.findExcess(path)
      if (!excess) throw new ApiError('unavailable')
      excess.cancel()
    }
    return new Promise((resolve, reject) => {
      const dequeue = () => {
        stopTimer()
        queue.remove(path, entry)
        if (proof !== null) countProof(proof, -1)
      }
      const cancel = () => {
        dequeue()
        reject(new ApiError('unavailable'))
      }
      const start = () => {
        dequeue()
        resolve()
      }
      const stopTimer = timers.schedule(timeoutMs, cancel)
      const entry: QueueEntry = { start, cancel }
      queue.add(path, entry)
      if (proof !== null) countProof(proof, 1)
    })
  }

  function countProof(proof: string, change: 1 | -1): void {
    const count = (waitingPerProof.get(proof) ?? 0) + change
    if (count > 0) waitingPerProof.set(proof, count)
    else waitingPerProof.delete(proof)
  }
}
