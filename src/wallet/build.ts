import { finalSequence, type TransactionBody } from '../coins/codec/transaction.ts'
import type { Coin, TransactionOutput } from '../coins/coin.ts'
import { type BaseUnits, formatCoins, toBaseUnits } from '../kernel/money.ts'
import { PayError } from './pay-error.ts'
import type { TransactionToSign } from './sign.ts'
import { computeVirtualSize, unlock } from './unlock.ts'
import type { Utxo } from './utxo.ts'

/** The requirements of a payment. */
export interface PaymentTerms {
  readonly coin: Pick<Coin, 'code' | 'getDustLimit'>
  /** The first outputs of the transaction, in this order, exactly as given. */
  readonly outputs: readonly TransactionOutput[]
  /** Base units per 1 000 bytes (virtual bytes for coins with segwit). */
  readonly feeRate: bigint
}

/** Payment terms and the coins for them: all inputs are spent, and the remainder goes to the script `change`. */
export interface TransactionPlan extends PaymentTerms {
  readonly inputs: readonly Utxo[]
  readonly change: Uint8Array
}

interface Draft extends TransactionToSign {
  readonly fee: BaseUnits
}

/** A DER signature with low S has at most 71 bytes, and its hash type one more. A shorter one only raises the fee rate. */
const maxSizeProof = [new Uint8Array(72), new Uint8Array(33)] as const

/**
 * Pure: spends all inputs, and pays the outputs and the fee for the maximum size of the signed transaction. The remainder becomes change if
 * that is worth an output, and goes to the fee if it would be dust.
 * @throws {PayError} `coins_unavailable` when the inputs are worth too little
 */
export function buildTransaction(plan: TransactionPlan): Draft {
  const { coin, inputs, outputs, feeRate, change } = plan
  const inputTotal = sumAmounts(inputs)
  const outputTotal = sumAmounts(outputs)
  const withoutChange = createUnsigned(inputs, outputs)
  const cost = computeTotalCost(plan, inputs)
  if (inputTotal < cost) throw createInsufficientFundsError(coin.code, inputTotal, cost)

  const withChange = (amount: bigint) =>
    createUnsigned(inputs, [...outputs, { script: change, amount: toBaseUnits(amount) }])
  const fee = computeFee(withChange(0n), inputs, feeRate)
  const changeAmount = inputTotal - outputTotal - fee
  if (changeAmount < coin.getDustLimit(change))
    return { transaction: withoutChange, spentOutputs: inputs, fee: toBaseUnits(inputTotal - outputTotal) }
  return { transaction: withChange(changeAmount), spentOutputs: inputs, fee }
}

/** Pure: the amount that a single output of `script` needs to fund the payment, without change. */
export function computeFundingAmount({ outputs, feeRate }: PaymentTerms, script: Uint8Array): BaseUnits {
  return computeTotalCost({ outputs, feeRate }, [
    { txid: '00'.repeat(32), vout: 0, script, amount: toBaseUnits(0n) },
  ])
}

/** Pure: the total amount that these inputs need to fund the payment, without change. */
export function computeTotalCost(
  { outputs, feeRate }: Pick<PaymentTerms, 'outputs' | 'feeRate'>,
  inputs: readonly Utxo[],
): BaseUnits {
  return toBaseUnits(sumAmounts(outputs) + computeFee(createUnsigned(inputs, outputs), inputs, feeRate))
}

export function sumAmounts(outputs: readonly Pick<TransactionOutput, 'amount'>[]): BaseUnits {
  return toBaseUnits(outputs.reduce((sum, { amount }) => sum + amount, 0n))
}

function computeFee(
  transaction: TransactionBody,
  spentOutputs: readonly TransactionOutput[],
  feeRate: bigint,
): BaseUnits {
  const size = BigInt(computeVirtualSize(unlock(transaction, spentOutputs, () => maxSizeProof)))
  return toBaseUnits((feeRate * size + 999n) / 1_000n)
}

/** Version 1: every coin's nodes relay it, and relative lock times, the purpose of version 2, are not needed here. */
function createUnsigned(inputs: readonly Utxo[], outputs: readonly TransactionOutput[]): TransactionBody {
  const emptyProof = { script: new Uint8Array(), witness: [], sequence: finalSequence }
  return {
    version: 1,
    lockTime: 0,
    inputs: inputs.map(({ txid, vout }) => ({ txid, vout, ...emptyProof })),
    outputs,
  }
}

function createInsufficientFundsError(code: string, available: BaseUnits, cost: BaseUnits): PayError {
  const message = `Insufficient funds: the coins are worth ${formatCoins(available)} ${code}, and the payment and its fee cost ${formatCoins(cost)} ${code}.`
  return new PayError('coins_unavailable', message)
}
