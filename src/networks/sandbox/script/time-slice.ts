import { setImmediate as nextTurn } from 'node:timers/promises'

/** Script execution yields to the rest of the process after this long. */
export const maxHoldMs = 5

let heldSince = 0
let waiting: Promise<void> | null = null

/**
 * Runs `work` in this turn of the event loop, or in a later one if scripts have held this one for too long. Nothing may run between the
 * time check and the work. Otherwise all waiting callers would pass the check before the first of them starts its work.
 */
export async function runInTimeSlice<Result>(work: () => Result): Promise<Result> {
  while (performance.now() - heldSince >= maxHoldMs) {
    waiting ??= nextTurn().then(() => {
      waiting = null
      heldSince = performance.now()
    })
    await waiting
  }
  return work()
}

/** Waits for a time slice in which to continue with something short. */
export const yieldTimeSlice = (): Promise<void> => runInTimeSlice(() => undefined)
