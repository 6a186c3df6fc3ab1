import { Refused } from '../../kernel/refused.ts'

/** So many bodies may be arriving. */
export interface ArrivingLimits {
  readonly ofAddress: number
  readonly inAll: number
}

/** A body of which not all is there. */
export interface Arriving {
  /** Is its end still waited for? Then it may be given up. */
  readonly isAwaited: () => boolean
  readonly giveUp: () => void
}

/** Bodies that are waited for, by the address that sends them. */
export function arrivingBodies({ ofAddress, inAll }: ArrivingLimits) {
  /** By address, the oldest first; none is empty. */
  const bodies = new Map<string, Set<Arriving>>()
  let count = 0
  return { enter }

  /**
   * One more. Where there is no place left, the oldest of the address with most of them is given up for it: bodies arrive in a moment, unless
   * their senders mean to keep the places from others. What is returned ends its part; also when it is called twice.
   * @throws {Refused} `too_many_requests` when the address has as many as it may; `unavailable` when none can be given up
   */
  function enter(from: string, body: Arriving): () => void {
    if ((bodies.get(from)?.size ?? 0) >= ofAddress) throw new Refused('too_many_requests')
    if (count >= inAll && !giveUpOne()) throw new Refused('unavailable')
    bodies.set(from, (bodies.get(from) ?? new Set()).add(body))
    count++
    return () => leave(from, body)
  }

  function giveUpOne(): boolean {
    let [busiest, most] = ['', new Set<Arriving>()]
    for (const [from, theirs] of bodies) if (theirs.size > most.size) [busiest, most] = [from, theirs]
    for (const body of most) {
      if (!body.isAwaited()) continue
      leave(busiest, body)
      body.giveUp()
      return true
    }
    return false
  }

  function leave(from: string, body: Arriving): void {
    const theirs = bodies.get(from)
    if (!theirs?.delete(body)) return
    count--
    if (theirs.size === 0) bodies.delete(from)
  }
}
