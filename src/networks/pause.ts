import { systemTimers, type Timers } from '../kernel/timers.ts'

/** A wait that can be cut short. A `wake` while nothing is waiting cuts the next wait short. */
export function createPause({ schedule }: Timers = systemTimers): {
  wait(ms: number): Promise<void>
  wake(): void
} {
  let isWoken = false
  let endWait: (() => void) | null = null
  return { wait, wake }

  async function wait(ms: number): Promise<void> {
    if (!isWoken) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const cancelTimer = schedule(ms, resolve)
      endWait = resolve
      await promise
      cancelTimer()
      endWait = null
    }
    isWoken = false
  }

  function wake(): void {
    isWoken = true
    endWait?.()
  }
}

const firstRetryMs = 1_000
const maxRetryMs = 10_000

/** Delay after this many consecutive failures: 1 s, 2 s, 4 s … 10 s. */
export const getRetryDelayMs = (failures: number): number =>
  Math.min(maxRetryMs, firstRetryMs * 2 ** (failures - 1))
