import { createBoundedMap } from '../kernel/bounded-map.ts'
import type { Instant } from '../kernel/clock.ts'

interface Entry<Value> {
  readonly revision: number
  readonly expiresAt: Instant
  readonly value: Value
}

/**
 * Caches data derived from an invoice until its row's revision changes. The caller reads the revision each time, so the cache stays correct
 * even when another process changes the row. It has at most `limit` entries and evicts the oldest.
 */
export function createRevisionCache<Value>(limit: number) {
  const entries = createBoundedMap<string, Entry<Value>>(limit)
  return { get, set }

  function get(key: string, revision: number, now: Instant): Value | undefined {
    const entry = entries.get(key)
    return entry && entry.revision === revision && now < entry.expiresAt ? entry.value : undefined
  }

  /** @param expiresAt when the value becomes stale even if the row has not changed */
  function set(key: string, revision: number, expiresAt: Instant, value: Value): Value {
    entries.set(key, { revision, expiresAt, value })
    return value
  }
}
