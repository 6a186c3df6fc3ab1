/** Time as it goes by, for waits and their limits: no clock that is set forward or back changes it. */
export interface Timers {
  /** Milliseconds since some moment; they never go back. */
  now(): number
  /** Does `work` after so many milliseconds. What is returned calls it off. */
  after(ms: number, work: () => void): () => void
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
