/** A submission in progress for an invoice. */
export interface QueuedSubmission {
  /** Call once the submission is known to pay the invoice, as far as can be checked without the node. It counts until it yields or is removed. */
  join(): void
  /** Lets the others go first, because its transactions could not be verified. */
  yieldToOthers(): void
  /** Whether the invoice has other submissions that didn't yield. */
  hasOthers(): boolean
  remove(): void
}

/**
 * Counts this process's submissions in progress that pay an invoice, by invoice. A transaction that could not be verified before it is sent
 * may be a forgery. It claims the invoice only while no other submission is in progress, so forgeries never keep a payer waiting.
 */
export function createSubmissionQueue(): (uid: string) => QueuedSubmission {
  const counts = new Map<string, number>()

  return function enqueue(uid) {
    let isCounted = false
    let hasJoined = false
    return { join, yieldToOthers: () => count(-1), hasOthers: () => counts.has(uid), remove: () => count(-1) }

    /** Joins only once: a submission that yielded doesn't come back. */
    function join(): void {
      if (hasJoined) return
      hasJoined = true
      count(1)
    }

    function count(delta: 1 | -1): void {
      if (isCounted === delta > 0) return
      isCounted = delta > 0
      const total = (counts.get(uid) ?? 0) + delta
      if (total > 0) counts.set(uid, total)
      else counts.delete(uid)
    }
  }
}
