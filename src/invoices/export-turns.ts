import { setImmediate } from 'node:timers/promises'

export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Does one thing at a time, in the order in which they were asked for, and before each whatever else the process has to do: SQLite answers
 * at once, so that work which follows work would leave no turn of the event loop to anybody.
 */
export function takeTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(() => setImmediate()).then(work)
    last = turn.catch(() => {})
    return turn
  }
}
