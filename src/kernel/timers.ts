/** Monotonic time for waits and timeouts: changes to the system clock do not affect it. */
export interface Timers {
  /** Milliseconds since an arbitrary start; never decreases. */
  now(): number
  /** Runs `work` after `ms` milliseconds. Returns a function that cancels it. */
  schedule(ms: number, work: () => void): () => void
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  schedule: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
