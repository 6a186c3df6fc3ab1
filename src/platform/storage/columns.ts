/**
 * Money in base units. Both databases return every integer as a `number`, or as a `bigint` if a `number` can't represent it exactly; mappers
 * convert amounts with `BigInt()`. All other integers are small.
 */
export type AmountColumn = bigint | number
/** ISO 8601 text in UTC with milliseconds, on both databases. */
export type TimeColumn = string
/** 0 or 1. */
export type BooleanColumn = number

/** Converts an integer to a `number` if that is exact, otherwise to a `bigint`. */
export function toExactInteger(value: string | bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : BigInt(value)
}
