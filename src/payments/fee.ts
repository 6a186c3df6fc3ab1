import type { Coin, Transaction } from '../coins/coin.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type BaseUnits, formatCoins, toBaseUnits } from '../kernel/money.ts'
import { formatPerByte } from '../payment-requests/request.ts'

/** A fee and the bytes that it covers. */
export interface FeeBasis {
  /** Base units. */
  readonly fee: bigint
  /** Virtual bytes. */
  readonly size: number
  /** Bytes exempt from the fee: one per input, since DER signatures vary by a byte. */
  readonly exemptBytes: number
  /** Base units that the network charges beyond the rate, for very small outputs. */
  readonly surcharge: bigint
}

/** A transaction that isn't in a block yet. */
export interface UnminedTransaction extends FeeBasis {
  readonly txid: string
  /** Ids of the transactions that it spends from, mined ones included. */
  readonly parents: readonly string[]
}

export const emptyFeeBasis: FeeBasis = { fee: 0n, size: 0, exemptBytes: 0, surcharge: 0n }

type FeeTotal = Pick<FeeBasis, 'fee' | 'size' | 'surcharge'>

const add = (a: FeeTotal, b: FeeTotal): FeeTotal => ({
  fee: a.fee + b.fee,
  size: a.size + b.size,
  surcharge: a.surcharge + b.surcharge,
})

/** How a fee is judged. */
export interface FeeRule {
  readonly coin: Coin
  /** Base units per 1 000 bytes. */
  readonly feeRate: bigint
  /** The network already has the paying transaction. Only the wording of the error depends on it. */
  readonly isInMempool?: boolean
}

/**
 * Rejects a payment that miners would not include.
 * @param chain the paying transaction and all of its unconfirmed ancestors, parents before children
 * @throws {ApiError} `tx_fee_too_low` with the rate of the underpaid transactions and their descendants
 */
export function requireFees(chain: readonly UnminedTransaction[], rule: FeeRule): void {
  const underpaid = findUnderpaid(chain, rule)
  if (underpaid.length > 0) throw createFeeTooLowError(underpaid.reduce<FeeTotal>(add, emptyFeeBasis), rule)
}

/**
 * The transactions that lack fees, and their descendants. Miners take the best-paid transactions first, each with its unconfirmed ancestors. An
 * ancestor's excess fee is used up by then and helps no descendant, but a descendant can cover what its ancestors lack. So the paying
 * transaction alone, and every group of ancestors down to it, has to meet the rate. On networks that count each fee alone, each transaction
 * has to: there, only the first one is returned.
 * @param chain parents before children
 */
export function findUnderpaid(
  chain: readonly UnminedTransaction[],
  { coin, feeRate }: Pick<FeeRule, 'coin' | 'feeRate'>,
): UnminedTransaction[] {
  const isChargedAlone = coin.feeEvaluation === 'individual'
  const bits = assignBits(chain)
  const ancestors = computeAncestorMasks(chain, bits)
  const isAncestor = (txid: string, descendant: UnminedTransaction) =>
    ((ancestors.get(descendant.txid) ?? 0n) & (bits.get(txid) ?? 0n)) !== 0n
  /** Fee that the descendants of a transaction still have to cover. */
  const missingFees = new Map<string, bigint>()
  for (const transaction of chain) {
    const surplus = computeSurplus(transaction, feeRate)
    if (surplus < 0n) missingFees.set(transaction.txid, -surplus)
    else if (!isChargedAlone) coverMissingFees(missingFees, (txid) => isAncestor(txid, transaction), surplus)
  }
  const [first] = missingFees.keys()
  if (first === undefined) return []
  const underpaidMask = [...missingFees.keys()].reduce((mask, txid) => mask | (bits.get(txid) ?? 0n), 0n)
  return chain.filter(({ txid }) =>
    isChargedAlone
      ? txid === first
      : missingFees.has(txid) || ((ancestors.get(txid) ?? 0n) & underpaidMask) !== 0n,
  )
}

