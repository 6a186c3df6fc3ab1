/** Acquires a slot of a key, or null when all are taken. Returns an idempotent function that releases it. */
export type AcquireSlot = (key: string) => (() => void) | null

/** Limits how much runs at once under each key. A key is forgotten when nothing runs under it: there are never more keys than requests. */
export function createConcurrencyLimit(most: number): AcquireSlot {
  const running = new Map<string, number>()
  return (key) => {
    const count = running.get(key) ?? 0
    if (count >= most) return null
    running.set(key, count + 1)
    return once(() => {
      const left = (running.get(key) ?? 1) - 1
      if (left === 0) running.delete(key)
      else running.set(key, left)
    })
  }
}

/** One body's share of the memory budget of large bodies. */
export interface MemoryShare {
  /** Reserves memory for more bytes that have arrived; false when there is no room for them. */
  reserve(bytes: number): boolean
  release(): void
}

export interface MemoryBudget {
  /** For all bodies together, beyond the free part of each. */
  readonly maxTotal: number
  /** For a body that is alone. */
  readonly maxAlone: number
  /** For each body: small bodies never reach a limit that is meant for large ones. */
  readonly freePerBody: number
}

/** Memory that bodies share while they are read and worked on. A body that is alone gets more. */
export function createMemoryBudget({ maxTotal, maxAlone, freePerBody }: MemoryBudget): () => MemoryShare {
  let taken = 0
  return () => {
    let received = 0
    let own = 0
    const end = once(() => {
      taken -= own
    })
    return { reserve: grow, release: end }

    function grow(bytes: number): boolean {
      received += bytes
      const more = Math.max(0, received - freePerBody) - own
      if (more > 0 && taken + more > (taken > own ? maxTotal : maxAlone)) return false
      own += more
      taken += more
      return true
    }
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}
