import type { Event, InvoiceEventType } from '../events/event.ts'
import type { Instant } from '../kernel/clock.ts'
import { hasPayment, type Invoice } from './invoice.ts'
import { buildOwnerView, type ViewContext } from './view.ts'

/** The payment of an event that is not (or no longer) the one that the invoice shows. */
interface OtherPayment {
  readonly txid: string
  readonly rendered: Record<string, unknown>
  /** Additional members of the event's data. */
  readonly members?: { readonly payments: unknown } | { readonly exception: unknown }
}

/**
 * Builds the events of one change to an invoice, in order. They take the last positions of its sequence, which the change has already
 * advanced. `data.invoice` is the owner's view; fields that a reader may not see are removed on delivery.
 */
export function buildInvoiceEvents(
  types: readonly InvoiceEventType[],
  invoice: Invoice,
  time: Instant,
  context: ViewContext,
  other?: OtherPayment,
): Event[] {
  const { metadata } = invoice
  const view = buildOwnerView({ ...invoice, metadata: null }, context)
  const paid = hasPayment(invoice) ? invoice.payment : null
  const data = {
    uid: invoice.uid,
    status: invoice.status,
    hash: other?.txid ?? paid?.txids.at(-1) ?? null,
    invoice: view,
    payment: other?.rendered ?? view.payment,
    ...other?.members,
  }
  return types.map((type, index) => ({
    type,
    time,
    subject: `invoice/${invoice.uid}`,
    sequence: invoice.eventSequence - types.length + 1 + index,
    accountId: invoice.accountId,
    data,
    metadata,
  }))
}
