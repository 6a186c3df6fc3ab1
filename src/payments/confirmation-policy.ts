import type { CoinCode } from '../coins/index.ts'
import type { ViewContext } from '../invoices/view.ts'
import type { BlockPosition, Payment } from './payment.ts'

/** The fields that decide how many confirmations a payment needs. */
type ConfirmationTarget = Pick<Payment, 'coin' | 'requiredConfirmations'>

/** How many confirmations make a payment confirmed: the account's setting at submission, otherwise the service's. */
export const createRequiredConfirmations =
  (getDefaultConfirmations: (coin: CoinCode) => number) =>
  ({ coin, requiredConfirmations }: ConfirmationTarget): number =>
    requiredConfirmations ?? getDefaultConfirmations(coin)

/** Whether a payment in this block has enough confirmations. A payment that requires 0 is confirmed without a block. */
export type IsConfirmed = (payment: ConfirmationTarget, block: BlockPosition | null) => boolean

export function createConfirmationCheck(
  { getTipHeight }: Pick<ViewContext, 'getTipHeight'>,
  getDefaultConfirmations: (coin: CoinCode) => number,
): IsConfirmed {
  const getRequiredConfirmations = createRequiredConfirmations(getDefaultConfirmations)
  return (payment, block) => {
    // Another process may have followed the chain further than this one.
    const confirmations =
      block === null ? 0 : Math.max(0, (getTipHeight(payment.coin) ?? block.height) - block.height + 1)
    return confirmations >= getRequiredConfirmations(payment)
  }
}
