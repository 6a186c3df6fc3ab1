import type { BigNumberInput } from '@medusajs/framework/types'
import { defaultCurrencies, MathBN, MedusaError } from '@medusajs/framework/utils'

/**
 * Formats a Medusa amount as exact decimal text. Taxes and discounts may have more decimals than the currency, so it is rounded half up, as
 * Medusa does when it compares amounts.
 */
export function formatAmount(amount: BigNumberInput, currency: string): string {
  const exact = MathBN.convert(amount)
  if (!exact.isFinite()) throw new MedusaError(MedusaError.Types.INVALID_DATA, 'The amount is not a number.')
  const decimals = defaultCurrencies[currency]?.decimal_digits
  return decimals === undefined ? exact.toFixed() : exact.toFixed(decimals, roundHalfUp)
}

/** `BigNumber.ROUND_HALF_UP` of bignumber.js. */
const roundHalfUp = 4
