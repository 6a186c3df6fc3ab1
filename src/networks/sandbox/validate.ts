import { readScript } from '../../coins/codec/script.ts'
import type { Coin, Output, Transaction } from '../../coins/coin.ts'
import { formatAmount } from './amount.ts'
import type { NodeFacts } from './nodes.ts'
import type { Reason, Refusal } from './refusal.ts'
import { scriptType } from './script-view.ts'

/** What a node knows of the output that an input spends. */
export interface Found {
  readonly output: Output
  /** Of its block; null in the pool. */
  readonly height: number | null
  readonly coinbase: boolean
  /** Who spends it: nobody, a transaction of the pool, or one in a block. */
  readonly spender: { readonly txid: string; readonly height: number | null } | null
}

/** Where the chain stands: what comes next is judged by it. */
export interface Tip {
  readonly height: number
  readonly medianTime: number
}

export interface Judged {
  readonly coin: Coin
  readonly node: NodeFacts
  readonly tip: Tip
  readonly transaction: Transaction
}

/** Coins of a coinbase can be spent in the hundredth block after it (COINBASE_MATURITY). */
const coinbaseMaturity = 100
/** MAX_STANDARD_SCRIPTSIG_SIZE. */
const longestInputScript = 1_650
/** LOCKTIME_THRESHOLD: lock times below are heights, from there on seconds since 1970. */
const firstLockTime = 500_000_000
const finalSequence = 0xffff_ffff

const refuse = (reason: Reason, detail?: string): Refusal => ({
  reason,
  ...(detail !== undefined && { detail }),
})

/**
 * The rules that need no look at other transactions, in the order of `AcceptToMemoryPool`: form, then finality.
 * Null when the transaction keeps them.
 */
export function flawOfForm({ coin, node, tip, transaction }: Judged): Refusal | null {
  const { version, virtualSize, inputs, outputs } = transaction
  // Dash keeps the type of a special transaction in the upper half.
  const plainVersion = coin.serialisation === 'payload' ? version & 0xffff : version
  if (node.versions && (plainVersion < node.versions.least || plainVersion > node.versions.most))
    return refuse('version')
  if (virtualSize > node.largestTransaction) return refuse('tx-size')
  if (inputs.some(({ script }) => script.length > longestInputScript && !node.anyScript))
    return refuse('scriptsig-size')
  if (!node.anyScript && outputs.some(({ script }) => scriptType(script) === 'nonstandard'))
    return refuse('scriptpubkey')
  if (outputs.some((output) => isDust(coin, node, output))) return refuse('dust')
  return isFinal(effectiveLockTime(transaction), tip) || node.keepsNonFinal ? null : refuse('non-final')
}

function isDust(coin: Coin, { dust }: NodeFacts, { script, amount }: Output): boolean {
  if (dust === 'accepted' || scriptType(script) === 'nulldata') return false
  return amount < (dust === 'coin' ? coin.dust(script) : dust.hard)
}

/** 0 when every input says that the lock time does not matter. */
export function effectiveLockTime({ inputs, lockTime }: Pick<Transaction, 'inputs' | 'lockTime'>): number {
  return inputs.every(({ sequence }) => sequence === finalSequence) ? 0 : lockTime
}

/** May it stand in the next block? (`IsFinalTx`, with BIP113's median time) */
export function isFinal(lockTime: number, { height, medianTime }: Tip): boolean {
  return lockTime < (lockTime < firstLockTime ? height + 1 : medianTime)
}

/**
 * Are all inputs there to be spent? `conflicts`: transactions of the pool that spend some of them already, where the node lets
 * them be replaced.
 */
export function judgeInputs(
  { node, tip, transaction }: Judged,
  found: readonly (Found | null)[],
):
  | { readonly refusal: Refusal }
  | { readonly inputs: readonly Found[]; readonly conflicts: readonly string[] } {
  const rivals = found.flatMap((input) => (input?.spender?.height === null ? [input.spender.txid] : []))
  if (rivals.length > 0 && !node.replaces) return { refusal: refuse('txn-mempool-conflict') }
  const inputs = found.filter(
    (input) => input !== null && (input.spender === null || input.spender.height === null),
  )
  if (inputs.length < transaction.inputs.length) return { refusal: refuse('bad-txns-inputs-missingorspent') }
  const present = inputs.filter((input) => input !== null)
  const refusal = flawOfValues(tip, transaction, present)
  return refusal ? { refusal } : { inputs: present, conflicts: [...new Set(rivals)] }
}

