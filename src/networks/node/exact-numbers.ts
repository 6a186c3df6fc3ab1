import { parseSafeIntegers } from '../../kernel/exact-json.ts'
import { type BaseUnits, parseCoins } from '../../kernel/money.ts'
import { NodeResponseError } from '../rpc.ts'

/**
 * Parses JSON without passing any number through a float: DOGE amounts above 90 071 992 don't fit in one. See `parseSafeIntegers`.
 * @throws {SyntaxError} also when it has more values than any response with amounts
 */
export function parseExact(text: string): unknown {
  if (hasManyValues(text)) throw new SyntaxError(`more than ${maxValues} values`)
  return parseSafeIntegers(text)
}

/** The parser calls a function for each value: this many take about 10 ms. Responses with amounts are much smaller. */
const maxValues = 20_000

/** Values are separated by commas. A comma in a string counts as well. */
function hasManyValues(text: string): boolean {
  let index = -1
  for (let count = 0; count < maxValues; count++) {
    index = text.indexOf(',', index + 1)
    if (index < 0) return false
  }
  return true
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
