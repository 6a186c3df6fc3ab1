import { minute } from './clock.ts'
import { systemTimers, type Timers } from './timers.ts'

/** Work that repeats, one round at a time. */
export interface PeriodicTask {
  /** Starts the next round now. */
  wake(): void
  /** Aborts the signal of the current round and waits until that round has ended. */
  stop(): Promise<void>
}

/** Failures of rounds this far apart do not flood the log. */
const rareMs = 1 * minute

/**
 * Runs `work`, waits `ms`, and repeats. A round that throws is reported to `failed` and does not stop the next one. While a database is
 * down, every round fails: only the first failure is reported, unless rounds are rare.
 * @param work gets a signal that is aborted on stop: work in many steps ends between two of them
 */
export function startPeriodicTask(
  ms: number,
  work: (ending: AbortSignal) => Promise<unknown>,
  failed: (error: unknown) => void,
  timers: Pick<Timers, 'schedule'> = systemTimers,
): PeriodicTask {
  const ending = new AbortController()
  let woken = false
  let failing = false
  let wakeUp = (): void => {}
  const ended = run(ending.signal)
  return {
    wake: () => {
      woken = true
      wakeUp()
    },
    stop: async () => {
      ending.abort()
      wakeUp()
      await ended
    },
  }

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      woken = false
      try {
        await work(signal)
        failing = false
      } catch (error) {
        if (!failing || ms >= rareMs) failed(error)
        failing = true
      }
      if (!signal.aborted && !woken) await pause()
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = timers.schedule(ms, resolve)
      wakeUp = () => {
        cancel()
        resolve()
      }
    })
  }
}

/** Repeats `some` until it processes fewer than `batch`, or `ending` is aborted: the rest is left for a later round. */
export async function runInBatches(
  batch: number,
  some: () => Promise<number>,
  ending?: AbortSignal,
): Promise<void> {
  while (!ending?.aborted && (await some()) === batch);
}
