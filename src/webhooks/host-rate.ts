import { second } from '../kernel/clock.ts'

/** Counts the requests this process starts, per host and second. */
interface HostRate {
  /** Returns a check for one round: may one more request to this host start now? Requests the round has already planned count too. */
  createPlan(): (host: string) => boolean
  count(host: string): void
}

/** @param monotonicMs real time, because real requests are counted */
export function createHostRate(maxPerSecond: number, monotonicMs = () => performance.now()): HostRate {
  let started = new Map<string, number>()
  let window = 0
  return { createPlan, count }

  function getCounts(): Map<string, number> {
    const current = Math.floor(monotonicMs() / second)
    if (current !== window) started = new Map()
    window = current
    return started
  }

  function createPlan(): (host: string) => boolean {
    const planned = new Map(getCounts())
    return (host) => {
      const plannedCount = planned.get(host) ?? 0
      if (plannedCount < maxPerSecond) planned.set(host, plannedCount + 1)
      return plannedCount < maxPerSecond
    }
  }

  function count(host: string): void {
    getCounts().set(host, (getCounts().get(host) ?? 0) + 1)
  }
}
