import { finalSequence, lockTimeThreshold, serialise } from '../../coins/codec/transaction.ts'
import type { Coin, Transaction, TransactionOutput } from '../../coins/coin.ts'
import { formatAmount } from './amount.ts'
import type { SandboxNodeProfile } from './nodes.ts'
import { createRejection, type MempoolRejection } from './rejection.ts'
import { isPushOnly } from './script/opcodes.ts'
import { getLockingScript } from './script/tokens.ts'
import { getScriptType, isStandardOutput } from './script-view.ts'

/** An output spent by an input, as the node knows it. */
export interface SpentCoin {
  readonly output: TransactionOutput
  /** The height of its block; null in the mempool. */
  readonly height: number | null
  readonly isCoinbase: boolean
  /** The transaction that already spends it, in the mempool or in a block; null if there is none. */
  readonly spender: Spender | null
}

interface Spender {
  readonly txid: string
  readonly height: number | null
  /** Whether a replacement is allowed. */
  readonly isReplaceable: boolean
}

/** The tip of the chain, used to validate what comes next. */
interface Tip {
  readonly height: number
  readonly medianTime: number
}

export interface ValidationContext {
  readonly coin: Coin
  readonly node: SandboxNodeProfile
  readonly tip: Tip
  readonly transaction: Transaction
}

/** MAX_STANDARD_SCRIPTSIG_SIZE. */
const maxInputScriptBytes = 1_650

/**
 * The rules that don't depend on other transactions, in the order of `AcceptToMemoryPool`: form, then finality.
 * Null if the transaction satisfies them.
 */
export function checkStandardForm({
  coin,
  node,
  tip,
  transaction,
}: ValidationContext): MempoolRejection | null {
  const { version, virtualSize, inputs, outputs, mweb } = transaction
  // The sandbox's chains are below the height at which nodes start to accept MimbleWimble data, so there is none to validate.
  if (mweb) return createRejection(mweb[0] === 0 ? 'hogex' : 'mweb-before-activation')
  // Dash stores the type of a special transaction in the upper 16 bits.
  const plainVersion = coin.serialisation === 'payload' ? version & 0xffff : version
  if (node.versions && (plainVersion < node.versions.min || plainVersion > node.versions.max))
    return createRejection('version')
  if (virtualSize > node.maxTransactionBytes) return createRejection('tx-size')
  const rejection = node.relaysAnyScript
    ? null
    : (checkInputScripts(inputs) ?? checkOutputs(coin, node, outputs))
  if (rejection) return rejection
  if (computeSizeWithoutWitnesses(transaction) < node.minTransactionBytes)
    return createRejection('tx-size-small')
  return isFinal(getEffectiveLockTime(transaction), tip) || node.hasNonFinalPool
    ? null
    : createRejection('non-final')
}

function checkInputScripts(inputs: Transaction['inputs']): MempoolRejection | null {
  for (const { script } of inputs) {
    if (script.length > maxInputScriptBytes) return createRejection('scriptsig-size')
    if (!isPushOnly(script)) return createRejection('scriptsig-not-pushonly')
  }
  return null
}

function checkOutputs(
  coin: Coin,
  node: SandboxNodeProfile,
  outputs: readonly TransactionOutput[],
): MempoolRejection | null {
  for (const output of outputs) {
    if (!isStandardOutput(coin, node, output.script)) return createRejection('scriptpubkey')
    if (isDust(coin, node, output)) return createRejection('dust')
  }
  const carriers = outputs.filter(({ script }) => isDataCarrier(coin, script))
  return carriers.length > node.dataCarrier.maxOutputs ? createRejection('multi-op-return') : null
}

/** The size without witness data. In the weight, witness bytes count once and all others four times (BIP141). */
function computeSizeWithoutWitnesses(transaction: Transaction): number {
  return serialise({
    ...transaction,
    inputs: transaction.inputs.map((input) => ({ ...input, witness: [] })),
  }).length
}

function isDataCarrier(coin: Coin, script: Uint8Array): boolean {
  return getScriptType(getLockingScript(coin, script)) === 'nulldata'
}

function isDust(coin: Coin, { dust }: SandboxNodeProfile, { script, amount }: TransactionOutput): boolean {
  if (dust === 'accepted' || isDataCarrier(coin, script)) return false
  return amount < (dust === 'coin' ? coin.getDustLimit(script) : dust.hard)
}

/** 0 if every input disables the lock time. */
export function getEffectiveLockTime({ inputs, lockTime }: Pick<Transaction, 'inputs' | 'lockTime'>): number {
  return inputs.every(({ sequence }) => sequence === finalSequence) ? 0 : lockTime
}

