import { type CoinCode, findCoin } from '../coins/index.ts'

/** The id of a coin's payment method, such as `BTC-CHAIN`. */
export const toPaymentMethodId = (coin: CoinCode): string => `${coin}-CHAIN`

/**
 * The coin of a payment method id, in any spelling that clients use: `BTC-CHAIN`, `BTC_CHAIN`, `BTC-OnChain`, `BTC_OnChain` or `BTC`, in any
 * case. Null if there is none.
 */
export function parsePaymentMethodId(text: string): CoinCode | null {
  const [, code = ''] = /^([a-z]{3,5})(?:[-_](?:chain|onchain))?$/i.exec(text) ?? []
  return findCoin(code)?.code ?? null
}
