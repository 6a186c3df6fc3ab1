import type { Clock, Instant } from '../kernel/clock.ts'
import type { ChainChanges, ChangeStores } from './change.ts'
import type { PaymentCounter } from './count.ts'
import type { BlockPosition, Payment } from './payment.ts'
import type { Settlement, SettleStores } from './settle.ts'

export interface MinedPaymentStore {
  setBlock(id: string, block: BlockPosition): Promise<void>
  /** Starts counting a payment towards the amount: it was found in the mempool, and is now in a block. */
  markCounted(id: string, at: Instant): Promise<void>
}

export interface MinedStores extends Omit<SettleStores, 'payments' | 'invoices'> {
  readonly payments: SettleStores['payments'] & ChangeStores['payments'] & MinedPaymentStore
  readonly invoices: SettleStores['invoices'] & ChangeStores['invoices']
}

/** Records, inside the caller's transaction, that this block contains the payment. */
export type MinedPaymentRecorder = (
  stores: MinedStores,
  payment: Payment,
  block: BlockPosition,
) => Promise<void>

interface MinedDependencies {
  readonly settlement: Pick<Settlement, 'acceptInTransaction'>
  readonly changes: Pick<ChainChanges, 'restoreInTransaction'>
  readonly paymentCounter: Pick<PaymentCounter, 'count'>
  readonly clock: Clock
}

/** The effects of a block on a payment, which may be found in it by its txid or by an output to a watched address. */
export function createMinedPaymentRecorder({
  settlement,
  changes,
  paymentCounter,
  clock,
}: MinedDependencies): MinedPaymentRecorder {
  return async function recordMined(stores, payment, block) {
    if (payment.status === 'sending' || payment.status === 'set_aside') {
      await settlement.acceptInTransaction(stores, payment, block)
      return
    }
    // Another process may have recorded it since the block was read.
    if (payment.block) return
    if (payment.doubleSpent || payment.isReplaced) await changes.restoreInTransaction(stores, payment)
    await stores.payments.setBlock(payment.id, block)
    if (payment.status === 'accepted' && !payment.isCounted) {
      const now = clock.now()
      await stores.payments.markCounted(payment.id, now)
      const counted = { ...payment, isCounted: true, acceptedAt: now, block }
      await paymentCounter.count(stores, counted, { isNew: false })
      return
    }
    await stores.invoices.lock(payment.invoiceUid)
  }
}
