import type { BlockPosition, Payment, PaymentVersion } from './payment.ts'

export interface ConflictingPaymentStore {
  /** Payments of the invoice that conflict with this one: their transactions spend the same outputs. */
  listConflictingPayments(
    payment: Pick<Payment, 'id' | 'coin' | 'invoiceUid' | 'txid'>,
  ): Promise<readonly Payment[]>
  /** Surplus payments of the payment's invoice that descend from this transaction, unless they are lost, or have to be mined first. */
  listSurplusFrom(
    payment: Pick<Payment, 'coin' | 'invoiceUid'>,
    ancestor: string,
  ): Promise<readonly Payment[]>
  /**
   * Another transaction in the mempool spends its inputs. False when that decides nothing: it counts, unless `evenIfCounted`, it is in a
   * block, or this transaction is no longer the one that pays.
   */
  markReplaced(payment: PaymentVersion, options: { readonly evenIfCounted: boolean }): Promise<boolean>
  /** False when the payment is in a block, is already marked as double-spent in this one, or another transaction has replaced this one. */
  markDoubleSpent(payment: PaymentVersion, block: BlockPosition, conflictingTxid: string): Promise<boolean>
}

/** The payment is in this block, which double-spends those that conflict with it. Returns them: they no longer count. */
export async function markOthersDoubleSpent(
  payments: ConflictingPaymentStore,
  payment: Payment,
  block: BlockPosition,
): Promise<Payment[]> {
  const lostPayments: Payment[] = []
  for (const other of await payments.listConflictingPayments(payment))
    if (await payments.markDoubleSpent(other, block, payment.txid)) lostPayments.push(other)
  return lostPayments
}

/**
 * The payment is in the mempool, so those that conflict with it are not, and no longer count. Returns them. Submitted ones are left to the
 * search for double spends.
 */
export async function markOthersReplaced(
  payments: ConflictingPaymentStore,
  payment: Payment,
  options: { readonly evenIfCounted: boolean },
): Promise<Payment[]> {
  const replacedPayments: Payment[] = []
  for (const other of await payments.listConflictingPayments(payment))
    if (other.via === 'network' && (await payments.markReplaced(other, options))) replacedPayments.push(other)
  return replacedPayments
}
