/** A map with a size limit: the entry that was set least recently is evicted first. */
interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  delete(key: Key): void
}

/** Holds at most `limit` entries. */
export function createBoundedMap<Key, Value>(limit: number): BoundedMap<Key, Value> {
  const entries = new Map<Key, Value>()
  let oldestFirst: Iterator<Key> | null = null
  let setsSinceEviction = 0
  return {
    get: (key) => entries.get(key),
    delete: (key) => {
      entries.delete(key)
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      // An iterator keeps the map's former tables while it doesn't move.
      if (++setsSinceEviction > limit) oldestFirst = null
      if (entries.size > limit) evictOldest()
    },
  }

  function evictOldest(): void {
    // A new iterator would first skip the places of all entries that were deleted since the map last grew.
    oldestFirst ??= entries.keys()
    const { value, done } = oldestFirst.next()
    if (!done) entries.delete(value)
    setsSinceEviction = 0
  }
}
