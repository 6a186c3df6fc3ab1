import type { EventLog } from '../events/event.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { isUid } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Invoice } from './invoice.ts'
import { buildInvoiceEvents } from './invoice-events.ts'
import type { ViewContext } from './view.ts'

export interface InvoiceCloseStore {
  find(uid: string): Promise<Invoice | null>
  /** Closes an unpaid invoice without an open claim. Null when the invoice isn't in that state. */
  close(uid: string, status: 'cancelled' | 'expired'): Promise<Invoice | null>
}

export interface CloseStores {
  readonly invoices: InvoiceCloseStore
  readonly events: EventLog
}

export interface CloseDependencies<Stores> {
  readonly transact: Transact<Stores>
  /** Called with an invoice that was just closed: part of its amount may have been paid. */
  readonly recordPartialPayment: (stores: Stores, invoice: Invoice) => Promise<void>
  readonly view: ViewContext
  readonly clock: Clock
}

/** Why an invoice in this status can't be cancelled. */
const notCancellableReasons: Record<Exclude<Invoice['status'], 'cancelled'>, string> = {
  unpaid: 'a payment for it is being settled',
  paid: 'it is paid',
  reversed: 'its payment was reversed on the chain',
  expired: 'it has expired',
}

export function createInvoiceCanceller<Stores extends CloseStores>({
  transact,
  recordPartialPayment,
  view,
  clock,
}: CloseDependencies<Stores>) {
  /**
   * Cancels an unpaid invoice of the account. Does nothing if it is already cancelled.
   * @param onCancelled runs in the same transaction, and can throw to abort the cancellation
   * @throws {ApiError} `invoice_not_found`, `invoice_not_cancellable`
   */
  return function cancel(
    accountId: number,
    uid: string,
    onCancelled: (stores: Stores) => Promise<void> = async () => {},
  ): Promise<Invoice> {
    return transact(async (stores) => {
      const { invoices, events } = stores
      const invoice = isUid(uid) ? await invoices.find(uid) : null
      if (!invoice || invoice.accountId !== accountId) throw new ApiError('invoice_not_found')
      if (invoice.status === 'cancelled') return invoice
      const cancelled = await invoices.close(uid, 'cancelled')
      if (!cancelled) return requireCancelled((await invoices.find(uid)) ?? invoice)
      await events.append(buildInvoiceEvents(['invoice.cancelled'], cancelled, clock.now(), view))
      await recordPartialPayment(stores, cancelled)
      await onCancelled(stores)
      return cancelled
    })
  }
}

/** Handles a change by another request after the invoice was read. */
function requireCancelled(invoice: Invoice): Invoice {
  if (invoice.status === 'cancelled') return invoice
  throw new ApiError('invoice_not_cancellable', notCancellableReasons[invoice.status])
}
