import assert from 'node:assert/strict'

declare const unit: unique symbol
/** A whole number of a coin's smallest unit, 1e-8 of a coin: satoshi, duff, litoshi, koinu. */
export type BaseUnits = bigint & { readonly [unit]: 'base units' }

export function baseUnits(count: bigint): BaseUnits {
  assert(count >= 0n, 'base units are never negative')
  return count as BaseUnits
}

/** Every coin of ours divides into 1e8 base units. */
export const coinDecimals = 8

/** The largest amount that a JSON number of a payment request carries exactly. */
export const largestAmount = baseUnits(BigInt(Number.MAX_SAFE_INTEGER))

/** An exact, non-negative decimal: `digits / 10 ** scale`, without trailing zeros behind the point. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** Far beyond any amount or rate; keeps `1e999999999` from being written out. */
const longestNumber = 60

/** Those that prices need; the power is worth more time than the product. */
const powersOfTen = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent))

const tenTo = (exponent: number): bigint => powersOfTen[exponent] ?? 10n ** BigInt(exponent)

/** Reads the text of a JSON number that is not negative, exponents included; null when it is none or absurdly long. */
export function parseDecimal(text: string): Decimal | null {
  const parts = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text)
  if (!parts || text.length > longestNumber) return null
  const [, whole = '', fraction = '', exponent = '0'] = parts
  const scale = fraction.length - Number(exponent)
  if (Math.abs(scale) > longestNumber) return null
  const digits = BigInt(whole + fraction)
  return scale < 0 ? decimal(digits * tenTo(-scale), 0) : decimal(digits, scale)
}

/** The decimal `digits / 10 ** scale`, made canonical. */
export function decimal(digits: bigint, scale: number): Decimal {
  assert(digits >= 0n && scale >= 0, 'decimals here are never negative')
  if (digits === 0n) return { digits, scale: 0 }
  let rest = digits
  let places = scale
  while (places > 0 && rest % 10n === 0n) {
    rest /= 10n
    places--
  }
  return { digits: rest, scale: places }
}

/** Plain text without exponent and without trailing zeros: `{ digits: 1250n, scale: 2 }` is `"12.5"`. */
export function formatDecimal({ digits, scale }: Decimal): string {
  const text = digits.toString().padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  const fraction = text.slice(text.length - scale).replace(/0+$/, '')
  return fraction ? `${whole}.${fraction}` : whole
}

/** Negative, zero or positive as `a` is less than, equal to or more than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const left = a.digits * tenTo(b.scale)
  const right = b.digits * tenTo(a.scale)
  return left < right ? -1 : left > right ? 1 : 0
}

/** `150000000n` base units are the coin amount `"1.5"`. */
export function formatCoins(amount: BaseUnits): string {
  return formatDecimal({ digits: amount, scale: coinDecimals })
}

/** The base units in a decimal number of coins, or null when it has more than eight decimals or is no number. */
export function parseCoins(text: string): BaseUnits | null {
  const coins = parseDecimal(text)
  if (!coins || coins.scale > coinDecimals) return null
  return baseUnits(coins.digits * tenTo(coinDecimals - coins.scale))
}

/**
 * What `fiat` costs at `rate` (units of the currency per coin), in base units.
 * The one rounding of the service: upwards, so that the merchant is never one base unit short.
 */
export function coinAmount(fiat: Decimal, rate: Decimal): BaseUnits {
  assert(rate.digits > 0n, 'a rate is above zero')
  const dividend = fiat.digits * tenTo(rate.scale + coinDecimals)
  const divisor = rate.digits * tenTo(fiat.scale)
  return baseUnits((dividend + divisor - 1n) / divisor)
}

/** `smallest` to `largest`, whichever `value` is beyond. */
export function clamp(value: bigint, smallest: bigint, largest: bigint): bigint {
  return value < smallest ? smallest : value > largest ? largest : value
}
