import { ApiError } from '../../kernel/api-error.ts'

/** How many bodies may be arriving concurrently. */
export interface PendingBodyLimits {
  readonly maxPerAddress: number
  readonly maxTotal: number
}

/** A body that has not fully arrived. */
export interface PendingBody {
  /** Whether the rest of it is still expected. If so, it may be aborted. */
  readonly isReceiving: () => boolean
  readonly abort: () => void
}

/** Tracks arriving bodies by the address that sends them. */
export function createPendingBodies({ maxPerAddress, maxTotal }: PendingBodyLimits) {
  /** By address, the oldest first. No set is empty. */
  const bodies = new Map<string, Set<PendingBody>>()
  let count = 0
  return { add }

  /**
   * Adds a body. When no slot is free, it aborts the oldest body of the address with the most: bodies arrive in a moment unless their
   * senders want to block others. Returns an idempotent function that frees the slot.
   * @throws {ApiError} `too_many_requests` when the address has its maximum; `unavailable` when no body can be aborted
   */
  function add(address: string, body: PendingBody): () => void {
    if ((bodies.get(address)?.size ?? 0) >= maxPerAddress) throw new ApiError('too_many_requests')
    if (count >= maxTotal && !abortOldest()) throw new ApiError('unavailable')
    bodies.set(address, (bodies.get(address) ?? new Set()).add(body))
    count++
    return () => remove(address, body)
  }

  function abortOldest(): boolean {
    let [busiest, most] = ['', new Set<PendingBody>()]
    for (const [from, theirs] of bodies) if (theirs.size > most.size) [busiest, most] = [from, theirs]
    for (const body of most) {
      if (!body.isReceiving()) continue
      remove(busiest, body)
      body.abort()
      return true
    }
    return false
  }

  function remove(address: string, body: PendingBody): void {
    const senderBodies = bodies.get(address)
    if (!senderBodies?.delete(body)) return
    count--
    if (senderBodies.size === 0) bodies.delete(address)
  }
}
