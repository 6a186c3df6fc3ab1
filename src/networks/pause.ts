import { systemTimers, type Timers } from '../kernel/timers.ts'

/** A wait that can be cut short. A `wake` while nobody waits cuts the next one. */
export function pausing({ after }: Timers = systemTimers): { wait(ms: number): Promise<void>; wake(): void } {
  let woken = false
  let end: (() => void) | null = null
  return { wait, wake }

  async function wait(ms: number): Promise<void> {
    if (!woken) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const callOff = after(ms, resolve)
      end = resolve
      await promise
      callOff()
      end = null
    }
    woken = false
  }

  function wake(): void {
    woken = true
    end?.()
  }
}

const firstRetryMs = 1_000
const longestRetryMs = 10_000

/** How long to wait after so many failures one after the other: 1 s, 2 s, 4 s … 10 s. */
export const retryMs = (failures: number): number =>
  Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1))
