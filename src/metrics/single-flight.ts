/**
 * Runs one call at a time: calls made while one is running share its result.
 * @param timeoutMs after this the caller's wait ends with an error, while the call keeps running
 */
export function singleFlight<Value>(ask: () => Promise<Value>, timeoutMs?: number): () => Promise<Value> {
  let open: Promise<Value> | undefined
  return () => {
    open ??= ask().finally(() => {
      open = undefined
    })
    return timeoutMs === undefined ? open : withTimeout(open, timeoutMs)
  }
}

async function withTimeout<Value>(answer: Promise<Value>, timeoutMs: number): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
