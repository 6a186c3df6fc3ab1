import type { EventLog, InvoiceEventType } from '../events/event.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { buildInvoiceEvents } from '../invoices/invoice-events.ts'
import type { ReceivedOutput } from '../invoices/received.ts'
import { buildReceivedView } from '../invoices/received-view.ts'
import { buildPaymentView, type ViewContext } from '../invoices/view.ts'
import type { Clock } from '../kernel/clock.ts'
import { generateId } from '../kernel/ids.ts'
import { createDecimal } from '../kernel/money.ts'
import type { CountStores } from './count-stores.ts'
import {
  buildExceptionView,
  type ExceptionKind,
  type ExceptionWriter,
  type PaymentException,
} from './exception.ts'
import { computeExcess } from './excess.ts'
import { getLastTxid, type Payment, toSettledPayment } from './payment.ts'

interface CountEventStores {
  readonly invoices: {
    advanceSequence(uid: string, events: number): Promise<Invoice | null>
  }
  readonly exceptions: ExceptionWriter
  readonly events: EventLog
}

/** Writes the events and exceptions of counted payments. */
export function createCountEventWriter({
  view,
  clock,
}: {
  readonly view: ViewContext
  readonly clock: Clock
}) {
  return { addException, closeExceptions, reopenExceptions, append }

  async function addException(
    { invoices, exceptions, events }: CountEventStores,
    { uid, accountId }: Invoice,
    kind: ExceptionKind,
    { id: paymentId, coin, amount, value, txid }: ExceptionalPayment,
  ): Promise<void> {
    const now = clock.now()
    const exception = {
      id: `pex_${generateId(now)}`,
      accountId,
      invoiceUid: uid,
      paymentId,
      kind,
      coin,
      amount,
      value,
      txid,
      status: 'open',
      createdAt: now,
    } as const
    await exceptions.insert(exception)
    await appendException({ invoices, events }, exception)
  }

  /** The payment was replaced or double-spent: there is nothing to decide about money that has not arrived. */
  async function closeExceptions(stores: CountEventStores, paymentId: string): Promise<void> {
    for (const exception of await stores.exceptions.closeReplaced(paymentId, clock.now()))
      await appendException(stores, exception)
  }

  /** The payment can arrive after all. */
  async function reopenExceptions(stores: CountEventStores, payment: Payment): Promise<void> {
    for (const exception of await stores.exceptions.reopen(payment.id, getLastTxid(payment)))
      await appendException(stores, exception)
  }

  async function appendException(
    { invoices, events }: Pick<CountEventStores, 'invoices' | 'events'>,
    exception: PaymentException,
  ): Promise<void> {
    const invoice = await invoices.advanceSequence(exception.invoiceUid, 1)
    if (!invoice) return
    const rendered = buildExceptionView(exception)
    const members = {
      exception: exception.status === 'void' ? { ...rendered, status: exception.status } : rendered,
    }
    const details = { txid: exception.txid, rendered, members }
    await events.append(buildInvoiceEvents(['payment.exception'], invoice, clock.now(), view, details))
  }

  /** Appends the events of a change. Events about a single payment, which may cover only part of the invoice, show `payment`. */
  async function append(
    { events }: Pick<CountEventStores, 'events'>,
    invoice: Invoice | null,
    types: readonly InvoiceEventType[],
    payment?: Payment,
  ): Promise<void> {
    if (!invoice || types.length === 0) return
    const now = clock.now()
    const invoiceEvents = buildInvoiceEvents(types, invoice, now, view)
    if (!payment) return events.append(invoiceEvents)
    const rendered = { ...buildPaymentView(toSettledPayment(payment, now), view), via: payment.via }
    const details = { txid: getLastTxid(payment), rendered }
    const payments =
      invoice.anyWallet && (buildReceivedView(invoice.anyWallet, view.getTipHeight)?.payments ?? [])
    const receivedEvents = buildInvoiceEvents(types, invoice, now, view, {
      ...details,
      members: { payments },
    })
    const paymentEvents = buildInvoiceEvents(types, invoice, now, view, details)
    const eventsByType: Partial<Record<InvoiceEventType, typeof invoiceEvents>> = {
      'payment.received': receivedEvents,
      'payment.replaced': paymentEvents,
      'payment.surplus': paymentEvents,
    }
    await events.append(types.flatMap((type, index) => (eventsByType[type] ?? invoiceEvents)[index] ?? []))
  }
}

/** Received money that becomes an exception. */
type ExceptionalPayment = Pick<ReceivedOutput, 'coin' | 'amount' | 'value' | 'txid'> & {
  readonly id: string
}

const zero = createDecimal(0n, 0)

export const toExceptionalPayment = (payment: Payment): ExceptionalPayment => ({
  id: payment.id,
  coin: payment.coin,
  amount: payment.amount,
  value: payment.value ?? zero,
  txid: getLastTxid(payment),
})

/** Stores what the payment pays above what was due. Returns it as an exception, or null. */
export async function recordExcess(
  { payments }: Pick<CountStores, 'payments'>,
  invoice: Invoice,
  payment: Payment,
): Promise<ExceptionalPayment | null> {
  const excess = computeExcess(invoice, payment, (await payments.findPaidScript(payment.id)) ?? '')
  await payments.setExcess(payment.id, excess?.amount ?? null)
  return excess && { ...toExceptionalPayment(payment), ...excess }
}
