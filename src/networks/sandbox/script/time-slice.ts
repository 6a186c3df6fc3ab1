import { setImmediate as nextTurn } from 'node:timers/promises'

/** Maximum time for which scripts run before they yield to the event loop. */
export const maxSliceMs = 5

let sliceStart = 0
let nextSlice: Promise<void> | null = null

/**
 * Runs `work` in this turn of the event loop, or in a later one if scripts have blocked this one for too long. Nothing may run between the
 * time check and the work. Otherwise all waiting callers would pass the check before the first of them starts its work.
 */
export async function runInTimeSlice<Result>(work: () => Result): Promise<Result> {
  while (performance.now() - sliceStart >= maxSliceMs) {
    nextSlice ??= nextTurn().then(() => {
      nextSlice = null
      sliceStart = performance.now()
    })
    await nextSlice
  }
  return work()
}

/** Waits for a time slice in which to continue with something short. */
export const yieldTimeSlice = (): Promise<void> => runInTimeSlice(() => undefined)
