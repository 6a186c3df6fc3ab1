import { second } from '../kernel/clock.ts'

/** Limits the requests that this process starts, per host and second. */
interface HostRateLimiter {
  /** The limiter of one round, which plans requests before it starts them. */
  createRoundLimiter(): RoundLimiter
  /** Counts a request that starts now. */
  count(host: string): void
}

interface RoundLimiter {
  /** Reserves a request to this host for the round. False if the host's limit for this second is used up. */
  tryReserve(host: string): boolean
}

/** @param monotonicMs real time, because real requests are counted */
export function createHostRateLimiter(
  maxPerSecond: number,
  monotonicMs = () => performance.now(),
): HostRateLimiter {
  let startedCounts = new Map<string, number>()
  let window = 0
  return { createRoundLimiter, count }

  function getCounts(): Map<string, number> {
    const current = Math.floor(monotonicMs() / second)
    if (current !== window) startedCounts = new Map()
    window = current
    return startedCounts
  }

  function createRoundLimiter(): RoundLimiter {
    const countsWithReserved = new Map(getCounts())
    return {
      tryReserve(host) {
        const count = countsWithReserved.get(host) ?? 0
        if (count < maxPerSecond) countsWithReserved.set(host, count + 1)
        return count < maxPerSecond
      },
    }
  }

  function count(host: string): void {
    getCounts().set(host, (getCounts().get(host) ?? 0) + 1)
  }
}
