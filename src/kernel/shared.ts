/**
 * Callers who ask for the same in one turn of the event loop share one answer, which is as fresh as each of theirs would have been:
 * of many requests of one account that arrive together only the first is looked up.
 */
export function sharedInTurn<Key, Value>(ask: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
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
