import type { TransactionBody } from '../coins/codec/transaction.ts'
import type { Coin, Output } from '../coins/coin.ts'
import { type BaseUnits, baseUnits, formatCoins } from '../kernel/money.ts'
import { PayFailed } from './failed.ts'
import type { Unsigned } from './sign.ts'
import { unlock, virtualSize } from './unlock.ts'
import type { Unspent } from './unspent.ts'

/** What a payment must do. */
export interface Order {
  readonly coin: Pick<Coin, 'code' | 'dust'>
  /** They come first in the transaction, in this order, exactly as given. */
  readonly outputs: readonly Output[]
  /** Base units per 1 000 bytes (virtual bytes for coins with segwit). */
  readonly feeRate: bigint
}

/** What it is made from: all inputs are spent, and what is left over goes to the script `change`. */
export interface Plan extends Order {
  readonly inputs: readonly Unspent[]
  readonly change: Uint8Array
}

export interface Draft extends Unsigned {
  readonly fee: BaseUnits
}

/** DER of a signature with low S is at most 71 bytes, and its hash type one more. A shorter one only raises the fee rate. */
const longestProof = [new Uint8Array(72), new Uint8Array(33)] as const

/** The sequence of an input that waits for nothing (BIP68) and announces no replacement (BIP125). */
const finalSequence = 0xffff_ffff

/**
 * Pure: spends all inputs, pays the outputs, and the fee for the size that the signed transaction has at most.
 * What is left over becomes change where that is worth an output, and goes to the fee where it would be dust.
 * @throws {PayFailed} `coins_unavailable` when the inputs do not hold enough
 */
export function build(plan: Plan): Draft {
  const { coin, inputs, outputs, feeRate, change } = plan
  const held = total(inputs)
  const due = total(outputs)
  const bare = unsigned(inputs, outputs)
  const cost = costOf(plan, inputs)
  if (held < cost) throw notEnough(coin.code, held, cost)

  const withChange = (amount: bigint) =>
    unsigned(inputs, [...outputs, { script: change, amount: baseUnits(amount) }])
  const fee = feeFor(withChange(0n), inputs, feeRate)
  const left = held - due - fee
  if (left < coin.dust(change)) return { transaction: bare, spent: inputs, fee: baseUnits(held - due) }
  return { transaction: withChange(left), spent: inputs, fee }
}

/** Pure: what a single output of `script` must hold to make the payment, without change. */
export function priceOf({ outputs, feeRate }: Order, script: Uint8Array): BaseUnits {
  return costOf({ outputs, feeRate }, [{ txid: '00'.repeat(32), vout: 0, script, amount: baseUnits(0n) }])
}

/** Pure: what these inputs must hold together to make the payment, without change. */
export function costOf(
  { outputs, feeRate }: Pick<Order, 'outputs' | 'feeRate'>,
  inputs: readonly Unspent[],
): BaseUnits {
  return baseUnits(total(outputs) + feeFor(unsigned(inputs, outputs), inputs, feeRate))
}

/** The sum of these amounts. */
export function total(outputs: readonly Pick<Output, 'amount'>[]): BaseUnits {
  return baseUnits(outputs.reduce((sum, { amount }) => sum + amount, 0n))
}

function feeFor(transaction: TransactionBody, spent: readonly Output[], feeRate: bigint): BaseUnits {
  const size = BigInt(virtualSize(unlock(transaction, spent, () => longestProof)))
  return baseUnits((feeRate * size + 999n) / 1_000n)
}

/** Version 1: every coin's nodes relay it, and what version 2 is for, relative lock times, nobody needs here. */
function unsigned(inputs: readonly Unspent[], outputs: readonly Output[]): TransactionBody {
  const locked = { script: new Uint8Array(), witness: [], sequence: finalSequence }
  return {
    version: 1,
    lockTime: 0,
    inputs: inputs.map(({ txid, vout }) => ({ txid, vout, ...locked })),
    outputs,
  }
}

function notEnough(code: string, held: BaseUnits, cost: BaseUnits): PayFailed {
  const sentence = `The coins are not enough: they hold ${formatCoins(held)} ${code}, and the payment with its fee takes ${formatCoins(cost)} ${code}.`
  return new PayFailed('coins_unavailable', sentence)
}