/** Covers the nearest ancestors first: those further up may have other descendants that cover them. */
function coverMissingFees(
  missingFees: Map<string, bigint>,
  isAncestor: (txid: string) => boolean,
  surplus: bigint,
): void {
  let remaining = surplus
  for (const [ancestor, missingFee] of [...missingFees].reverse()) {
    if (!isAncestor(ancestor)) continue
    if (missingFee > remaining) return void missingFees.set(ancestor, missingFee - remaining)
    missingFees.delete(ancestor)
    remaining -= missingFee
  }
}

/** How far the fee is above the rate, or below it when negative. In thousandths of a base unit, to avoid division. */
const computeSurplus = ({ fee, size, exemptBytes, surcharge }: FeeBasis, feeRate: bigint): bigint =>
  (fee - surcharge) * 1_000n - feeRate * BigInt(size - exemptBytes)

/**
 * For each transaction, the others of the chain that it descends from: bit n represents the n-th transaction. Sets would take cubic time,
 * and BCH and BSV accept chains in which each transaction spends from all before it.
 */
function computeAncestorMasks(
  chain: readonly UnminedTransaction[],
  bits: ReadonlyMap<string, bigint>,
): ReadonlyMap<string, bigint> {
  const masks = new Map<string, bigint>()
  for (const { txid, parents } of chain) {
    let mask = 0n
    for (const parent of parents) mask |= (masks.get(parent) ?? 0n) | (bits.get(parent) ?? 0n)
    masks.set(txid, mask)
  }
  return masks
}

const assignBits = (chain: readonly UnminedTransaction[]): ReadonlyMap<string, bigint> =>
  new Map(chain.map(({ txid }, index) => [txid, 1n << BigInt(index)]))

/**
 * Builds the error with both rates. The actual one is rounded down so that they never look equal.
 * @param isPartlySent as in `mapRejection`
 */
export function createFeeTooLowError(
  { fee, size, surcharge }: FeeTotal,
  { coin, feeRate, isInMempool = false }: FeeRule,
  isPartlySent = false,
): ApiError {
  const netFee = fee > surcharge ? fee - surcharge : 0n
  const actual = size === 0 ? 0n : (netFee * 1_000n) / BigInt(size)
  const smallOutput =
    surcharge > 0n && 'amount' in coin.dustRule
      ? `${formatCoins(toBaseUnits(coin.dustRule.amount))} ${coin.code}`
      : null
  const params = {
    actual: actual.toString(),
    required: feeRate.toString(),
    smallOutput,
    isInMempool,
    isPartlySent,
  }
  return new ApiError('tx_fee_too_low', params).withMembers({
    required: formatPerByte(feeRate),
    actual: formatPerByte(actual),
  })
}

/** Base units charged for spendable outputs below the dust limit (Dogecoin's `GetDogecoinDustFee`). Data outputs cost nothing extra. */
export function computeSurcharge(coin: Coin, { outputs }: Pick<Transaction, 'outputs'>): bigint {
  if (coin.feeEvaluation !== 'individual') return 0n
  const limits = outputs.map(({ amount, script }) => ({ amount, dust: coin.getDustLimit(script) }))
  return limits.reduce((sum, { amount, dust }) => (amount < dust ? sum + dust : sum), 0n)
}

/**
 * The input total minus the output total, plus the fee of MWEB data.
 * @throws {ApiError} `tx_outputs_exceed_inputs`
 */
export function computeFee(
  transaction: Pick<Transaction, 'outputs' | 'mwebFee'>,
  values: readonly bigint[],
): BaseUnits {
  const inputs = values.reduce((sum, amount) => sum + amount, 0n)
  const outputs = transaction.outputs.reduce((sum, { amount }) => sum + amount, 0n)
  if (outputs > inputs) throw new ApiError('tx_outputs_exceed_inputs')
  return toBaseUnits(inputs - outputs + (transaction.mwebFee ?? 0n))
}
