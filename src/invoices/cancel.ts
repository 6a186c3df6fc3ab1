import type { EventLog } from '../events/event.ts'
import type { Clock } from '../kernel/clock.ts'
import { isUid } from '../kernel/ids.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import { announce } from './announce.ts'
import type { Invoice } from './invoice.ts'
import type { ViewContext } from './view.ts'

export interface EndStore {
  find(uid: string): Promise<Invoice | null>
  /** Ends an unpaid invoice that no claim stands on; null when it is not so. */
  end(uid: string, status: 'cancelled' | 'expired'): Promise<Invoice | null>
}

/** Why an invoice in that state cannot be cancelled. */
const whyNot: Record<Exclude<Invoice['status'], 'cancelled'>, string> = {
  unpaid: 'a payment for it is being settled',
  paid: 'it is paid',
  reversed: 'its payment was reversed on the chain',
  expired: 'it has expired',
}

export function cancelInvoice(
  transact: Transact<{ invoices: EndStore; events: EventLog }>,
  { view, clock }: { view: ViewContext; clock: Clock },
) {
  /**
   * Cancels an unpaid invoice of the account; one that is cancelled already stays so.
   * @throws {Refused} `invoice_not_found`, `invoice_not_cancellable`
   */
  return function cancel(accountId: number, uid: string): Promise<Invoice> {
    return transact(async ({ invoices, events }) => {
      const invoice = isUid(uid) ? await invoices.find(uid) : null
      if (!invoice || invoice.accountId !== accountId) throw new Refused('invoice_not_found')
      if (invoice.status === 'cancelled') return invoice
      const cancelled = await invoices.end(uid, 'cancelled')
      if (!cancelled) return endedMeanwhile((await invoices.find(uid)) ?? invoice)
      await events.append(announce(['invoice.cancelled'], cancelled, clock.now(), view))
      return cancelled
    })
  }
}

/** What another request has made of it since it was looked at. */
function endedMeanwhile(invoice: Invoice): Invoice {
  if (invoice.status === 'cancelled') return invoice
  throw new Refused('invoice_not_cancellable', whyNot[invoice.status])
}
