import type { CoinCode } from '../coins/index.ts'
import type { ViewContext } from '../invoices/view.ts'
import type { BlockPlace, Payment } from './payment.ts'

/** What says how deep a payment has to lie. */
export type Waiting = Pick<Payment, 'coin' | 'depth'>

/** How many confirmations make a payment confirmed: its account's word when it was handed in, else that of the service's settings. */
export const depthBy =
  (usual: (coin: CoinCode) => number) =>
  ({ coin, depth }: Waiting): number =>
    depth ?? usual(coin)

/** Is a payment in that block so deep that it is confirmed? Where 0 are asked for it is without a block. */
export type IsConfirmed = (payment: Waiting, block: BlockPlace | null) => boolean

export function confirmedBy(
  { tipHeight }: Pick<ViewContext, 'tipHeight'>,
  usual: (coin: CoinCode) => number,
): IsConfirmed {
  const depthOf = depthBy(usual)
  return (payment, block) => {
    const depth = block === null ? 0 : (tipHeight(payment.coin) ?? block.height) - block.height + 1
    return depth >= depthOf(payment)
  }
}
