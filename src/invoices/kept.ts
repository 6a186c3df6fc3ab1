import type { Instant } from '../kernel/clock.ts'

interface Entry<Value> {
  readonly revision: number
  readonly until: Instant
  readonly value: Value
}

/**
 * Keeps what was made of an invoice while the row's revision, which the caller reads each time, is the same: so it is right
 * whoever changed the row, in this process or another. At most `most` entries; the oldest go first.
 */
export function keptByRevision<Value>(most: number) {
  const entries = new Map<string, Entry<Value>>()
  return { get, set }

  function get(key: string, revision: number, now: Instant): Value | undefined {
    const entry = entries.get(key)
    return entry && entry.revision === revision && now < entry.until ? entry.value : undefined
  }

  /** `until`: when it becomes stale though the row has not changed. */
  function set(key: string, revision: number, until: Instant, value: Value): Value {
    entries.delete(key)
    if (entries.size >= most) entries.delete(entries.keys().next().value ?? '')
    entries.set(key, { revision, until, value })
    return value
  }
}
