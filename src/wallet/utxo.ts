import type { Outpoint, TransactionOutput } from '../coins/coin.ts'
import { type BaseUnits, parseCoins } from '../kernel/money.ts'
import { PayError } from './pay-error.ts'

/** An output that the wallet can spend: its outpoint, amount and script. */
export interface Utxo extends Outpoint, TransactionOutput {}

/** An input as the payer names it, with the amount only if given. */
export interface NamedInput extends Outpoint {
  readonly amount: BaseUnits | null
}

/**
 * Parses `txid:vout` or `txid:vout:amount`, the amount in coins.
 * @throws {PayError} `option_invalid`
 */
export function parseInput(text: string): NamedInput {
  const [, txid = '', vout = '', coins] = /^([0-9a-f]{64}):(\d{1,9})(?::(.+))?$/i.exec(text) ?? []
  const amount = coins === undefined ? null : parseCoins(coins)
  if (txid === '' || (coins !== undefined && !amount))
    throw new PayError(
      'option_invalid',
      'An input must have the form txid:vout or txid:vout:amount, with the amount in coins.',
    )
  return { txid: txid.toLowerCase(), vout: Number(vout), amount }
}

/**
 * Parses all inputs that the payer names; naming one twice is an error.
 * @throws {PayError} `option_invalid`
 */
export function parseInputs(texts: readonly string[]): readonly NamedInput[] {
  const inputs = texts.map(parseInput)
  const outpoints = new Set(inputs.map(({ txid, vout }) => `${txid}:${vout}`))
  if (outpoints.size < inputs.length) throw new PayError('option_invalid', 'An input is listed twice.')
  return inputs
}
