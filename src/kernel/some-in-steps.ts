import type { RunSteps, Steps } from './steps.ts'

/** Checking this many items takes a millisecond or two. */
const itemsPerStep = 2_000

/** Whether any item matches. Stops at the first match, and yields to the event loop after every few thousand items. */
export type SomeInSteps = <T>(items: Iterable<T>, predicate: (item: T) => boolean) => Promise<boolean>

/** Counts items across all lists: many short lists block the event loop no longer than one long list. */
export function createSomeInSteps(runSteps: RunSteps): SomeInSteps {
  let checkedItems = 0
  return (items, predicate) => runSteps(search(items, predicate))

  function* search<T>(items: Iterable<T>, predicate: (item: T) => boolean): Steps<boolean> {
    for (const item of items) {
      if (predicate(item)) return true
      if (++checkedItems % itemsPerStep === 0) yield
    }
    return false
  }
}
