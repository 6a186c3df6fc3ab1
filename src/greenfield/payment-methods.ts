import type { CoinCode } from '../coins/index.ts'

/** The id of a coin's payment method, such as `BTC-CHAIN`. */
export const paymentMethodId = (coin: CoinCode): string => `${coin}-CHAIN`
