import { type Clock, hour, type Instant } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'

/** Counts events that a transport returned because no queue is bound to their type. */
export interface ReturnCounter {
  count(transport: string, type: string): void
  /** Since the process started. */
  getCounts(): readonly { readonly transport: string; readonly type: string; readonly count: number }[]
}

/** An unwanted type is returned every time, so log it once an hour. */
const logIntervalMs = 1 * hour

export function createReturnCounter({
  clock,
  log,
}: {
  readonly clock: Clock
  readonly log: Logger
}): ReturnCounter {
  const entries = new Map<string, { transport: string; type: string; count: number; loggedAt: Instant }>()
  return {
    count(transport, type) {
      const key = `${transport} ${type}`
      const entry = entries.get(key) ?? { transport, type, count: 0, loggedAt: Number.NEGATIVE_INFINITY }
      entries.set(key, entry)
      entry.count++
      const now = clock.now()
      if (now - entry.loggedAt < logIntervalMs) return
      entry.loggedAt = now
      log.warn('the broker returned events: no queue is bound to their type', {
        transport,
        type,
        returned: entry.count,
      })
    },
    getCounts: () => [...entries.values()].map(({ transport, type, count }) => ({ transport, type, count })),
  }
}
