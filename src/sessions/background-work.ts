import { ApiError } from '../kernel/api-error.ts'
import { type Clock, type Instant, minute } from '../kernel/clock.ts'

/** If a mail server hangs, further work is dropped: each task holds an email in memory. */
export const maxRunning = 200
/** Anyone can register with any email address. The other half is for forgotten passwords and security notices. */
export const maxRunningForStrangers = maxRunning / 2
/** During a flood, dropped emails are logged once in this time, not one by one. */
const logEveryMs = 1 * minute

export interface BackgroundParts {
  readonly clock: Clock
  readonly failed: (error: unknown) => void
  /** `count` is how many tasks were dropped since the last call. */
  readonly onDropped: (count: number) => void
}

/** Work that no response waits for, so that response times reveal nothing about it. */
export function createBackgroundWork({ clock, failed, onDropped }: BackgroundParts) {
  const running = new Set<Promise<unknown>>()
  let runningForStrangers = 0
  let dropped = 0
  let loggedAt: Instant | null = null
  return { later, laterForStrangers, settled }

  function later(work: () => Promise<unknown>): void {
    if (running.size >= maxRunning) {
      drop()
      return
    }
    const done = work()
      // An ApiError is a response to a caller, and there is none here.
      .catch((error) => error instanceof ApiError || failed(error))
      .finally(() => running.delete(done))
    running.add(done)
  }

  /** Like `later`, for work that any visitor can cause. Uses at most half of the slots. */
  function laterForStrangers(work: () => Promise<unknown>): void {
    if (runningForStrangers >= maxRunningForStrangers) {
      drop()
      return
    }
    later(async () => {
      runningForStrangers++
      try {
        return await work()
      } finally {
        runningForStrangers--
      }
    })
  }

  function drop(): void {
    dropped++
    const now = clock.now()
    if (loggedAt !== null && now - loggedAt < logEveryMs) return
    onDropped(dropped)
    dropped = 0
    loggedAt = now
  }

  /** Also waits for work started in the meantime. */
  async function settled(): Promise<void> {
    while (running.size > 0) await Promise.allSettled([...running])
  }
}
