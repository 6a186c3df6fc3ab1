import type { CoinCode } from '../coins/index.ts'
import { type Clock, type Instant, minute } from '../kernel/clock.ts'

/** A longer time without a complete read of the mempool ends a period: transactions may have come and gone unseen. */
const maxGapMs = 1 * minute

/** When a coin's mempool has been read without a gap. */
export interface WatchPeriods {
  recordRead(coin: CoinCode): void
  /** The start of the current period. Null while the mempool isn't read. */
  findStart(coin: CoinCode): Instant | null
}

/** Gaps are measured with a monotonic clock, so a jump of the system clock is not a gap. */
export function createWatchPeriods(clock: Clock, getMonotonicMs = () => performance.now()): WatchPeriods {
  const periods = new Map<CoinCode, { readonly start: Instant; readonly lastReadMs: number }>()
  const findCurrent = (coin: CoinCode) => {
    const period = periods.get(coin)
    return period && getMonotonicMs() - period.lastReadMs <= maxGapMs ? period : undefined
  }
  return {
    recordRead: (coin) => {
      periods.set(coin, { start: findCurrent(coin)?.start ?? clock.now(), lastReadMs: getMonotonicMs() })
    },
    findStart: (coin) => findCurrent(coin)?.start ?? null,
  }
}
