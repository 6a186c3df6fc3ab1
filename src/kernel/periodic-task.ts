import { minute } from './clock.ts'
import { systemTimers, type Timers } from './timers.ts'

/** Work that repeats, one round at a time. */
export interface PeriodicTask {
  /** Starts the next round now, or once the minimum pause is over. */
  wake(): void
  /** Aborts the signal of the current round and waits until that round has ended. */
  stop(): Promise<void>
}

/** At intervals this long, reporting every failure does not flood the log. */
const minReportIntervalMs = 1 * minute

/**
 * Runs `work`, waits `intervalMs`, and repeats. A round that throws is reported to `onError` and does not stop the next one. While a database is
 * down, every round fails: only the first failure is reported, unless rounds are rare.
 * @param minPauseMs `wake` shortens the pause after a round to this, so that one round handles many wakes
 * @param work gets a signal that is aborted on stop: work in many steps ends between two of them
 */
export function startPeriodicTask(
  intervalMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  timers: Pick<Timers, 'schedule'> = systemTimers,
  minPauseMs = 0,
): PeriodicTask {
  const abortController = new AbortController()
  let isWakeRequested = false
  let isFailing = false
  let wakeUp = (): void => {}
  const completion = run(abortController.signal)
  return {
    wake: () => {
      isWakeRequested = true
      wakeUp()
    },
    stop: async () => {
      abortController.abort()
      wakeUp()
      await completion
    },
  }

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      isWakeRequested = false
      try {
        await work(signal)
        isFailing = false
      } catch (error) {
        if (!isFailing || intervalMs >= minReportIntervalMs) onError(error)
        isFailing = true
      }
      if (!signal.aborted && minPauseMs > 0)
        await new Promise<void>((resolve) => timers.schedule(minPauseMs, resolve))
      if (!signal.aborted && !isWakeRequested) await pause()
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = timers.schedule(intervalMs - minPauseMs, resolve)
      wakeUp = () => {
        cancel()
        resolve()
      }
    })
  }
}

/** Repeats `processBatch` until it processes fewer than `batchSize`, or `signal` is aborted: the rest is left for a later round. */
export async function runInBatches(
  batchSize: number,
  processBatch: () => Promise<number>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await processBatch()) === batchSize);
}
