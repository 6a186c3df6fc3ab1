import type { CoinCode } from '../coins/index.ts'
import type { ViewContext } from '../invoices/view.ts'
import type { BlockPlace } from './payment.ts'

/** Is a payment in that block so deep that its coin's policy calls it confirmed? With a policy of 0 it is without a block. */
export type IsConfirmed = (coin: CoinCode, block: BlockPlace | null) => boolean

export function confirmedBy(
  { tipHeight }: Pick<ViewContext, 'tipHeight'>,
  confirmations: (coin: CoinCode) => number,
): IsConfirmed {
  return (coin, block) => {
    const depth = block === null ? 0 : (tipHeight(coin) ?? block.height) - block.height + 1
    return depth >= confirmations(coin)
  }
}
