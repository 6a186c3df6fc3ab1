import type { CoinCode } from '../coins/index.ts'
import { hour, type Instant } from '../kernel/clock.ts'
import type { CloseDependencies, CloseStores } from './cancel.ts'
import type { Invoice } from './invoice.ts'
import { buildInvoiceEvents } from './invoice-events.ts'

/** Invoices per database transaction, to keep each one short. */
const batchSize = 100
/** A coin that can't be read, and payments that don't count yet, delay the expiry for this long at most. */
export const maxDelayMs = 24 * hour

export interface ExpireReader {
  /**
   * Unpaid, unclaimed invoices that expired before that time, oldest first, except those that expired after `unreadSince` and have an address
   * of an `unread` coin.
   */
  findOverdue(before: Instant, options: OverdueOptions): Promise<string[]>
  /** The coins of the watched addresses of such invoices that expired after `unreadSince`. */
  findOverdueCoins(before: Instant, unreadSince: Instant): Promise<CoinCode[]>
}

interface OverdueOptions {
  readonly unread: readonly CoinCode[]
  readonly unreadSince: Instant
  readonly limit: number
}

export interface ExpireStore {
  /** Expires an unpaid, unclaimed invoice. Null when it isn't in that state, or a payment in the mempool doesn't count yet. */
  expire(uid: string, before: Instant): Promise<Invoice | null>
}

interface ExpireStores extends CloseStores {
  readonly invoices: CloseStores['invoices'] & ExpireStore
}

interface ExpireDependencies<Stores> extends CloseDependencies<Stores>, ExpireReader {
  /** Reads the coin's blocks and mempool for payments to issued addresses. False when they could not be read to their end. */
  readonly readPayments: (coin: CoinCode) => Promise<boolean>
  readonly graceMs: number
}

/** Expires invoices once their grace period has passed, except those with an open claim. */
export function createExpirySweep<Stores extends ExpireStores>({
  transact,
  findOverdue,
  findOverdueCoins,
  readPayments,
  recordPartialPayment,
  view,
  clock,
  graceMs,
}: ExpireDependencies<Stores>) {
  const startedAt = clock.now()
  /**
   * Runs one sweep. Returns the number of invoices that it expired. A payment to an issued address may have arrived in time, while the
   * service or its node was down: such an invoice expires only after its coins have been read again.
   */
  return async function sweep(signal?: AbortSignal): Promise<number> {
    const before = clock.now() - graceMs
    const unreadSince = getUnreadSince(before)
    const coins = await findOverdueCoins(before, unreadSince)
    const count = await expireOverdue(before, { unread: coins, unreadSince }, signal)
    if (coins.length === 0 || signal?.aborted) return count
    const unread = await Promise.all(coins.map(async (coin) => ((await readPayments(coin)) ? [] : [coin])))
    return count + (await expireOverdue(before, { unread: unread.flat(), unreadSince }, signal))
  }

  /** Reading what was missed in days can take hours, so the delay begins when the service starts. */
  function getUnreadSince(before: Instant): Instant {
    const delayedSince = before - maxDelayMs
    return delayedSince >= startedAt ? delayedSince : 0
  }

  async function expireOverdue(
    before: Instant,
    unread: Pick<OverdueOptions, 'unread' | 'unreadSince'>,
    signal?: AbortSignal,
  ): Promise<number> {
    let total = 0
    while (!signal?.aborted) {
      const uids = await findOverdue(before, { ...unread, limit: batchSize })
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
