import type { Payment } from './payment.ts'

interface CurrentPaymentStores {
  readonly invoices: { lock(uid: string): Promise<unknown> }
  readonly payments: { find(id: string): Promise<Payment | null> }
}

/**
 * Locks the invoice of a payment that was read outside this transaction, and reads the payment again: a merchant may have accepted it, or a
 * block may have decided, since then. Null if another transaction has replaced its own. Only invoices that accept any wallet have payments
 * that others change.
 */
export async function lockCurrent(
  { invoices, payments }: CurrentPaymentStores,
  payment: Payment,
): Promise<Payment | null> {
  if (!payment.value) return payment
  await invoices.lock(payment.invoiceUid)
  const current = await payments.find(payment.id)
  return current?.txid === payment.txid ? current : null
}
