import { parseDecimal } from '../../kernel/money.ts'

/** The decimal separator of a language. */
export type DecimalSeparator = '.' | ','

/** Digits per group of thousands. */
const groupDigits = 3

/**
 * Parses a typed amount to the text of a JSON number. Null if it is invalid or ambiguous: `1,234` is a thousand to some readers and a
 * little more than one to others.
 */
export function parseTypedAmount(typed: string, separator: DecimalSeparator): string | null {
  const plain = typed
    .trim()
    .replaceAll(/[٠-٩۰-۹]/g, toLatinDigit)
    .replace('٫', '.')
  const [found, minus = '', whole = '', mark, fraction = ''] =
    /^([-−]?)(\d*)(?:([.,])(\d*))?$/.exec(plain) ?? []
  if (found === undefined || whole + fraction === '') return null
  if (mark !== undefined && mark !== separator && fraction.length === groupDigits) return null
  return `${minus && '-'}${whole || '0'}${fraction && `.${fraction}`}`
}

/** Converts an Arabic-Indic or Persian digit. Their zeros are U+0660 and U+06F0. */
const toLatinDigit = (digit: string): string => String((digit.codePointAt(0) ?? 0) & 0xf)

/** Why an amount is invalid. */
type InvalidAmountReason = 'missing' | 'unclear' | 'zero' | 'decimals' | 'large'

export function getInvalidAmountReason(
  typed: string,
  { separator, decimals }: { separator: DecimalSeparator; decimals: number },
): InvalidAmountReason {
  if (typed.trim() === '') return 'missing'
  const text = parseTypedAmount(typed, separator)
  if (text === null) return 'unclear'
  if (/^-|^[0.]+$/.test(text)) return 'zero'
  const amount = parseDecimal(text)
  return amount && amount.scale > decimals ? 'decimals' : 'large'
}
