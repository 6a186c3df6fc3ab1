import type { Coin, Transaction } from '../coins/coin.ts'
import type { SomeInTurns } from '../kernel/turns.ts'
import type { MempoolEntry } from '../networks/network.ts'
import { feeOf, surchargeFor, type UnminedTransaction } from './fee.ts'
import type { PendingTransaction, Prevout } from './input-status.ts'

interface WeighRules {
  readonly coin: Coin
  readonly some: SomeInTurns
  readonly size: number | undefined
}

/** Signatures vary by a byte each, so one byte per input is not charged. */
export async function computeFeeBasis(
  { parsed, status }: PendingTransaction,
  { coin, some, size: claimedSize }: WeighRules,
): Promise<UnminedTransaction> {
  const parents = new Set<string>()
  await some(parsed.inputs, ({ txid }) => !parents.add(txid))
  const facts = {
    txid: parsed.id,
    parents: [...parents],
    forgiven: parsed.inputs.length,
    surcharge: surchargeFor(coin, parsed),
  }
  if (status.known === 'pooled') return { ...facts, fee: status.pooled.fee, size: status.pooled.size }
  if (status.known === 'absent') throw status.error
  const fee = feeOf(
    parsed,
    status.held.map(({ amount }) => amount),
  )
  const size = claimedSize === undefined ? parsed.virtualSize : discounted(claimedSize, parsed, status.held)
  return { ...facts, fee, size }
}

/** Virtual bytes of a P2PKH input, to estimate the input count of a mempool transaction, which isn't known. */
const inputSize = 148

/** Fees and sizes of ancestors, as the mempool reports them. The network has already charged the surcharge for their small outputs. */
export const computePooledFeeBases = (
  ancestors: ReadonlyMap<string, MempoolEntry>,
): [string, UnminedTransaction][] =>
  [...ancestors].map(([txid, { fee, size, depends }]) => [
    txid,
    { txid, parents: depends, fee, size, forgiven: Math.floor(size / inputSize), surcharge: 0n },
  ])

/** Bytes of a P2WPKH input's witness: the item count, a DER signature and a compressed key, each with its length (BIP141). */
const p2wpkhWitness = 1 + 1 + 72 + 1 + 33

/**
 * Corrects the size that a wallet claims for its signed transaction. Some wallets count witness bytes in full, and would be rejected
 * although their fee is sufficient. A claim between the maximum virtual size and the total byte count is treated as that mistake.
 */
function discounted(claimed: number, { virtualSize, inputs }: Transaction, held: readonly Prevout[]): number {
  if (!held.every(({ script }) => script.length === 22 && script[0] === 0 && script[1] === 20)) return claimed
  const witnesses = 2 + inputs.length * p2wpkhWitness
  const signed = virtualSize + Math.ceil(witnesses / 4)
  return claimed <= virtualSize + witnesses ? Math.min(claimed, signed) : claimed
}

/** The transaction and all of its ancestors, parents before children. */
export function parentsFirst(
  txid: string,
  all: ReadonlyMap<string, UnminedTransaction>,
): UnminedTransaction[] {
  const seen = new Set<string>()
  const sorted: UnminedTransaction[] = []
  visit(txid)
  return sorted

  function visit(id: string): void {
    const each = all.get(id)
    if (!each || seen.has(id)) return
    seen.add(id)
    for (const parent of each.parents) visit(parent)
    sorted.push(each)
  }
}
