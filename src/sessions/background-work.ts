import { ApiError } from '../kernel/api-error.ts'
import { type Clock, type Instant, minute } from '../kernel/clock.ts'

/** Further work is dropped, such as while the mail server hangs: each task holds an email in memory. */
export const maxRunning = 200
/** Anyone can register with any email address. The other half is reserved for password resets and security notices. */
export const maxRunningForVisitors = maxRunning / 2
/** During a flood, dropped emails are logged once in this time, not one by one. */
const logIntervalMs = 1 * minute

interface BackgroundWorkDependencies {
  readonly clock: Clock
  readonly onError: (error: unknown) => void
  /** `count` is how many tasks were dropped since the last call. */
  readonly onDropped: (count: number) => void
}

/** Runs work in the background, so that response times reveal nothing about it. */
export function createBackgroundWork({ clock, onError, onDropped }: BackgroundWorkDependencies) {
  const running = new Set<Promise<unknown>>()
  let runningForVisitors = 0
  let dropped = 0
  let loggedAt: Instant | null = null
  return { runInBackground, runForVisitor, waitUntilSettled }

  function runInBackground(work: () => Promise<unknown>): void {
    if (running.size >= maxRunning) {
      drop()
      return
    }
    const task = work()
      // An ApiError is a response to a caller, and there is none here.
      .catch((error) => error instanceof ApiError || onError(error))
      .finally(() => running.delete(task))
    running.add(task)
  }

  /** Like `runInBackground`, for work that any visitor can cause. Uses at most half of the slots. */
  function runForVisitor(work: () => Promise<unknown>): void {
    if (runningForVisitors >= maxRunningForVisitors) {
      drop()
      return
    }
    runInBackground(async () => {
      runningForVisitors++
      try {
        return await work()
      } finally {
        runningForVisitors--
      }
    })
  }

  function drop(): void {
    dropped++
    const now = clock.now()
    if (loggedAt !== null && now - loggedAt < logIntervalMs) return
    onDropped(dropped)
    dropped = 0
    loggedAt = now
  }

  /** Also waits for work started in the meantime. */
  async function waitUntilSettled(): Promise<void> {
    while (running.size > 0) await Promise.allSettled([...running])
  }
}
