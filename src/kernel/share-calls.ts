/**
 * Calls with the same key within one turn of the event loop share one result, as fresh as each call's own would have been: of many requests
 * of one account that arrive together, only the first is looked up.
 */
export function shareWithinTick<Key, Value>(ask: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const asked = new Map<Key, Promise<Value>>()
  return (key) => {
    const known = asked.get(key)
    if (known !== undefined) return known
    if (asked.size === 0) setImmediate(() => asked.clear())
    const answer = ask(key)
    asked.set(key, answer)
    return answer
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
    const known = inFlight.get(key)
    if (known !== undefined) return known
    const answer = work(input).finally(() => inFlight.delete(key))
    inFlight.set(key, answer)
    return answer
  }
}