/** Whether it may be in the next block (`IsFinalTx`, with BIP113's median time). */
export function isFinal(lockTime: number, { height, medianTime }: Tip): boolean {
  return lockTime < (lockTime < lockTimeThreshold ? height + 1 : medianTime)
}

/**
 * Checks that all inputs can be spent. Returns `conflicts`, the mempool transactions that already spend some of them and may be replaced.
 */
export function checkInputs(
  { transaction }: ValidationContext,
  spentCoins: readonly (SpentCoin | null)[],
):
  | { readonly rejection: MempoolRejection }
  | { readonly inputs: readonly SpentCoin[]; readonly conflicts: readonly string[] } {
  const conflictingSpenders = spentCoins.flatMap((input) =>
    input?.spender?.height === null ? [input.spender] : [],
  )
  if (!conflictingSpenders.every(({ isReplaceable }) => isReplaceable))
    return { rejection: createRejection('txn-mempool-conflict') }
  const inputs = spentCoins.filter(
    (input) => input !== null && (input.spender === null || input.spender.height === null),
  )
  if (inputs.length < transaction.inputs.length)
    return { rejection: createRejection('bad-txns-inputs-missingorspent') }
  const present = inputs.filter((input) => input !== null)
  return { inputs: present, conflicts: [...new Set(conflictingSpenders.map(({ txid }) => txid))] }
}

/** Checks that spent coinbases are mature and that the inputs are worth at least as much as the outputs. */
export function checkInputValues(
  { coin, tip, transaction: { outputs } }: ValidationContext,
  inputs: readonly SpentCoin[],
): MempoolRejection | null {
  for (const { isCoinbase, height } of inputs) {
    const depth = tip.height + 1 - (height ?? 0)
    if (isCoinbase && depth < coin.coinbaseMaturity.regtest) {
      return createRejection(
        'bad-txns-premature-spend-of-coinbase',
        `tried to spend coinbase at depth ${depth}`,
      )
    }
  }
  const [totalIn, totalOut] = [sum(inputs.map(({ output }) => output)), sum(outputs)]
  if (totalIn >= totalOut) return null
  return createRejection(
    'bad-txns-in-belowout',
    `value in (${formatAmount(totalIn)}) < value out (${formatAmount(totalOut)})`,
  )
}

/** The fee in base units. */
export function computeFee({ outputs }: Transaction, inputs: readonly SpentCoin[]): bigint {
  return sum(inputs.map(({ output }) => output)) - sum(outputs)
}

const sum = (outputs: readonly Pick<TransactionOutput, 'amount'>[]): bigint =>
  outputs.reduce((sum, { amount }) => sum + amount, 0n)

/** Checks that the fee is high enough to be relayed. */
export function checkMinFee(
  { coin, node, transaction }: ValidationContext,
  { fee, size }: { readonly fee: bigint; readonly size: bigint },
): MempoolRejection | null {
  const required =
    divideRoundingUp(node.relayFeeRate * size, 1_000n) + computeSoftDustFee(coin, node, transaction)
  return fee < required ? createRejection(node.lowFeeReason, `${fee} < ${required}`) : null
}

/**
 * Checks that the fee isn't above the caller's limit. Nodes before Bitcoin Core 0.19 have one limit for the whole transaction, and check it
 * before they run scripts.
 */
export function checkMaxFee(
  { node: { maxFee } }: ValidationContext,
  { fee, size, isLast }: { readonly fee: bigint; readonly size: bigint; readonly isLast: boolean },
): MempoolRejection | null {
  if (isLast !== 'perThousandBytes' in maxFee) return null
  const max =
    'perTransaction' in maxFee
      ? maxFee.perTransaction
      : divideRoundingUp(maxFee.perThousandBytes * size, 1_000n)
  return fee > max ? createRejection('max-fee-exceeded', `${fee} > ${max}`) : null
}

/** Dogecoin charges the soft dust limit, 0.01 DOGE, again for each output below it (`GetDogecoinDustFee`). */
function computeSoftDustFee(coin: Coin, { dust }: SandboxNodeProfile, { outputs }: Transaction): bigint {
  if (typeof dust === 'string') return 0n
  return outputs.reduce(
    (fee, { script, amount }) => (amount < coin.getDustLimit(script) ? fee + coin.getDustLimit(script) : fee),
    0n,
  )
}

export const divideRoundingUp = (dividend: bigint, divisor: bigint): bigint =>
  (dividend + divisor - 1n) / divisor
