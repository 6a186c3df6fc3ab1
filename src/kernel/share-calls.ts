import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Calls with the same key within one turn of the event loop share one `load`: an account is looked up once for many requests that arrive
 * together. The result is as fresh as with separate calls.
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
 * Calls within one turn of the event loop share one `load`, which gets their distinct keys when the turn ends. A key missing from its result
 * resolves to undefined.
 */
export function batchWithinTick<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let batch: { readonly keys: Set<Key>; readonly values: Promise<ReadonlyMap<Key, Value>> } | undefined
  return async (key) => {
    batch ??= startBatch()
    batch.keys.add(key)
    return (await batch.values).get(key)
  }

  function startBatch() {
    const keys = new Set<Key>()
    const values = nextTurn().then(() => {
      batch = undefined
      return load([...keys])
    })
    return { keys, values }
  }
}

/** Calls with the same key share the result of the one in flight. The next call after that starts a new one. */
export function shareInFlight<Key, Input, Value>(
  getKey: (input: Input) => Key,
  work: (input: Input) => Promise<Value>,
): (input: Input) => Promise<Value> {
  const inFlight = new Map<Key, Promise<Value>>()
  return (input) => {
    const key = getKey(input)
    const shared = inFlight.get(key)
    if (shared !== undefined) return shared
    const result = work(input).finally(() => inFlight.delete(key))
    inFlight.set(key, result)
    return result
  }
}
