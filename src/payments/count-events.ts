import type { EventLog, InvoiceEventType } from '../events/event.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { buildInvoiceEvents } from '../invoices/invoice-events.ts'
import type { ReceivedOutput } from '../invoices/received.ts'
import { buildReceivedView } from '../invoices/received-view.ts'
import { buildPaymentView, type ViewContext } from '../invoices/view.ts'
import type { Clock } from '../kernel/clock.ts'
import { generateId } from '../kernel/ids.ts'
import { compareDecimals, createDecimal } from '../kernel/money.ts'
import type { CountStores } from './count-stores.ts'
import { sumDecided } from './decided.ts'
import {
  buildExceptionView,
  type ExceptionKind,
  type ExceptionWriter,
  type PaymentException,
} from './exception.ts'
import { computeExcess, findCompletingPayment, takePart } from './excess.ts'
import { type Payment, toSettledPayment } from './payment.ts'

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
  return { addException, appendException, closeExceptions, closePartialExceptions, updateExcess, append }

  /**
   * Adds an exception for what the merchant has not decided about yet: the payment may have had exceptions before it was replaced or
   * double-spent. Returns whether there is something.
   */
  async function addException(
    stores: CountEventStores,
    invoice: Invoice,
    kind: ExceptionKind,
    payment: ExceptionalPayment,
  ): Promise<boolean> {
    const earlier = (await stores.exceptions.listByInvoice(invoice.uid)).filter(
      (exception) => exception.kind !== 'excess' && exception.paymentId === payment.id,
    )
    const undecided = subtractDecided(payment, earlier)
    if (undecided) await openException(stores, invoice, { ...undecided, kind }, earlier)
    return undecided !== null
  }

  /** Opens the same exception again if it is among the void ones of `earlier`. */
  async function openException(
    stores: CountEventStores,
    { uid: invoiceUid, accountId }: Invoice,
    { id: paymentId, ...parts }: ExceptionalPayment & Pick<PaymentException, 'kind'>,
    earlier: readonly PaymentException[],
  ): Promise<void> {
    const { exceptions } = stores
    const voided = earlier.find(
      (exception) =>
        exception.status === 'void' &&
        exception.kind === parts.kind &&
        isSame(exception, { ...parts, id: paymentId }),
    )
    const now = clock.now()
    const exception: PaymentException = voided
      ? { ...voided, status: 'open' }
      : {
          ...parts,
          id: `pex_${generateId(now)}`,
          accountId,
          invoiceUid,
          paymentId,
          status: 'open',
          createdAt: now,
        }
    if (voided) await exceptions.setStatus(voided.id, 'open', now)
    else await exceptions.insert(exception)
    await appendException(stores, exception)
  }

  /**
   * Makes the invoice's open `excess` exceptions match the excess of its current payments: one, or none. What the merchant has refunded or
   * kept is no longer part of it.
   */
  async function updateExcess(
    stores: CountEventStores,
    invoice: Invoice,
    excess: ExceptionalPayment | null,
  ): Promise<void> {
    const { exceptions } = stores
    const earlier = (await exceptions.listByInvoice(invoice.uid)).filter(({ kind }) => kind === 'excess')
    const undecided = excess && subtractDecided(excess, earlier)
    const open = earlier.filter(({ status }) => status === 'open')
    const isCurrent = (exception: PaymentException) => undecided !== null && isSame(exception, undecided)
    for (const exception of open.filter((candidate) => !isCurrent(candidate))) {
      await exceptions.setStatus(exception.id, 'void', clock.now())
      // For the same payment, the event of its new exception is enough.
      if (exception.paymentId !== undecided?.id)
        await appendException(stores, { ...exception, status: 'void' })
    }
    if (undecided && !open.some(isCurrent))
      await openException(stores, invoice, { ...undecided, kind: 'excess' }, earlier)
  }

  /** Nothing is left to decide about a payment that was replaced, double-spent or rejected. */
  async function closeExceptions(stores: CountEventStores, paymentId: string): Promise<void> {
    for (const exception of await stores.exceptions.closeReplaced(paymentId, clock.now()))
      await appendException(stores, exception)
  }

  /** The invoice was paid after all: nothing is left to decide about its parts. */
  async function closePartialExceptions(stores: CountEventStores, invoiceUid: string): Promise<void> {
    for (const exception of await stores.exceptions.closePartial(invoiceUid, clock.now()))
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
    const details = { txid: payment.txid, rendered }
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
  txid: payment.txid,
})

const isSame = (exception: PaymentException, payment: ExceptionalPayment): boolean =>
  exception.paymentId === payment.id &&
  exception.txid === payment.txid &&
  exception.amount === payment.amount &&
  compareDecimals(exception.value, payment.value) === 0

/** The part of a payment that no refunded or kept exception covers; null if there is none. */
function subtractDecided(
  payment: ExceptionalPayment,
  earlier: readonly PaymentException[],
): ExceptionalPayment | null {
  const rest = payment.amount - sumDecided(payment, earlier)
  return rest > 0n ? { ...payment, ...takePart(payment, rest) } : null
}

/**
 * Stores what the invoice's counted payments pay above the amount, as the excess of the payment that completes it. Returns it as an
 * exception, or null.
 * @param preferredIds payments that may complete the amount: see `findCompletingPayment`
 */
export async function storeExcess(
  { payments }: Pick<CountStores, 'payments'>,
  invoice: Invoice,
  preferredIds: readonly string[],
): Promise<ExceptionalPayment | null> {
  const completing = findCompletingPayment(invoice, preferredIds)
  const payment = completing && { ...completing, id: completing.paymentId }
  const excess = payment && computeExcess(invoice, payment, (await payments.findPaidScript(payment.id)) ?? '')
  const result = excess && { id: payment.id, coin: payment.coin, txid: payment.txid, ...excess }
  await payments.setExcess(invoice.uid, result)
  return result
}
