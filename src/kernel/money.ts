import assert from 'node:assert/strict'
import { trimTrailing } from './text.ts'

declare const unit: unique symbol
/** A whole number of a coin's smallest unit, 1e-8 of a coin: satoshi, duff, litoshi, koinu. */
export type BaseUnits = bigint & { readonly [unit]: 'base units' }

export function toBaseUnits(count: bigint): BaseUnits {
  assert(count >= 0n, 'base units must not be negative')
  return count as BaseUnits
}

/** Every supported coin divides into 1e8 base units. */
const coinDecimals = 8

/** The largest amount that a JSON number in a payment request represents exactly. */
export const maxBaseUnits = toBaseUnits(BigInt(Number.MAX_SAFE_INTEGER))

/** An exact, non-negative decimal: `digits / 10 ** scale`, without trailing zeros after the decimal point. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** Far beyond any amount or rate; keeps `1e999999999` from being expanded. */
const maxNumberLength = 60

/** Precomputed powers of ten: raising to a power takes longer than the multiplication. */
const powersOfTen = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent))

const getPowerOfTen = (exponent: number): bigint => powersOfTen[exponent] ?? 10n ** BigInt(exponent)

/** Parses the text of a non-negative JSON number, exponents included. Null when it is not one or is absurdly long. */
export function parseDecimal(text: string): Decimal | null {
  const parts = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text)
  if (!parts || text.length > maxNumberLength) return null
  const [, whole = '', fraction = '', exponent = '0'] = parts
  const scale = fraction.length - Number(exponent)
  if (Math.abs(scale) > maxNumberLength) return null
  const digits = BigInt(whole + fraction)
  return scale < 0 ? createDecimal(digits * getPowerOfTen(-scale), 0) : createDecimal(digits, scale)
}

/** The decimal `digits / 10 ** scale` in canonical form. */
export function createDecimal(digits: bigint, scale: number): Decimal {
  assert(digits >= 0n && scale >= 0, 'a decimal must not be negative here')
  if (digits === 0n) return { digits, scale: 0 }
  let rest = digits
  let places = scale
  while (places > 0 && rest % 10n === 0n) {
    rest /= 10n
    places--
  }
  return { digits: rest, scale: places }
}

/** Plain text without an exponent and without trailing zeros: `{ digits: 1250n, scale: 2 }` is `"12.5"`. */
export function formatDecimal({ digits, scale }: Decimal): string {
  const text = digits.toString().padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  const fraction = trimTrailing(text.slice(text.length - scale), '0')
  return fraction ? `${whole}.${fraction}` : whole
}

/** Negative, zero or positive as `a` is less than, equal to or more than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const left = a.digits * getPowerOfTen(b.scale)
  const right = b.digits * getPowerOfTen(a.scale)
  return left < right ? -1 : left > right ? 1 : 0
}

/** Formats base units as a coin amount: `150000000n` is `"1.5"`. */
export function formatCoins(amount: BaseUnits): string {
  return formatDecimal({ digits: amount, scale: coinDecimals })
}

/** Parses a decimal number of coins into base units. Null when it has more than eight decimals or is not a number. */
export function parseCoins(text: string): BaseUnits | null {
  const coins = parseDecimal(text)
  if (!coins || coins.scale > coinDecimals) return null
  return toBaseUnits(coins.digits * getPowerOfTen(coinDecimals - coins.scale))
}

/**
 * The price of `fiat` at `rate` (currency units per coin) in base units.
 * The service rounds only here: upwards, so that the merchant is never one base unit short.
 */
export function computeCoinAmount(fiat: Decimal, rate: Decimal): BaseUnits {
  assert(rate.digits > 0n, 'a rate must be above zero')
  const dividend = fiat.digits * getPowerOfTen(rate.scale + coinDecimals)
  const divisor = rate.digits * getPowerOfTen(fiat.scale)
  return toBaseUnits((dividend + divisor - 1n) / divisor)
}

/** The exact value of an amount of coins at `rate` (currency units per coin). */
export function computeCoinValue(amount: BaseUnits, rate: Decimal): Decimal {
  return createDecimal(amount * rate.digits, rate.scale + coinDecimals)
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return createDecimal(
    a.digits * getPowerOfTen(scale - a.scale) + b.digits * getPowerOfTen(scale - b.scale),
    scale,
  )
}

/** `a - b`, or 0 when `b` is more than `a`. */
export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  const difference = a.digits * getPowerOfTen(scale - a.scale) - b.digits * getPowerOfTen(scale - b.scale)
  return createDecimal(difference > 0n ? difference : 0n, scale)
}

/** Limits `value` to the range from `min` to `max`. */
export function clamp(value: bigint, min: bigint, max: bigint): bigint {
  return value < min ? min : value > max ? max : value
}
