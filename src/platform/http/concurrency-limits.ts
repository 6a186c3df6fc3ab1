/** Acquires a slot for a key. Returns an idempotent function that releases it, or null when all slots are taken. */
type AcquireSlot = (key: string) => (() => void) | null

/** Limits concurrency per key. A key is removed when nothing runs under it, so there are never more keys than requests. */
export function createConcurrencyLimit(maxConcurrent: number): AcquireSlot {
  const running = new Map<string, number>()
  return (key) => {
    const count = running.get(key) ?? 0
    if (count >= maxConcurrent) return null
    running.set(key, count + 1)
    return runOnce(() => {
      const remaining = (running.get(key) ?? 1) - 1
      if (remaining === 0) running.delete(key)
      else running.set(key, remaining)
    })
  }
}

/** One body's share of the memory budget of large bodies. */
export interface MemoryShare {
  /** Reserves memory for more bytes that have arrived; false if the budget is exhausted. */
  reserve(bytes: number): boolean
  release(): void
}

export interface MemoryBudget {
  /** For all bodies together, not counting the free part of each. */
  readonly maxTotal: number
  /** For a body while no other one uses the budget. */
  readonly maxAlone: number
  /** For each body: small bodies never reach a limit that is meant for large ones. */
  readonly freePerBody: number
}

/** Creates a memory budget shared by bodies that are being read or processed. A body that has it to itself may use more. */
export function createMemoryBudget({ maxTotal, maxAlone, freePerBody }: MemoryBudget): () => MemoryShare {
  let usedBytes = 0
  return () => {
    let receivedBytes = 0
    let reservedBytes = 0
    const release = runOnce(() => {
      usedBytes -= reservedBytes
    })
    return { reserve, release }

    function reserve(bytes: number): boolean {
      receivedBytes += bytes
      const additionalBytes = Math.max(0, receivedBytes - freePerBody) - reservedBytes
      const limit = usedBytes > reservedBytes ? maxTotal : maxAlone
      if (additionalBytes > 0 && usedBytes + additionalBytes > limit) return false
      reservedBytes += additionalBytes
      usedBytes += additionalBytes
      return true
    }
  }
}

function runOnce(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}
