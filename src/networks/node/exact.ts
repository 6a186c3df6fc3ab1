import { type BaseUnits, parseCoins } from '../../kernel/money.ts'
import { NodeResponseError } from '../rpc.ts'

/**
 * Parses JSON without passing any number through a float. Integers that a `number` represents exactly stay numbers; all others become
 * `JSON.rawJSON` objects that keep their text. DOGE amounts above 90 071 992 don't fit in a float.
 * @throws {SyntaxError}
 */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value !== 'number' ||
    source === undefined ||
    (Number.isSafeInteger(value) && /^-?\d+$/.test(source))
      ? value
      : JSON.rawJSON(source),
  )
}

/**
 * The text of a number in a node's response, as the node wrote it: `"0.00001000"`.
 * @throws {NodeResponseError} it isn't a number, or has been converted to a float
 */
export function getNumberText(value: unknown): string {
  if (Number.isSafeInteger(value)) return String(value)
  if (JSON.isRawJSON(value)) return value.rawJSON
  throw new NodeResponseError('the node did not return an exact number')
}

/**
 * An amount of coins in a node's response, in base units. Null if it is negative: nodes use -1 for "unknown".
 * @throws {NodeResponseError} it isn't an amount
 */
export function parseCoinAmount(value: unknown): BaseUnits | null {
  const text = getNumberText(value)
  if (text.startsWith('-')) return null
  const amount = parseCoins(text)
  if (amount === null) throw new NodeResponseError('the node did not return an amount')
  return amount
}
