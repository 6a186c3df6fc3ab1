import type { Transact } from '../../src/kernel/transact.ts'

/** Transactions of a service that is told to stop during the first one; counts them. */
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
