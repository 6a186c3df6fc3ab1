import { AsyncLocalStorage } from 'node:async_hooks'

/** A resource that a request can wait for. */
type Resource = 'db' | 'node'

/** How long a request has waited for each resource, in milliseconds. Concurrent waits are added up. */
export type WaitTimes = ReadonlyMap<Resource, number>

/** Undefined during a wait, so that waits within it aren't counted again. */
const currentTimes = new AsyncLocalStorage<Map<Resource, number> | undefined>()

/** Runs `work`, and adds the waits of everything that it starts to the returned times. */
export function measureWaits(work: () => void): WaitTimes {
  const times = new Map<Resource, number>()
  currentTimes.run(times, work)
  return times
}

/** Runs `work`, a wait for a resource. Unless waits are measured, it only runs `work`. */
export function timeWait<T>(resource: Resource, work: () => Promise<T>): Promise<T> {
  const times = currentTimes.getStore()
  if (!times) return work()
  const start = performance.now()
  return currentTimes
    .run(undefined, work)
    .finally(() => times.set(resource, (times.get(resource) ?? 0) + performance.now() - start))
}
