import type { EventLog } from '../events/event.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import { announce } from './announce.ts'
import type { EndStore } from './cancel.ts'
import type { ViewContext } from './view.ts'

/** So many end in one transaction: it stays short. */
const batch = 100

export interface ExpireParts {
  readonly transact: Transact<{ invoices: EndStore; events: EventLog }>
  /** Unpaid invoices without a claim whose end has come before that moment, oldest first. */
  readonly overdue: (before: Instant, limit: number) => Promise<string[]>
  readonly view: ViewContext
  readonly clock: Clock
  readonly graceMs: number
}

/** Writes `expired` once an invoice's end and its grace have passed. Claims are waited for. */
export function expireInvoices({ transact, overdue, view, clock, graceMs }: ExpireParts) {
  /** One sweep; the number of invoices that it ended. */
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

  async function endAll(uids: readonly string[], invoices: EndStore, events: EventLog): Promise<number> {
    let count = 0
    for (const uid of uids) {
      const invoice = await invoices.end(uid, 'expired')
      if (!invoice) continue
      await events.append(announce(['invoice.expired'], invoice, clock.now(), view))
      count++
    }
    return count
  }
}
