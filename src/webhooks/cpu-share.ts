import { createBoundedMap } from '../kernel/bounded-map.ts'
import { createKeyedLimiter } from '../kernel/limiter.ts'
import { systemTimers, type Timers } from '../kernel/timers.ts'
import { readThreadCpuMs } from '../platform/thread-cpu-time.ts'

/** An account's share of the main thread's time. More than the most webhooks that one host gets per second take with ordinary certificates. */
const share = 1 / 5
/** The time that an account which has used none can use at once. */
const burstMs = 500
/** Above this, the account that used time least recently is forgotten. */
const maxAccounts = 10_000

/** Runs synchronous work for an account, in the order of the calls, as soon as its share allows. */
export type RunWithinShare = (accountId: number, work: () => void) => Promise<void>

/**
 * Limits the time that the receivers of one account take up. In a TLS handshake, a receiver chooses how many signatures have to be checked
 * and how expensive each one is: 16 KiB of certificates can take twenty times as long as ordinary ones.
 */
export function createCpuShare(timers: Timers = systemTimers, readCpuMs = readThreadCpuMs): RunWithinShare {
  const limiter = createKeyedLimiter<number>(1)
  /** When an account may use time again. */
  const availableAt = createBoundedMap<number, number>(maxAccounts)
  return (accountId, work) =>
    limiter.run(accountId, async () => {
      const waitMs = getAvailableAt(accountId) - timers.now()
      if (waitMs > 0) await new Promise<void>((resolve) => timers.schedule(waitMs, resolve))
      const since = readCpuMs()
      try {
        work()
      } finally {
        availableAt.set(accountId, getAvailableAt(accountId) + (readCpuMs() - since) / share)
      }
    })

  function getAvailableAt(accountId: number): number {
    const earliest = timers.now() - burstMs / share
    return Math.max(earliest, availableAt.get(accountId) ?? earliest)
  }
}
