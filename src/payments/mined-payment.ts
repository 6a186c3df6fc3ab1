import type { ChangeStores } from './change-stores.ts'
import type { BlockPosition, Payment } from './payment.ts'
import type { PaymentRestorer } from './restore.ts'
import type { Settlement, SettleStores } from './settle.ts'

export interface MinedPaymentStore {
  setBlock(id: string, block: BlockPosition): Promise<void>
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
  readonly restorer: Pick<PaymentRestorer, 'restoreMined'>
}

/** The effects of a block on a payment, which may be found in it by its txid or by an output to a watched address. */
export function createMinedPaymentRecorder({
  settlement,
  restorer,
}: MinedDependencies): MinedPaymentRecorder {
  return async function recordMined(stores, payment, block) {
    if (payment.status === 'sending' || payment.status === 'set_aside') {
      await settlement.acceptInTransaction(stores, payment, block)
      return
    }
    // Another process may have recorded it, or superseded it, since the block was read.
    if (payment.block || payment.status === 'rejected') return
    await stores.payments.setBlock(payment.id, block)
    await restorer.restoreMined(stores, payment, block)
    await stores.invoices.lock(payment.invoiceUid)
  }
}
