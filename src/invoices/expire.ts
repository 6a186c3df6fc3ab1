import type { CoinCode } from '../coins/index.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Timers } from '../kernel/timers.ts'
import type { CloseDependencies, CloseStores } from './cancel.ts'
import type { Invoice } from './invoice.ts'
import { buildInvoiceEvents } from './invoice-events.ts'
import {
  createUnreadCoinRecorder,
  maxDelayMs,
  type UnreadCoinReader,
  type UnreadCoinStores,
} from './unread-coins.ts'

/** Invoices per database transaction, to keep each one short. */
const batchSize = 100

export interface ExpireReader {
  /**
   * Unpaid, unclaimed invoices that expired before that time, oldest first, except those with an address of a coin in `unread`, and up to the
   * longest delay, those with an address of a coin in `longUnread`.
   */
  findOverdue(before: Instant, options: OverdueOptions): Promise<string[]>
  /** The coins of the watched addresses of such invoices. */
  findOverdueCoins(before: Instant): Promise<CoinCode[]>
}

interface OverdueOptions {
  readonly unread: readonly CoinCode[]
  /** Coins that have been unread for the longest delay. */
  readonly longUnread: readonly CoinCode[]
  readonly limit: number
}

export interface ExpireStore {
  /** Expires an unpaid, unclaimed invoice. Null when it isn't in that state, or a payment in the mempool doesn't count yet. */
  expire(uid: string, before: Instant): Promise<Invoice | null>
}

interface ExpireStores extends CloseStores, UnreadCoinStores {
  readonly invoices: CloseStores['invoices'] & ExpireStore
}

interface ExpireDependencies<Stores> extends CloseDependencies<Stores>, ExpireReader, UnreadCoinReader {
  readonly timers: Pick<Timers, 'now'>
  /** Reads the coin's blocks and mempool for payments to issued addresses. False when they could not be read to their end. */
  readonly readPayments: (coin: CoinCode) => Promise<boolean>
  readonly graceMs: number
}

/** Expires invoices once their grace period has passed, except those with an open claim. */
export function createExpirySweep<Stores extends ExpireStores>({
  transact,
  findOverdue,
  findOverdueCoins,
  findUnread,
  readPayments,
  recordPartialPayment,
  view,
  clock,
  timers,
  graceMs,
}: ExpireDependencies<Stores>) {
  const { recordUnread, recordRead } = createUnreadCoinRecorder({ transact, timers })
  /**
   * Runs one sweep. Returns the number of invoices that it expired. A payment to an issued address may have arrived in time, while the
   * service or its node was down: such an invoice expires only after its coins have been read again.
   */
  return async function sweep(signal?: AbortSignal): Promise<number> {
    const before = clock.now() - graceMs
    const unreadMs = await findUnread()
    // Coins that couldn't be read before are read even if no invoice waits for them: their time must end when they can be read again.
    const coins = [...new Set([...(await findOverdueCoins(before)), ...unreadMs.keys()])]
    const count = await expireOverdue(before, splitCoins(coins, unreadMs), signal)
    if (coins.length === 0 || signal?.aborted) return count
    const unread = await Promise.all(coins.map(async (coin) => ((await readPayments(coin)) ? [] : [coin])))
    for (const coin of coins)
      await (unread.flat().includes(coin) ? recordUnread : recordRead)(coin, unreadMs.get(coin))
    return count + (await expireOverdue(before, splitCoins(unread.flat(), unreadMs), signal))
  }

  async function expireOverdue(
    before: Instant,
    coins: Pick<OverdueOptions, 'unread' | 'longUnread'>,
    signal?: AbortSignal,
  ): Promise<number> {
    let total = 0
    while (!signal?.aborted) {
      const uids = await findOverdue(before, { ...coins, limit: batchSize })
      if (uids.length === 0) break
      const expiredCount = await transact((stores) => expireAll(uids, before, stores))
      if (expiredCount === 0) break
      total += expiredCount
    }
    return total
  }

  async function expireAll(uids: readonly string[], before: Instant, stores: Stores): Promise<number> {
    const { invoices, events } = stores
    let count = 0
    for (const uid of uids) {
      const invoice = await invoices.expire(uid, before)
      if (!invoice) continue
      await events.append(buildInvoiceEvents(['invoice.expired'], invoice, clock.now(), view))
      await recordPartialPayment(stores, invoice)
      count++
    }
    return count
  }
}

function splitCoins(coins: readonly CoinCode[], unreadMs: ReadonlyMap<CoinCode, number>) {
  const isLong = (coin: CoinCode) => (unreadMs.get(coin) ?? 0) >= maxDelayMs
  return { unread: coins.filter((coin) => !isLong(coin)), longUnread: coins.filter(isLong) }
}
