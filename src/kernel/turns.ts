import { setImmediate } from 'node:timers/promises'

/** Resolves in a separate turn of the event loop for each caller. */
export type TakeTurn = () => Promise<void>

/**
 * Creates a queue that gives each caller its own turn, in order. With `setImmediate` alone, all waiting callers would run in the same turn:
 * hundreds of them would block the event loop, however short the work of each is.
 */
export function createTurns(): TakeTurn {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}
