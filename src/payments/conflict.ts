import type { Outpoint } from '../coins/coin.ts'
import { toHex } from '../kernel/hex.ts'
import type { Steps } from '../kernel/steps.ts'
import type { LocatedOutput, TransactionSpends } from '../networks/network.ts'
import { type BlockIndex, findDescendants, formatOutpoint } from './block-index.ts'
import type { TakenOutput } from './payment.ts'

/** A transaction that replaced another and pays the same: with a higher fee, a different witness or a changed signature. */
export interface PaymentReplacement {
  readonly txid: string
  readonly inputs: readonly Outpoint[]
  readonly outputs: readonly TakenOutput[]
}

/** A payment that isn't in a block. */
export interface WatchedPayment {
  /** The current transactions, which don't conflict with the payment. A transaction that they replaced does. */
  readonly ownTxids: ReadonlySet<string>
  /** The outpoints that it spends. */
  readonly inputs: readonly Outpoint[]
  /** The outputs that it has to pay. */
  readonly requiredOutputs: readonly Pick<TakenOutput, 'script' | 'amount'>[]
}

/** Another transaction spends an input of the payment. */
export interface Conflict {
  readonly conflictingTxid: string
  /** The transaction that pays instead, if there is one. */
  readonly replacement: PaymentReplacement | null
}

/**
 * Finds the transaction in a block that spends the payment's inputs, and the one that pays instead. A replacement spends one of those
 * inputs itself, or descends from a conflicting transaction of the same block: without that link, someone else may be paying the address
 * for something else. Null when there is no conflict.
 * @param outputs the block's outputs to the payment's scripts
 */
export function* findConflict(
  block: BlockIndex,
  outputs: readonly LocatedOutput[],
  payment: WatchedPayment,
): Steps<Conflict | null> {
  const conflictingTransactions = findConflicting(block, payment)
  const [first] = conflictingTransactions
  if (!first) return null
  const descendants = yield* findDescendants(
    block,
    conflictingTransactions.map(({ txid }) => txid),
  )
  for (const [txid, payingOutputs] of Map.groupBy(outputs, (output) => output.txid)) {
    const spending = block.byTxid.get(txid)
    if (!spending || !descendants.has(txid)) continue
    const paid = matchOutputs(payingOutputs, payment.requiredOutputs)
    if (paid)
      return { conflictingTxid: first.txid, replacement: { txid, inputs: spending.inputs, outputs: paid } }
  }
  return { conflictingTxid: first.txid, replacement: null }
}

/** The transactions that spend the payment's inputs and aren't its own, in block order. */
export function findConflicting(
  { transactions, spenders }: Pick<BlockIndex, 'transactions' | 'spenders'>,
  { ownTxids, inputs }: Pick<WatchedPayment, 'ownTxids' | 'inputs'>,
): TransactionSpends[] {
  const positions = new Set(inputs.flatMap((input) => spenders.get(formatOutpoint(input)) ?? []))
  return [...positions]
    .sort((one, other) => one - other)
    .flatMap((position) => transactions[position] ?? [])
    .filter(({ txid }) => !ownTxids.has(txid))
}

/** Finds a separate output with exactly the amount of each required one. Null when one is missing. */
function matchOutputs(
  outputs: readonly LocatedOutput[],
  due: WatchedPayment['requiredOutputs'],
): TakenOutput[] | null {
  const free = outputs.map(({ txid, vout, script, amount }) => ({
    txid,
    vout,
    script: toHex(script),
    amount,
  }))
  const takenOutputs: TakenOutput[] = []
  for (const { script, amount } of due) {
    const index = free.findIndex((output) => output.script === script && output.amount === amount)
    const [output] = index < 0 ? [] : free.splice(index, 1)
    if (!output) return null
    takenOutputs.push(output)
  }
  return takenOutputs
}