function flawOfValues(tip: Tip, { outputs }: Transaction, inputs: readonly Found[]): Refusal | null {
  for (const { coinbase, height } of inputs) {
    const depth = tip.height + 1 - (height ?? 0)
    if (coinbase && depth < coinbaseMaturity) {
      return refuse('bad-txns-premature-spend-of-coinbase', `tried to spend coinbase at depth ${depth}`)
    }
  }
  const [into, out] = [sum(inputs.map(({ output }) => output)), sum(outputs)]
  if (into >= out) return null
  return refuse('bad-txns-in-belowout', `value in (${formatAmount(into)}) < value out (${formatAmount(out)})`)
}

/** Base units that the transaction leaves to the miner. */
export function feeOf({ outputs }: Transaction, inputs: readonly Found[]): bigint {
  return sum(inputs.map(({ output }) => output)) - sum(outputs)
}

const sum = (outputs: readonly Pick<Output, 'amount'>[]): bigint =>
  outputs.reduce((all, { amount }) => all + amount, 0n)

/** Is the fee enough to be relayed, and not more than the caller allows? `capped`: false when any fee is allowed. */
export function flawOfFee({ coin, node, transaction }: Judged, fee: bigint, capped: boolean): Refusal | null {
  const size = BigInt(transaction.virtualSize)
  const required = ceil(node.relayFeeRate * size, 1_000n) + softDustFee(coin, node, transaction)
  if (fee < required) return refuse('min relay fee not met', `${fee} < ${required}`)
  const most =
    'whole' in node.mostFee ? node.mostFee.whole : ceil(node.mostFee.perThousandBytes * size, 1_000n)
  return capped && fee > most ? refuse('max-fee-exceeded', `${fee} > ${most}`) : null
}

/** Dogecoin asks the dust limit once more for each output below it (`GetDogecoinDustFee`). */
function softDustFee(coin: Coin, { dust }: NodeFacts, { outputs }: Transaction): bigint {
  if (typeof dust === 'string') return 0n
  return outputs.reduce(
    (fee, { script, amount }) => (amount < coin.dust(script) ? fee + coin.dust(script) : fee),
    0n,
  )
}

const ceil = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

/** Scripts whose signatures are checked here; inputs that spend others are refused. */
export function isSpendable(coin: Coin, { script }: Output): boolean {
  const kind = readScript(script)?.kind
  return kind === 'p2pkh' || (coin.signatures === 'segwit' && (kind === 'p2wpkh' || kind === 'p2sh'))
}

/** What stands in the pool and would have to leave for a replacement. */
export interface Replaced {
  readonly txid: string
  readonly fee: bigint
  readonly virtualSize: number
}

/** INCREMENTAL_RELAY_FEE of Bitcoin Core 30: base units per 1 000 virtual bytes. */
const incrementalFeeRate = 100n

/**
 * BIP125 as Bitcoin Core 30 keeps it, whatever the transactions signal: a replacement pays a higher rate than each that it conflicts
 * with, and more than all that leave the pool, by its own relay.
 */
export function flawOfReplacement(
  { transaction }: Judged,
  fee: bigint,
  conflicts: readonly Replaced[],
  leaving: readonly Replaced[],
): Refusal | null {
  const size = BigInt(transaction.virtualSize)
  const say = (why: string) => refuse('insufficient fee', `rejecting replacement ${transaction.id}${why}`)
  const dearer = conflicts.find((conflict) => fee * BigInt(conflict.virtualSize) <= conflict.fee * size)
  if (dearer) {
    const [rate, old] = [(fee * 1_000n) / size, (dearer.fee * 1_000n) / BigInt(dearer.virtualSize)]
    return say(`; new feerate ${formatAmount(rate)} BTC/kvB <= old feerate ${formatAmount(old)} BTC/kvB`)
  }
  const paid = leaving.reduce((all, one) => all + one.fee, 0n)
  if (fee < paid) return say(`, less fees than conflicting txs; ${formatAmount(fee)} < ${formatAmount(paid)}`)
  const relay = ceil(incrementalFeeRate * size, 1_000n)
  if (fee - paid >= relay) return null
  return say(`, not enough additional fees to relay; ${formatAmount(fee - paid)} < ${formatAmount(relay)}`)
}
