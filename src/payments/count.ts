import type { InvoiceEventType } from '../events/event.ts'
import { hasEnded, type Invoice } from '../invoices/invoice.ts'
import { buildInvoiceEvents } from '../invoices/invoice-events.ts'
import { isCovered, isFullyConfirmed } from '../invoices/received.ts'
import type { ViewContext } from '../invoices/view.ts'
import type { Clock } from '../kernel/clock.ts'
import { createCountEventWriter, storeExcess, toExceptionalPayment } from './count-events.ts'
import type { CountStores } from './count-stores.ts'
import type { ExceptionKind } from './exception.ts'
import { findCompletingPayment } from './excess.ts'
import type { Payment } from './payment.ts'

/** Updates invoices that accept any wallet. Their status depends on the payments received, and only this module derives it. */
export type PaymentCounter = ReturnType<typeof createPaymentCounter>

export function createPaymentCounter({ view, clock }: { readonly view: ViewContext; readonly clock: Clock }) {
  const { addException, appendException, closeExceptions, closePartialExceptions, updateExcess, append } =
    createCountEventWriter({ view, clock })
  return {
    count,
    recordDoubleSpend,
    recordRestored,
    recordReplacement,
    recordConfirmed,
    recordPartialPayment,
    closeExceptions,
  }

  /**
   * Counts an accepted payment towards its invoice: one that was just stored, or one that has just become countable. Returns false when the
   * invoice is no longer payable.
   * @param isNew whether no event has mentioned it yet
   */
  async function count(
    stores: CountStores,
    payment: Payment,
    { isNew }: { readonly isNew: boolean },
  ): Promise<boolean> {
    const { invoices } = stores
    const invoice = await invoices.lock(payment.invoiceUid)
    if (!invoice) return false
    const covered = payment.isCounted && isCovered(invoice)
    // A submitted payment that was abandoned still pays an expired invoice.
    const isPayable =
      ['unpaid', 'reversed'].includes(invoice.status) ||
      (invoice.status === 'expired' && payment.via === 'protocol' && covered)
    // A block contains this payment instead of one that had paid the invoice: it completes the amount, or is a part of it.
    const isNeeded =
      payment.isCounted &&
      (!covered || findCompletingPayment(invoice, [payment.id])?.paymentId === payment.id)
    if (invoice.status === 'paid' && isNeeded) {
      if (isNew)
        await append(stores, await invoices.advanceSequence(invoice.uid, 1), ['payment.received'], payment)
      await recount(stores, payment, { isAnnounced: isNew })
      return true
    }
    if (!isPayable) {
      await markSurplus(stores, invoice, payment)
      return false
    }
    const isReceivedEventDue = isNew && (payment.via === 'network' || !covered)
    const received: InvoiceEventType[] = isReceivedEventDue ? ['payment.received'] : []
    if (covered) {
      await complete(stores, invoice, payment, received)
      return true
    }
    await append(stores, await invoices.advanceSequence(invoice.uid, received.length), received, payment)
    if (payment.isCounted) await invoices.withdrawFixedCoins(invoice.uid)
    // Another part was lost while this one was being settled: the invoice waits for the rest.
    if (payment.via === 'protocol') await invoices.releaseClaim(invoice.uid, payment.id, 0)
    return true
  }

  /**
   * A block double-spends the payment, or the mempool has replaced it and the invoice doesn't depend on it.
   * @param payment its state before
   */
  async function recordDoubleSpend(stores: CountStores, payment: Payment): Promise<void> {
    const invoice = await stores.invoices.lock(payment.invoiceUid)
    if (invoice && (payment.status === 'surplus' || hasEnded(invoice)))
      await closeExceptions(stores, payment.id)
    if (payment.status === 'accepted') await recount(stores, payment)
  }

  /** A payment that was double-spent or replaced is on the network again. */
  async function recordRestored(stores: CountStores, payment: Payment): Promise<void> {
    const invoice = await stores.invoices.lock(payment.invoiceUid)
    if (invoice) await addOwnException(stores, invoice, payment)
    if (payment.status === 'accepted') await recount(stores, payment)
  }

  /**
   * Updates the invoice after a payment was double-spent, restored or replaced.
   * @param payment its new state, or if it was double-spent, the state before
   * @param isAnnounced whether another event has just reported its transaction
   */
  async function recount(
    stores: CountStores,
    payment: Payment,
    { isAnnounced = false }: { readonly isAnnounced?: boolean } = {},
  ): Promise<void> {
    const { invoices } = stores
    const invoice = await invoices.lock(payment.invoiceUid)
    if (!invoice?.anyWallet) return
    const covered = isCovered(invoice)
    if (invoice.status === 'unpaid' || invoice.status === 'reversed') {
      if (covered) await complete(stores, invoice, payment, [])
      return
    }
    if (invoice.status !== 'paid') return
    const counted = invoice.anyWallet.received.filter((output) => output.isCounted)
    const others = counted.filter(({ paymentId }) => paymentId !== payment.id)
    if (!covered) {
      await storeExcess(stores, invoice, [])
      const reversed = await invoices.setPaidOrReversed(invoice.uid, invoice.payment, 'reversed', 1)
      await append(stores, reversed, ['invoice.reversed'])
      return updateExcess(stores, invoice, null)
    }
    const preferredIds = [invoice.payment.id, payment.id]
    const completing = findCompletingPayment(invoice, preferredIds)
    // Others have paid instead, before this one was restored, or before its replacement paid more.
    if (!completing && others.length < counted.length) {
      await stores.exceptions.moveExcess(payment.id)
      await markSurplus(stores, invoice, payment)
      return refreshExcess(stores, invoice)
    }
    const shown = completing ?? counted.at(-1)
    if (shown && shown.paymentId !== invoice.payment.id) {
      const isLost = !counted.some(({ paymentId }) => paymentId === invoice.payment.id)
      const types: InvoiceEventType[] =
        isLost && !(isAnnounced && shown.paymentId === payment.id) ? ['payment.replaced'] : []
      const change = { id: shown.paymentId, coin: shown.coin }
      await append(stores, await invoices.setPaidOrReversed(invoice.uid, change, 'paid', types.length), types)
    }
    await updateExcess(stores, invoice, await storeExcess(stores, invoice, preferredIds))
    // It was the last counted one without enough confirmations.
    const wasCounted = payment.isCounted && !payment.doubleSpent && !payment.isReplaced
    if (others.length === counted.length && wasCounted && payment.confirmedAt === null)
      await recordConfirmed(stores, invoice.uid)
  }

  async function refreshExcess(stores: CountStores, { uid }: Pick<Invoice, 'uid'>): Promise<void> {
    const invoice = await stores.invoices.lock(uid)
    if (invoice?.status === 'paid')
      await updateExcess(stores, invoice, await storeExcess(stores, invoice, [invoice.payment.id]))
  }

  /** The invoice has ended with part of its amount paid: one exception for each counted payment. */
  async function recordPartialPayment(
    stores: Pick<CountStores, 'invoices' | 'exceptions' | 'events'>,
    invoice: Invoice,
  ) {
    for (const { paymentId, ...output } of invoice.anyWallet?.received ?? [])
      if (output.isCounted) await addException(stores, invoice, 'partial', { ...output, id: paymentId })
  }

  async function complete(
    stores: CountStores,
    invoice: Invoice,
    payment: Payment,
    received: readonly InvoiceEventType[],
  ): Promise<void> {
    const { invoices, payments } = stores
    const { uid } = invoice
    const excess = await storeExcess(stores, invoice, [payment.id])
    const confirmed: InvoiceEventType[] = isFullyConfirmed(invoice) ? ['payment.confirmed'] : []
    if (invoice.status === 'reversed') {
      const types: InvoiceEventType[] = [...received, 'invoice.restored', ...confirmed]
      await append(
        stores,
        await invoices.setPaidOrReversed(uid, payment, 'paid', types.length),
        types,
        payment,
      )
    } else {
      const types: InvoiceEventType[] = [...received, 'payment.accepted', 'invoice.paid', ...confirmed]
      const paid = await invoices.markPaidLate(uid, payment.id, payment.coin, clock.now(), types.length)
      await payments.abandonOthers(uid)
      await append(stores, paid, types, payment)
      await closePartialExceptions(stores, uid)
    }
    await updateExcess(stores, invoice, excess)
  }

  /**
   * Another transaction replaced the payment's, perhaps with a different amount. Voids its open exceptions, then handles its new state.
   * @param payment its new state
   */
  async function recordReplacement(
    stores: CountStores,
    payment: Payment,
    { startsToCount = false }: { readonly startsToCount?: boolean } = {},
  ): Promise<void> {
    const { invoices } = stores
    const closedExceptions = await stores.exceptions.closeReplaced(payment.id, clock.now())
    const invoice = await invoices.advanceSequence(payment.invoiceUid, 1)
    if (!invoice) return
    await append(stores, invoice, ['payment.replaced'], payment)
    if (startsToCount && payment.status === 'accepted') {
      await count(stores, payment, { isNew: false })
      return
    }
    // If it has a new exception, the event of that one is enough.
    if (!(await addOwnException(stores, invoice, payment)))
      for (const exception of closedExceptions) await appendException(stores, exception)
    if (payment.status === 'accepted') await recount(stores, payment, { isAnnounced: true })
  }

  /** Adds the exception of a payment that the merchant has to decide about. Returns whether there is one. */
  async function addOwnException(stores: CountStores, invoice: Invoice, payment: Payment): Promise<boolean> {
    const kind = getExceptionKind(invoice, payment)
    return kind !== null && addException(stores, invoice, kind, toExceptionalPayment(payment))
  }

  /** Call when a payment becomes confirmed: writes `payment.confirmed` once all counted payments of a paid invoice are. */
  async function recordConfirmed(
    { invoices, events }: Pick<CountStores, 'invoices' | 'events'>,
    uid: string,
    context = view,
  ): Promise<void> {
    const invoice = await invoices.lock(uid)
    if (invoice?.status !== 'paid' || !isFullyConfirmed(invoice)) return
    const confirmed = await invoices.advanceSequence(uid, 1)
    if (confirmed)
      await events.append(buildInvoiceEvents(['payment.confirmed'], confirmed, clock.now(), context))
  }

  async function markSurplus(stores: CountStores, invoice: Invoice, payment: Payment): Promise<void> {
    await stores.payments.transition(payment.id, ['accepted'], 'surplus', { reason: { code: 'not_payable' } })
    if (payment.via === 'protocol') {
      const updatedInvoice = await stores.invoices.advanceSequence(invoice.uid, 1)
      await append(stores, updatedInvoice, ['payment.surplus'], payment)
    }
    await addOwnException(stores, invoice, { ...payment, status: 'surplus' })
  }
}

/** Null if the payment needs no decision. */
function getExceptionKind(
  invoice: Pick<Invoice, 'status'>,
  { status, isCounted }: Pick<Payment, 'status' | 'isCounted'>,
): ExceptionKind | null {
  if (status === 'surplus') return hasEnded(invoice) ? 'late' : 'surplus'
  return hasEnded(invoice) && isCounted ? 'partial' : null
}
