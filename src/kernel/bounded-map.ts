/** A map with a size limit: the entry that was set least recently is evicted first. */
interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  delete(key: Key): void
}

/** Holds at most `limit` entries. */
export function createBoundedMap<Key, Value>(limit: number): BoundedMap<Key, Value> {
  const entries = new Map<Key, Value>()
  return {
    get: (key) => entries.get(key),
    delete: (key) => {
      entries.delete(key)
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size <= limit) return
      const [oldest] = entries.keys()
      if (oldest !== undefined) entries.delete(oldest)
    },
  }
}
