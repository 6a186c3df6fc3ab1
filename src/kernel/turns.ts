import type { RunSteps, Steps } from './steps.ts'

/** Checking this many items takes a millisecond or two. */
const itemsPerTurn = 2_000

/** Whether any item matches. Stops at the first match, and lets the event loop turn after every few thousand items. */
export type SomeInTurns = <T>(items: Iterable<T>, isSo: (item: T) => boolean) => Promise<boolean>

/** Counts items across all lists: many short lists block the event loop no longer than one long list. */
export function createTurns(runSteps: RunSteps): SomeInTurns {
  let looked = 0
  return (items, isSo) => runSteps(look(items, isSo))

  function* look<T>(items: Iterable<T>, isSo: (item: T) => boolean): Steps<boolean> {
    for (const item of items) {
      if (isSo(item)) return true
      if (++looked % itemsPerTurn === 0) yield
    }
    return false
  }
}
