import type { Outpoint, Output } from '../coins/coin.ts'
import { type BaseUnits, parseCoins } from '../kernel/money.ts'
import { PayFailed } from './failed.ts'

/** An output that the wallet can spend: where it is, what it holds, and the script that guards it. */
export interface Unspent extends Outpoint, Output {}

/** An input as the payer names it; the amount only where the payer says so. */
export interface NamedInput extends Outpoint {
  readonly amount: BaseUnits | null
}

/**
 * Reads `txid:vout` or `txid:vout:amount`, the amount in coins.
 * @throws {PayFailed} `option_invalid`
 */
export function readInput(text: string): NamedInput {
  const [, txid = '', vout = '', coins] = /^([0-9a-f]{64}):(\d{1,9})(?::(.+))?$/i.exec(text) ?? []
  const amount = coins === undefined ? null : parseCoins(coins)
  if (txid === '' || (coins !== undefined && !amount))
    throw new PayFailed(
      'option_invalid',
      'An input is written txid:vout or txid:vout:amount, the amount in coins.',
    )
  return { txid: txid.toLowerCase(), vout: Number(vout), amount }
}

/**
 * Reads all inputs that the payer names; one named twice is a mistake.
 * @throws {PayFailed} `option_invalid`
 */
export function readInputs(texts: readonly string[]): readonly NamedInput[] {
  const inputs = texts.map(readInput)
  const places = new Set(inputs.map(({ txid, vout }) => `${txid}:${vout}`))
  if (places.size < inputs.length) throw new PayFailed('option_invalid', 'An input is named twice.')
  return inputs
}
