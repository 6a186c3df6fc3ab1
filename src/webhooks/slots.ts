export interface Limits {
  /** Requests under way at once to one receiver. */
  readonly perReceiver: number
  /** Requests under way at once in all. */
  readonly inAll: number
  /** Requests begun in one round. */
  readonly perRound: number
}

/**
 * How many requests may be begun now to each of the receivers that wait. Those with the fewest under way come first: one that holds
 * its connections for long gets no more of them before the others have theirs.
 * @param waiting receivers, the one that waits the longest first
 */
export function deal(
  waiting: readonly string[],
  underWay: ReadonlyMap<string, number>,
  { perReceiver, inAll, perRound }: Limits,
): Map<string, number> {
  const busy = [...underWay.values()].reduce((sum, count) => sum + count, 0)
  const dealt = new Map<string, number>()
  let free = Math.min(inAll - busy, perRound)
  for (let level = 0; level < perReceiver && free > 0; level++) {
    for (const receiver of waiting) {
      const given = dealt.get(receiver) ?? 0
      if ((underWay.get(receiver) ?? 0) + given > level) continue
      dealt.set(receiver, given + 1)
      if (--free === 0) return dealt
    }
  }
  return dealt
}
