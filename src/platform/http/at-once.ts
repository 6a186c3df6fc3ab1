/** Of one key, or null when as many run already as may. What is returned ends its part; also when it is called twice. */
export type Enter = (key: string) => (() => void) | null

/** How much runs at once under each key. A key is forgotten when nothing of it runs: there are never more than there are requests. */
export function atOnce(most: number): Enter {
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

/** One body's part of the memory that large bodies may take together. */
export interface Share {
  /** So many bytes more have come; false when there is no room for them. */
  grow(bytes: number): boolean
  end(): void
}

export interface SharedBytes {
  /** Of all bodies together, beyond what is free. */
  readonly most: number
  /** Of one that is alone. */
  readonly alone: number
  /** Of each body: small ones never meet a limit that is there for the large ones. */
  readonly free: number
}

/** Memory that bodies share while they are read and worked on. One that is alone has more. */
export function sharedBytes({ most, alone, free }: SharedBytes): () => Share {
  let taken = 0
  return () => {
    let received = 0
    let own = 0
    const end = once(() => {
      taken -= own
    })
    return { grow, end }

    function grow(bytes: number): boolean {
      received += bytes
      const more = Math.max(0, received - free) - own
      if (taken + more > (taken > own ? most : alone)) return false
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
