import type { PaymentException } from './exception.ts'
import { convertToCoins } from './excess.ts'

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
