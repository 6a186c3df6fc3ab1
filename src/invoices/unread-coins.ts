import type { CoinCode } from '../coins/index.ts'
import { hour, minute } from '../kernel/clock.ts'
import type { Timers } from '../kernel/timers.ts'
import type { Transact } from '../kernel/transact.ts'

/** A coin that can't be read, and payments that don't count yet, delay the expiry for this long at most. */
export const maxDelayMs = 24 * hour
/** How often the time is stored. A restart loses less than this. */
const storeIntervalMs = minute

export interface UnreadCoinReader {
  /** Coins that can't be read, and for how long processes have tried, up to the longest delay. */
  findUnread(): Promise<ReadonlyMap<CoinCode, number>>
}

export interface UnreadCoinStore {
  /** The coin can't be read. Changes nothing if that is known. */
  markUnread(coin: CoinCode): Promise<void>
  /** Ignored unless the stored time is still `from`: another process measures the same time. */
  setUnreadMs(coin: CoinCode, from: number, to: number): Promise<void>
  markRead(coin: CoinCode): Promise<void>
}

export interface UnreadCoinStores {
  readonly unreadCoins: UnreadCoinStore
}

interface UnreadCoinDependencies {
  readonly transact: Transact<UnreadCoinStores>
  readonly timers: Pick<Timers, 'now'>
}

/**
 * Measures how long coins can't be read. The stored time is a duration, because reading what was missed while no process ran can take hours,
 * and the system clock may jump.
 */
export function createUnreadCoinRecorder({ transact, timers }: UnreadCoinDependencies) {
  const measurements = new Map<CoinCode, { readonly storedMs: number; readonly since: number }>()
  return { recordUnread, recordRead }

  /** @param storedMs the stored time; undefined if the coin could be read until now */
  async function recordUnread(coin: CoinCode, storedMs: number | undefined): Promise<void> {
    if (storedMs === undefined) await transact(({ unreadCoins }) => unreadCoins.markUnread(coin))
    const now = timers.now()
    const measurement = measurements.get(coin)
    if (storedMs === undefined || measurement?.storedMs !== storedMs) {
      measurements.set(coin, { storedMs: storedMs ?? 0, since: now })
      return
    }
    const elapsedMs = Math.trunc(now - measurement.since)
    if (elapsedMs < storeIntervalMs || storedMs >= maxDelayMs) return
    const unreadMs = Math.min(storedMs + elapsedMs, maxDelayMs)
    await transact(({ unreadCoins }) => unreadCoins.setUnreadMs(coin, storedMs, unreadMs))
    measurements.set(coin, { storedMs: unreadMs, since: now })
  }

  async function recordRead(coin: CoinCode, storedMs: number | undefined): Promise<void> {
    measurements.delete(coin)
    if (storedMs !== undefined) await transact(({ unreadCoins }) => unreadCoins.markRead(coin))
  }
}
