import type { CoinCode } from '../coins/index.ts'
import type { EventLog, InvoiceEventType } from '../events/event.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { buildInvoiceEvents } from '../invoices/invoice-events.ts'
import { buildPaymentView, type ViewContext } from '../invoices/view.ts'
import { type Clock, type Instant, second } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import type { IsConfirmed } from './confirmation-policy.ts'
import { type ConflictingPaymentStore, markOthersDoubleSpent, markOthersReplaced } from './conflicting.ts'
import type { PaymentCounter } from './count.ts'
import type { CountStores } from './count-stores.ts'
import {
  type BlockPosition,
  type LeasedPayment,
  type Payment,
  type PaymentStatus,
  type PaymentTransaction,
  toSettledPayment,
} from './payment.ts'
import type { PaymentReason } from './reason.ts'

/** Invoice updates caused by a settlement. Each returns the updated invoice, or null when it wasn't in the expected status. */
interface SettleInvoiceStore {
  /** Ends the claim: `unpaid` becomes `paid`. */
  markPaid(
    uid: string,
    paymentId: string,
    coin: CoinCode,
    at: Instant,
    events: number,
  ): Promise<Invoice | null>
}

export interface SettlePaymentStore {
  /** Changes a payment's status. False when its status is none of `from`, or its lease no longer ends at `leaseUntil`. */
  transition(
    id: string,
    from: readonly PaymentStatus[],
    to: PaymentStatus,
    change: {
      reason: PaymentReason | null
      acceptedAt?: Instant
      block?: BlockPosition | null
      confirmedAt?: Instant
      leaseUntil?: Instant
    },
  ): Promise<boolean>
  /**
   * Whether the block is still followed, or older than all remembered blocks. Until this transaction ends it can't be disconnected,
   * so a later disconnect finds the payments recorded in it.
   */
  lockBlock(coin: CoinCode, block: BlockPosition): Promise<boolean>
  /** Records that no block contains the payment. With `keepConfirmed`, it still counts as confirmed. */
  clearBlock(id: string, options: { readonly keepConfirmed: boolean }): Promise<void>
  /** Whether it pays its invoice. */
  isAccepted(id: string): Promise<boolean>
  /** Abandons the payments being sent for an invoice whose claim another payment has ended. */
  abandonOthers(uid: string): Promise<void>
  /** Replaces the bytes of its transactions. */
  replaceBytes(
    payment: Pick<Payment, 'id' | 'coin'>,
    transactions: readonly PaymentTransaction[],
  ): Promise<void>
  /** Stores why the claim is still open, and when to retry, unless another process has leased the payment. */
  scheduleRetry(payment: LeasedPayment, reason: PaymentReason, until: Instant): Promise<void>
}

export interface SettleStores extends Pick<CountStores, 'exceptions'> {
  readonly invoices: SettleInvoiceStore & CountStores['invoices']
  readonly payments: SettlePaymentStore & CountStores['payments'] & ConflictingPaymentStore
  readonly events: EventLog
}

/** The second write of a payment: stores how its claim ended, with the invoice and events, in one transaction. */
export interface Settlement {
  /**
   * The network has the payment: the invoice is paid. A payment that was settled before stays unchanged. False when it doesn't pay the
   * invoice, because another process released it or the invoice was no longer payable.
   */
  accept(payment: Payment, block: BlockPosition | null): Promise<boolean>
  /** Like `accept`, but inside the caller's transaction. */
  acceptInTransaction(stores: SettleStores, payment: Payment, block: BlockPosition | null): Promise<boolean>
  /** The network rejected it: another payment can pay the invoice. False when it has ended, or another process took it over. */
  release(payment: Payment, reason: PaymentReason): Promise<boolean>
  /** Replaces the stored bytes of its transactions, which retries broadcast. Returns the updated payment. */
  replaceBytes(payment: Payment, transactions: readonly PaymentTransaction[]): Promise<Payment>
  /** The outcome is unknown: the claim stays open, and the reconciler retries. */
  scheduleRetry(payment: Payment, reason: PaymentReason): Promise<void>
  /** Ends the claim of a payment with an unknown outcome. Its transaction stays watched. False when it was settled before. */
  abandon(payment: Payment, reason: PaymentReason): Promise<boolean>
}

/** Delay until the reconciler's next attempt on an open claim. */
const retryDelayMs = 5 * second

interface SettlementDependencies {
  readonly view: ViewContext
  readonly clock: Clock
  readonly isConfirmed: IsConfirmed
  readonly paymentCounter: Pick<PaymentCounter, 'count' | 'recordDoubleSpend'>
}

