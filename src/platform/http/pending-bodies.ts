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
   * Adds a body. When no slot is free, it aborts the oldest body of the address with the most: bodies arrive quickly unless their
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
    let busiest = { address: '', pending: new Set<PendingBody>() }
    for (const [address, pending] of bodies)
      if (pending.size > busiest.pending.size) busiest = { address, pending }
    for (const body of busiest.pending) {
      if (!body.isReceiving()) continue
      remove(busiest.address, body)
      body.abort()
      return true
    }
    return false
  }

  function remove(address: string, body: PendingBody): void {
    const pending = bodies.get(address)
    if (!pending?.delete(body)) return
    count--
    if (pending.size === 0) bodies.delete(address)
  }
}
