/**
 * Asks once at a time: who comes while a question is open waits for the same answer.
 * @param patienceMs after that the wait ends with an error, and the question stays open
 */
export function oneAtATime<Value>(ask: () => Promise<Value>, patienceMs?: number): () => Promise<Value> {
  let open: Promise<Value> | undefined
  return () => {
    open ??= ask().finally(() => {
      open = undefined
    })
    return patienceMs === undefined ? open : inTime(open, patienceMs)
  }
}

async function inTime<Value>(answer: Promise<Value>, patienceMs: number): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs} ms`)), patienceMs)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
