import { setImmediate } from 'node:timers/promises'

/** Resolves in a turn of the event loop of its own. */
export type TakeTurn = () => Promise<void>

/**
 * Creates a queue that gives each caller a turn of its own, in order. With `setImmediate` alone, all that wait would run in the same turn:
 * hundreds of them block the event loop together, however short the work of each is.
 */
export function createTurns(): TakeTurn {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}
