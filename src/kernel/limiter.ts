/** Runs at most `maxConcurrent` tasks concurrently, and queues the rest in order of arrival. */
export function createLimiter(maxConcurrent: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < maxConcurrent) running++
    // The caller that finishes hands its slot to this one.
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
