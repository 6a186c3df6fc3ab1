import { setImmediate } from 'node:timers/promises'

type TurnQueue = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs tasks one at a time, in order, and yields to the event loop before each: SQLite queries are synchronous, so back-to-back tasks would
 * never give other work a turn.
 */
export function createTurnQueue(): TurnQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(() => setImmediate()).then(work)
    last = turn.catch(() => {})
    return turn
  }
}
