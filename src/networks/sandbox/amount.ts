/** Formats base units as coins with eight decimals, as nodes write amounts: `100000000n` is `"1.00000000"`. */
function toAmountText(baseUnits: bigint): string {
  const digits = (baseUnits < 0n ? -baseUnits : baseUnits).toString().padStart(9, '0')
  return `${baseUnits < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`
}

/** Base units as a JSON number with eight decimals. */
export const toAmountNumber = (baseUnits: bigint): unknown => JSON.rawJSON(toAmountText(baseUnits))

/** Coins with at least two decimals, as nodes write them in messages (`FormatMoney`). */
export const formatAmount = (baseUnits: bigint): string => toAmountText(baseUnits).replace(/0{1,6}$/, '')
