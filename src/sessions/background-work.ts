import { ApiError } from '../kernel/api-error.ts'
import { type Clock, type Instant, minute } from '../kernel/clock.ts'

/** Work beyond this limit is dropped, for example while the mail server hangs: each task holds an email in memory. */
export const maxTasks = 200
/**
 * For tasks that any visitor or account can trigger, such as emails about registrations and invitations. The rest is reserved for
 * password resets and security notices.
 */
export const maxVisitorTasks = maxTasks / 2
/** During a flood, dropped emails are logged at most once per interval, not one by one. */
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
  let visitorTasks = 0
  let droppedCount = 0
  let loggedAt: Instant | null = null
  return { runInBackground, runForVisitor, waitUntilSettled }

  function runInBackground(work: () => Promise<unknown>): void {
    if (running.size >= maxTasks) {
      drop()
      return
    }
    reportDropped()
    const task = work()
      // An ApiError is a response to a caller, and there is none here.
      .catch((error) => error instanceof ApiError || onError(error))
      .finally(() => running.delete(task))
    running.add(task)
  }

  /** Like `runInBackground`, for work that any visitor or account can trigger. Uses at most half of the slots. */
  function runForVisitor(work: () => Promise<unknown>): void {
    if (visitorTasks >= maxVisitorTasks) {
      drop()
      return
    }
    runInBackground(async () => {
      visitorTasks++
      try {
        return await work()
      } finally {
        visitorTasks--
      }
    })
  }

  function drop(): void {
    droppedCount++
    reportDropped()
  }

  /** Also called by the next task: the last drops of a flood may be too soon after the previous report. */
  function reportDropped(isLast = false): void {
    const now = clock.now()
    const isTooSoon = loggedAt !== null && now - loggedAt < logIntervalMs
    if (droppedCount === 0 || (isTooSoon && !isLast)) return
    onDropped(droppedCount)
    droppedCount = 0
    loggedAt = now
  }

  /** Waits for all tasks, including those that start in the meantime. */
  async function waitUntilSettled(): Promise<void> {
    while (running.size > 0) await Promise.allSettled([...running])
    reportDropped(true)
  }
}
