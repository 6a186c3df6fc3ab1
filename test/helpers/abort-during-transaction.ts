import type { Transact } from '../../src/kernel/transact.ts'

/** Wraps `transact` so that the service is told to stop during its first transaction. Counts the transactions. */
export function abortDuringTransaction<Stores>(transact: Transact<Stores>) {
  const ending = new AbortController()
  let count = 0
  const transactCounted: Transact<Stores> = (work) => {
    count++
    ending.abort()
    return transact(work)
  }
  return { transact: transactCounted, signal: ending.signal, count: () => count }
}
