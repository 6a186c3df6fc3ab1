import { hasEnded, hasPayment } from '../invoices/invoice.ts'
import { buildInvoiceEvents } from '../invoices/invoice-events.ts'
import { isCovered } from '../invoices/received.ts'
import type { ViewContext } from '../invoices/view.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ChangeStores } from './change-stores.ts'
import { markOthersDoubleSpent, markOthersReplaced } from './conflicting.ts'
import type { PaymentCounter } from './count.ts'
import { lockCurrent } from './current.ts'
import { hasRefund } from './decided.ts'
import type { BlockPosition, Payment } from './payment.ts'

/** Updates the invoices of payments that the network has again, inside the caller's transaction. */
export interface PaymentRestorer {
  /** The payment, which was double-spent or replaced, is in the mempool. */
  restoreInMempool(stores: ChangeStores, payment: Payment): Promise<void>
  /**
   * This block contains the payment, which is already recorded. It is no longer lost, and counts if it didn't before. A surplus counts if
   * the payments that it double-spends had paid the invoice.
   * @param payment its state before
   */
  restoreMined(stores: ChangeStores, payment: Payment, block: BlockPosition): Promise<void>
  /** Accepts a surplus if the invoice depends on these lost payments, which it replaces. Returns whether it does. */
  payInstead(stores: ChangeStores, payment: Payment, lostPayments: readonly Payment[]): Promise<boolean>
}

interface RestoreDependencies {
  readonly view: ViewContext
  readonly clock: Clock
  readonly paymentCounter: Pick<
    PaymentCounter,
    'closeExceptions' | 'count' | 'recordDoubleSpend' | 'recordRestored'
  >
}

export function createPaymentRestorer({ view, clock, paymentCounter }: RestoreDependencies): PaymentRestorer {
  return {
    payInstead,

    async restoreInMempool(stores, payment) {
      if (payment.value) {
        // As with a new transaction in the mempool, a block decides. The payment is checked in every round, so this locks nothing.
        if (await conflictsWithOther(stores, payment)) return
        const current = await lockCurrent(stores, payment)
        if (!current || (await conflictsWithOther(stores, payment))) return
        return restore(stores, { ...current, doubleSpent: payment.doubleSpent }, null)
      }
      await restore(stores, payment, null)
    },

    async restoreMined(stores, payment, block) {
      if (payment.doubleSpent || payment.isReplaced) await restore(stores, payment, block)
      else if (isUncounted(payment)) await startCounting(stores, payment, block)
      else if (payment.status === 'surplus' && payment.value) {
        const lostPayments = await markOthersDoubleSpent(stores.payments, payment, block)
        await payInstead(stores, payment, lostPayments)
        for (const lost of lostPayments) await paymentCounter.recordDoubleSpend(stores, lost)
      }
    },
  }

  async function restore(stores: ChangeStores, payment: Payment, block: BlockPosition | null): Promise<void> {
    const { payments, invoices, events } = stores
    const { id, invoiceUid: uid } = payment
    const locked = payment.value ? await invoices.lock(uid) : null
    if (!(await payments.restore(payment, { isMined: block !== null }))) return
    if (!payment.value) {
      const invoice = await invoices.markRestored(uid, id, 1)
      if (invoice) await events.append(buildInvoiceEvents(['invoice.restored'], invoice, clock.now(), view))
      return
    }
    const restored = { ...payment, doubleSpent: null, isReplaced: false }
    // A surplus pays nothing, so a paid invoice depends on the others until a block decides.
    const evenIfCounted = payment.status !== 'surplus' || (locked !== null && hasEnded(locked))
    // All of them change before any is counted, so that none counts in addition to its former replacement.
    const lostPayments = block
      ? await markOthersDoubleSpent(payments, restored, block)
      : await markOthersReplaced(payments, restored, { evenIfCounted })
    if (block && isUncounted(payment)) await startCounting(stores, restored, block)
    else if (!block || !(await payInstead(stores, restored, lostPayments)))
      await paymentCounter.recordRestored(stores, restored)
    for (const lost of lostPayments) await paymentCounter.recordDoubleSpend(stores, lost)
  }

  async function payInstead(
    stores: ChangeStores,
    payment: Payment,
    lostPayments: readonly Payment[],
  ): Promise<boolean> {
    if (payment.status !== 'surplus' || !lostPayments.some(({ status }) => status === 'accepted'))
      return false
    const invoice = await stores.invoices.lock(payment.invoiceUid)
    const isDue = invoice !== null && hasPayment(invoice) && !isCovered(invoice)
    if (!isDue || (await hasRefund(stores.exceptions, payment))) return false
    const now = clock.now()
    if (!(await stores.payments.acceptLate(payment.id, now, null))) return false
    const acceptedAt = payment.acceptedAt ?? now
    const accepted = { ...payment, status: 'accepted', isCounted: true, acceptedAt } as const
    await paymentCounter.count(stores, accepted, { isNew: false })
    await paymentCounter.closeExceptions(stores, payment.id)
    return true
  }

  async function startCounting(stores: ChangeStores, payment: Payment, block: BlockPosition): Promise<void> {
    const now = clock.now()
    await stores.payments.markCounted(payment.id, now)
    const counted = { ...payment, isCounted: true, acceptedAt: now, block }
    await paymentCounter.count(stores, counted, { isNew: false })
  }
}

/** Whether a submitted or mined payment of the same invoice spends the same coins. */
async function conflictsWithOther({ payments }: ChangeStores, payment: Payment): Promise<boolean> {
  const others = await payments.listConflictingPayments(payment)
  return others.some(
    ({ via, block, doubleSpent, isReplaced }) =>
      block !== null || (via === 'protocol' && !doubleSpent && !isReplaced),
  )
}

/** Whether it was found in the mempool, and counts only once it is mined. */
const isUncounted = ({ status, value, isCounted }: Payment): boolean =>
  status === 'accepted' && value !== null && !isCounted
