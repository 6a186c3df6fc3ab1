/**
 * Runs one call at a time: calls made while one is running share its result.
 * @param timeoutMs after this the caller's wait ends with an error, while the call keeps running
 */
export function createSingleFlight<Value>(
  run: () => Promise<Value>,
  timeoutMs?: number,
): () => Promise<Value> {
  let pending: Promise<Value> | undefined
  return () => {
    pending ??= run().finally(() => {
      pending = undefined
    })
    return timeoutMs === undefined ? pending : withTimeout(pending, timeoutMs)
  }
}

async function withTimeout<Value>(promise: Promise<Value>, timeoutMs: number): Promise<Value> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
