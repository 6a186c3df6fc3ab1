import type { ExceptionWriter, PaymentException } from './exception.ts'
import { convertToCoins } from './excess.ts'
import type { Payment } from './payment.ts'

/**
 * How much of a payment the merchant has refunded or kept with these exceptions, in its coin. What was decided in another coin is converted
 * by its value, rounded up.
 */
export function sumDecided(
  payment: Parameters<typeof convertToCoins>[1] & Pick<PaymentException, 'coin'>,
  exceptions: readonly Pick<PaymentException, 'status' | 'coin' | 'amount' | 'value'>[],
): bigint {
  return exceptions
    .filter(({ status }) => status === 'refunded' || status === 'kept')
    .reduce(
      (sum, { coin, amount, value }) =>
        sum + (coin === payment.coin ? amount : convertToCoins(value, payment)),
      0n,
    )
}

/** Whether the merchant has returned a part of it. A payment counts with its whole amount, so it can't count any more. */
export async function hasRefund(
  exceptions: Pick<ExceptionWriter, 'listByInvoice'>,
  { id, invoiceUid }: Pick<Payment, 'id' | 'invoiceUid'>,
): Promise<boolean> {
  const all = await exceptions.listByInvoice(invoiceUid)
  return all.some(({ paymentId, status }) => paymentId === id && status === 'refunded')
}
