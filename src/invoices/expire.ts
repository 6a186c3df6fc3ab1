import type { Instant } from '../kernel/clock.ts'
import type { CloseDependencies, CloseStores } from './cancel.ts'
import { buildInvoiceEvents } from './invoice-events.ts'

/** Invoices per database transaction, to keep each one short. */
const batchSize = 100

interface ExpireDependencies<Stores> extends CloseDependencies<Stores> {
  /** Unpaid, unclaimed invoices that expired before that time, oldest first. */
  readonly findOverdue: (before: Instant, limit: number) => Promise<string[]>
  readonly graceMs: number
}

/** Expires invoices once their grace period has passed, except those with an open claim. */
export function createExpirySweep<Stores extends CloseStores>({
  transact,
  findOverdue,
  recordPartialPayment,
  view,
  clock,
  graceMs,
}: ExpireDependencies<Stores>) {
  /** Runs one sweep. Returns the number of invoices that it expired. */
  return async function sweep(signal?: AbortSignal): Promise<number> {
    let total = 0
    while (!signal?.aborted) {
      const uids = await findOverdue(clock.now() - graceMs, batchSize)
      if (uids.length === 0) break
      const expiredCount = await transact((stores) => expireAll(uids, stores))
      if (expiredCount === 0) break
      total += expiredCount
    }
    return total
  }

  async function expireAll(uids: readonly string[], stores: Stores): Promise<number> {
    const { invoices, events } = stores
    let count = 0
    for (const uid of uids) {
      const invoice = await invoices.close(uid, 'expired')
      if (!invoice) continue
      await events.append(buildInvoiceEvents(['invoice.expired'], invoice, clock.now(), view))
      await recordPartialPayment(stores, invoice)
      count++
    }
    return count
  }
}
