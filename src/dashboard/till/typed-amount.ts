import { parseDecimal } from '../../kernel/money.ts'

/** How a language writes decimals. */
export type DecimalSign = '.' | ','

/** Thousands stand in groups of so many digits. */
const groupDigits = 3

/**
 * An amount as somebody has typed it, as the text of a JSON number; null when it is none, or could be read in two ways: `1,234` is a
 * thousand to some readers and little more than one to others.
 */
export function readTyped(typed: string, sign: DecimalSign): string | null {
  const plain = typed
    .trim()
    .replaceAll(/[٠-٩۰-۹]/g, latinDigit)
    .replace('٫', '.')
  const [found, minus = '', whole = '', mark, fraction = ''] =
    /^([-−]?)(\d*)(?:([.,])(\d*))?$/.exec(plain) ?? []
  if (found === undefined || whole + fraction === '') return null
  if (mark !== undefined && mark !== sign && fraction.length === groupDigits) return null
  return `${minus && '-'}${whole || '0'}${fraction && `.${fraction}`}`
}

/** Arabic-Indic digits, as phones write them: U+0660 and U+06F0 are the zeros. */
const latinDigit = (digit: string): string => String((digit.codePointAt(0) ?? 0) & 0xf)

/** Why an amount was not taken. */
export type AmountFault = 'missing' | 'unclear' | 'zero' | 'decimals' | 'large'

export function faultOf(
  typed: string,
  { sign, decimals }: { sign: DecimalSign; decimals: number },
): AmountFault {
  if (typed.trim() === '') return 'missing'
  const text = readTyped(typed, sign)
  if (text === null) return 'unclear'
  if (/^-|^[0.]+$/.test(text)) return 'zero'
  const amount = parseDecimal(text)
  return amount && amount.scale > decimals ? 'decimals' : 'large'
}
