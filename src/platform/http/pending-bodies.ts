import { ApiError } from '../../kernel/api-error.ts'

/** How many bodies may be arriving at once. */
export interface PendingBodyLimits {
  readonly maxPerAddress: number
  readonly maxTotal: number
}

/** A body that has not fully arrived. */
export interface PendingBody {
  /** Whether its end is still awaited. If so, it may be aborted. */
  readonly isAwaited: () => boolean
  readonly abort: () => void
}

/** Tracks arriving bodies by the address that sends them. */
export function createPendingBodies({ maxPerAddress, maxTotal }: PendingBodyLimits) {
  /** By address, the oldest first. No set is empty. */
  const bodies = new Map<string, Set<PendingBody>>()
  let count = 0
  return { enter }

  /**
   * Adds a body. When no slot is free, it aborts the oldest body of the address with the most: bodies arrive in a moment unless their
   * senders want to block others. Returns an idempotent function that frees the slot.
   * @throws {ApiError} `too_many_requests` when the address has its maximum; `unavailable` when no body can be aborted
   */
  function enter(from: string, body: PendingBody): () => void {
    if ((bodies.get(from)?.size ?? 0) >= maxPerAddress) throw new ApiError('too_many_requests')
    if (count >= maxTotal && !giveUpOne()) throw new ApiError('unavailable')
    bodies.set(from, (bodies.get(from) ?? new Set()).add(body))
    count++
    return () => leave(from, body)
  }

  function giveUpOne(): boolean {
    let [busiest, most] = ['', new Set<PendingBody>()]
    for (const [from, theirs] of bodies) if (theirs.size > most.size) [busiest, most] = [from, theirs]
    for (const body of most) {
      if (!body.isAwaited()) continue
      leave(busiest, body)
      body.abort()
      return true
    }
    return false
  }

  function leave(from: string, body: PendingBody): void {
    const theirs = bodies.get(from)
    if (!theirs?.delete(body)) return
    count--
    if (theirs.size === 0) bodies.delete(from)
  }
}
