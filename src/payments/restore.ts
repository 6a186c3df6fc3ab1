import { buildInvoiceEvents } from '../invoices/invoice-events.ts'
import type { ViewContext } from '../invoices/view.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ChangeStores } from './change-stores.ts'
import { markOthersDoubleSpent, markOthersReplaced } from './conflicting.ts'
import type { PaymentCounter } from './count.ts'
import type { BlockPosition, Payment } from './payment.ts'

/** Updates the invoices of payments that the network has again, inside the caller's transaction. */
export interface PaymentRestorer {
  /** The payment, which was double-spent or replaced, is in the mempool. */
  restoreInMempool(stores: ChangeStores, payment: Payment): Promise<void>
  /**
   * This block contains the payment, which is already recorded. It is no longer lost, and counts if it didn't before.
   * @param payment its state before
   */
  restoreMined(stores: ChangeStores, payment: Payment, block: BlockPosition): Promise<void>
}

interface RestoreDependencies {
  readonly view: ViewContext
  readonly clock: Clock
  readonly paymentCounter: Pick<PaymentCounter, 'count' | 'recordDoubleSpend' | 'recordRestored'>
}

export function createPaymentRestorer({ view, clock, paymentCounter }: RestoreDependencies): PaymentRestorer {
  return {
    async restoreInMempool(stores, payment) {
      if (payment.value) {
        await stores.invoices.lock(payment.invoiceUid)
        // As with a new transaction in the mempool, a block decides.
        if (await conflictsWithOther(stores, payment)) return
      }
      await restore(stores, payment, null)
    },

    async restoreMined(stores, payment, block) {
      if (payment.doubleSpent || payment.isReplaced) await restore(stores, payment, block)
      else if (isUncounted(payment)) await startCounting(stores, payment, block)
    },
  }

  async function restore(stores: ChangeStores, payment: Payment, block: BlockPosition | null): Promise<void> {
    const { payments, invoices, events } = stores
    const { id, invoiceUid: uid } = payment
    if (payment.value) await invoices.lock(uid)
    if (!(await payments.restore(id))) return
    if (!payment.value) {
      const invoice = await invoices.markRestored(uid, id, 1)
      if (invoice) await events.append(buildInvoiceEvents(['invoice.restored'], invoice, clock.now(), view))
      return
    }
    const restored = { ...payment, doubleSpent: null, isReplaced: false }
    // All of them change before any is counted, so that none counts in addition to its former replacement.
    const lostPayments = block
      ? await markOthersDoubleSpent(payments, restored, block)
      : await markOthersReplaced(payments, restored, { evenIfCounted: true })
    if (block && isUncounted(payment)) await startCounting(stores, restored, block)
    else await paymentCounter.recordRestored(stores, restored)
    for (const lost of lostPayments) await paymentCounter.recordDoubleSpend(stores, lost)
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
export const isUncounted = ({ status, value, isCounted }: Payment): boolean =>
  status === 'accepted' && value !== null && !isCounted
