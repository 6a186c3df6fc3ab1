/** Runs at most `maxConcurrent` tasks concurrently, and queues the rest in order of arrival. */
export function createLimiter(maxConcurrent: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waitingCalls: (() => void)[] = []
  return async (work) => {
    if (running < maxConcurrent) running++
    // The caller that finishes hands its slot to this one.
    else await new Promise<void>((start) => waitingCalls.push(start))
    try {
      return await work()
    } finally {
      const next = waitingCalls.shift()
      if (next) next()
      else running--
    }
  }
}

/** A limiter for each key. A key is removed when nothing runs under it. */
export function createKeyedLimiter<Key>(maxConcurrent: number) {
  const byKey = new Map<Key, { readonly run: ReturnType<typeof createLimiter>; count: number }>()
  return { run, count: (key: Key): number => byKey.get(key)?.count ?? 0 }

  async function run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const limiter = byKey.get(key) ?? { run: createLimiter(maxConcurrent), count: 0 }
    byKey.set(key, limiter)
    limiter.count++
    try {
      return await limiter.run(work)
    } finally {
      if (--limiter.count === 0) byKey.delete(key)
    }
  }
}
