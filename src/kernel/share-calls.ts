import { setImmediate as turnEnd } from 'node:timers/promises'

/**
 * Calls with the same key within one turn of the event loop share one result, as fresh as each call's own would have been: of many requests
 * of one account that arrive together, only the first is looked up.
 */
export function shareWithinTick<Key, Value>(
  load: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const pending = new Map<Key, Promise<Value>>()
  return (key) => {
    const shared = pending.get(key)
    if (shared !== undefined) return shared
    if (pending.size === 0) setImmediate(() => pending.clear())
    const result = load(key)
    pending.set(key, result)
    return result
  }
}

/**
 * Calls within one turn of the event loop are answered together: `load` gets their keys when the turn ends, each once. A key that it doesn't
 * return is undefined.
 */
export function batchWithinTick<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let batch: { readonly keys: Set<Key>; readonly values: Promise<ReadonlyMap<Key, Value>> } | undefined
  return async (key) => {
    batch ??= openBatch()
    batch.keys.add(key)
    return (await batch.values).get(key)
  }

  function openBatch() {
    const keys = new Set<Key>()
    const values = turnEnd().then(() => {
      batch = undefined
      return load([...keys])
    })
    return { keys, values }
  }
}

/** Calls with the same key share the result of the one in flight. The next call after that starts a new one. */
export function shareInFlight<Key, Input, Value>(
  keyOf: (input: Input) => Key,
  work: (input: Input) => Promise<Value>,
): (input: Input) => Promise<Value> {
  const inFlight = new Map<Key, Promise<Value>>()
  return (input) => {
    const key = keyOf(input)
    const shared = inFlight.get(key)
    if (shared !== undefined) return shared
    const result = work(input).finally(() => inFlight.delete(key))
    inFlight.set(key, result)
    return result
  }
}
