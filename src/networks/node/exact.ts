import { type BaseUnits, parseCoins } from '../../kernel/money.ts'
import { Unanswered } from '../rpc.ts'

/**
 * Reads JSON so that no number passes through a float: integers that a `number` holds exactly stay numbers, all others
 * become `JSON.rawJSON` objects that keep their text. DOGE amounts above 90 071 992 do not fit into a float.
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
 * The text of a number in a node's answer, as the node wrote it: `"0.00001000"`.
 * @throws {Unanswered} it is no number, or one that has been a float
 */
export function exactText(value: unknown): string {
  if (Number.isSafeInteger(value)) return String(value)
  if (JSON.isRawJSON(value)) return value.rawJSON
  throw new Unanswered('the node answered with something that is no exact number')
}

/**
 * The base units of an amount of coins in a node's answer, or null when it is negative: nodes say -1 for "unknown".
 * @throws {Unanswered} it is no amount
 */
export function coinsOf(value: unknown): BaseUnits | null {
  const text = exactText(value)
  if (text.startsWith('-')) return null
  const amount = parseCoins(text)
  if (amount === null) throw new Unanswered('the node answered with something that is no amount')
  return amount
}
