import type { EventLog } from '../events/event.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import type { InvoiceEndStore } from './cancel.ts'
import { buildInvoiceEvents } from './invoice-events.ts'
import type { ViewContext } from './view.ts'

/** Invoices per transaction, to keep it short. */
const batch = 100

export interface ExpireParts {
  readonly transact: Transact<{ invoices: InvoiceEndStore; events: EventLog }>
  /** Unpaid, unclaimed invoices that expired before that moment, oldest first. */
  readonly overdue: (before: Instant, limit: number) => Promise<string[]>
  readonly view: ViewContext
  readonly clock: Clock
  readonly graceMs: number
}

/** Sets `expired` once an invoice's expiry and grace period have passed. Waits for open claims. */
export function createExpirySweep({ transact, overdue, view, clock, graceMs }: ExpireParts) {
  /** Runs one sweep. Returns the number of invoices that it expired. */
  return async function sweep(ending?: AbortSignal): Promise<number> {
    let ended = 0
    while (!ending?.aborted) {
      const uids = await overdue(clock.now() - graceMs, batch)
      if (uids.length === 0) break
      const expired = await transact(({ invoices, events }) => endAll(uids, invoices, events))
      if (expired === 0) break
      ended += expired
    }
    return ended
  }

  async function endAll(
    uids: readonly string[],
    invoices: InvoiceEndStore,
    events: EventLog,
  ): Promise<number> {
    let count = 0
    for (const uid of uids) {
      const invoice = await invoices.end(uid, 'expired')
      if (!invoice) continue
      await events.append(buildInvoiceEvents(['invoice.expired'], invoice, clock.now(), view))
      count++
    }
    return count
  }
}