export function createSettlement(
  transact: Transact<SettleStores>,
  { view, clock, isConfirmed, paymentCounter }: SettlementDependencies,
): Settlement {
  return {
    accept,
    acceptInTransaction,
    release,
    replaceBytes,
    scheduleRetry,
    abandon,
  }

  function accept(payment: Payment, block: BlockPosition | null): Promise<boolean> {
    return transact((stores) => acceptInTransaction(stores, payment, block))
  }

  async function acceptInTransaction(
    stores: SettleStores,
    payment: Payment,
    position: BlockPosition | null,
  ): Promise<boolean> {
    const { invoices, payments, events } = stores
    const now = clock.now()
    // If the block was disconnected since it was read, the payment is stored without it and found again later.
    const block = position && (await payments.lockBlock(payment.coin, position)) ? position : null
    const confirmed = isConfirmed(payment, block)
    const change = { reason: null, acceptedAt: now, block, ...(confirmed && { confirmedAt: now }) }
    if (!(await payments.transition(payment.id, ['sending', 'set_aside'], 'accepted', change)))
      return payments.isAccepted(payment.id)
    if (!block && payment.block) await payments.clearBlock(payment.id, { keepConfirmed: true })
    if (payment.value) {
      const accepted = { ...payment, acceptedAt: now, block, confirmedAt: confirmed ? now : null }
      return countAccepted(stores, accepted)
    }
    const types: InvoiceEventType[] = [
      'payment.accepted',
      'invoice.paid',
      ...(confirmed ? ['payment.confirmed' as const] : []),
    ]
    const { invoiceUid: uid, id, coin } = payment
    const claimed = await invoices.markPaid(uid, id, coin, now, types.length)
    const paid = claimed ?? (await invoices.markPaidLate(uid, id, coin, now, types.length))
    if (paid) {
      // Another payment may be in flight. This runs after the update of the invoice's row, which blocks concurrent claims.
      if (!claimed) await payments.abandonOthers(uid)
      await events.append(buildInvoiceEvents(types, paid, now, view))
      return true
    }

    // The payment was abandoned, and the invoice was then paid by another or cancelled: the money arrived, but pays nothing.
    await payments.transition(id, ['accepted'], 'surplus', { reason: { code: 'not_payable' } })
    await appendPaymentEvent(
      'payment.surplus',
      { ...payment, acceptedAt: now, block },
      await invoices.advanceSequence(uid, 1),
      events,
    )
    return false
  }

  /** Found payments that conflict with it may have counted while its outcome was unknown. A paid invoice depends on them until a block decides. */
  async function countAccepted(stores: SettleStores, payment: Payment): Promise<boolean> {
    const invoice = await stores.invoices.lock(payment.invoiceUid)
    const lostPayments = payment.block
      ? await markOthersDoubleSpent(stores.payments, payment, payment.block)
      : await markOthersReplaced(stores.payments, payment, { evenIfCounted: invoice?.status !== 'paid' })
    const isPaid = await paymentCounter.count(stores, payment, { isNew: true })
    for (const lost of lostPayments) await paymentCounter.recordDoubleSpend(stores, lost)
    return isPaid
  }

  function release(payment: Payment, reason: PaymentReason): Promise<boolean> {
    const { leaseUntil } = payment
    return transact(async ({ invoices, payments, events }) => {
      if (!(await payments.transition(payment.id, ['sending'], 'rejected', { reason, leaseUntil })))
        return false
      const invoice = await invoices.releaseClaim(payment.invoiceUid, payment.id, 1)
      await appendPaymentEvent('payment.rejected', payment, invoice, events)
      return true
    })
  }

  async function replaceBytes(
    payment: Payment,
    transactions: readonly PaymentTransaction[],
  ): Promise<Payment> {
    const changedTransactions = transactions.filter(
      ({ hex }, index) => hex !== payment.transactions[index]?.hex,
    )
    if (changedTransactions.length === 0) return payment
    await transact(({ payments }) => payments.replaceBytes(payment, changedTransactions))
    return { ...payment, transactions }
  }

  function scheduleRetry(payment: Payment, reason: PaymentReason): Promise<void> {
    return transact(({ payments }) => payments.scheduleRetry(payment, reason, clock.now() + retryDelayMs))
  }

  function abandon(payment: Payment, reason: PaymentReason): Promise<boolean> {
    return transact(async (stores) => (await abandonInTransaction(stores, payment, reason)) !== null)
  }

  async function appendPaymentEvent(
    type: InvoiceEventType,
    payment: Payment,
    invoice: Invoice | null,
    events: EventLog,
  ) {
    if (!invoice) return
    const rendered = buildPaymentView(toSettledPayment(payment, clock.now()), view)
    await events.append(
      buildInvoiceEvents([type], invoice, clock.now(), view, { txid: payment.txid, rendered }),
    )
  }
}

/** Runs inside a transaction. Returns the updated invoice, which is payable again, or null when the payment was settled before. */
export async function abandonInTransaction(
  { invoices, payments }: Pick<SettleStores, 'invoices' | 'payments'>,
  { id, invoiceUid }: Pick<Payment, 'id' | 'invoiceUid'>,
  reason: PaymentReason,
): Promise<Invoice | null> {
  if (!(await payments.transition(id, ['sending'], 'set_aside', { reason }))) return null
  return invoices.releaseClaim(invoiceUid, id, 0)
}
