import type { Coin, Transaction } from '../coins/coin.ts'
import type { SomeInSteps } from '../kernel/some-in-steps.ts'
import type { MempoolEntry } from '../networks/network.ts'
import { computeFee, computeSurcharge, type UnminedTransaction } from './fee.ts'
import type { PendingTransaction, Prevout } from './pending-transaction.ts'

interface FeeBasisOptions {
  readonly coin: Coin
  readonly someInSteps: SomeInSteps
  readonly size: number | undefined
}

/** The fee of a transaction and the bytes that it covers. Signatures vary by a byte each, so one byte per input is exempt. */
export async function computeFeeBasis(
  { parsed, status }: PendingTransaction,
  { coin, someInSteps, size: claimedSize }: FeeBasisOptions,
): Promise<UnminedTransaction> {
  const parents = new Set<string>()
  await someInSteps(parsed.inputs, ({ txid }) => !parents.add(txid))
  const basis = {
    txid: parsed.id,
    parents: [...parents],
    exemptBytes: parsed.inputs.length,
    surcharge: computeSurcharge(coin, parsed),
  }
  if (status.kind === 'inMempool') return { ...basis, fee: status.entry.fee, size: status.entry.size }
  if (status.kind === 'unspendable') throw status.error
  const fee = computeFee(
    parsed,
    status.prevouts.map(({ amount }) => amount),
  )
  const size =
    claimedSize === undefined ? parsed.virtualSize : correctClaimedSize(claimedSize, parsed, status.prevouts)
  return { ...basis, fee, size }
}

/** Virtual bytes of a P2PKH input, to estimate the input count of a mempool transaction, which isn't known. */
const inputSize = 148

/** Fees and sizes of ancestors, as the mempool reports them. The network has already charged the surcharge for their small outputs. */
export const computePooledFeeBases = (
  ancestors: ReadonlyMap<string, MempoolEntry>,
): [string, UnminedTransaction][] =>
  [...ancestors].map(([txid, { fee, size, depends }]) => [
    txid,
    { txid, parents: depends, fee, size, exemptBytes: Math.floor(size / inputSize), surcharge: 0n },
  ])

/** Bytes of a P2WPKH input's witness: the item count, a DER signature and a compressed key, each with its length (BIP141). */
const p2wpkhWitness = 1 + 1 + 72 + 1 + 33

/**
 * Corrects the size that a wallet claims for its signed transaction. Some wallets count witness bytes in full, and would be rejected
 * although their fee is sufficient. A claim between the maximum virtual size and the total byte count is treated as that mistake.
 */
function correctClaimedSize(
  claimed: number,
  { virtualSize, inputs }: Transaction,
  prevouts: readonly Prevout[],
): number {
  if (!prevouts.every(({ script }) => script.length === 22 && script[0] === 0 && script[1] === 20))
    return claimed
  const witnesses = 2 + inputs.length * p2wpkhWitness
  const signed = virtualSize + Math.ceil(witnesses / 4)
  return claimed <= virtualSize + witnesses ? Math.min(claimed, signed) : claimed
}

/** The transaction and all of its ancestors, parents before children. */
export function sortParentsFirst(
  txid: string,
  transactions: ReadonlyMap<string, UnminedTransaction>,
): UnminedTransaction[] {
  const visited = new Set<string>()
  const sorted: UnminedTransaction[] = []
  visit(txid)
  return sorted

  function visit(id: string): void {
    const transaction = transactions.get(id)
    if (!transaction || visited.has(id)) return
    visited.add(id)
    for (const parent of transaction.parents) visit(parent)
    sorted.push(transaction)
  }
}
