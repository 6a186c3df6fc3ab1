import { coins } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Failpoints } from '../kernel/failpoint.ts'
import { type BroadcastResult, NetworkUnavailable, type Rejection } from '../networks/network.ts'
import type { PaymentReceipt } from '../payment-requests/dialects/dialect.ts'
import { bytesInMempool } from './bytes-in-mempool.ts'
import type { PaymentChain, PaymentChains } from './chain.ts'
import { emptyFeeBasis, type UnminedTransaction } from './fee.ts'
import { type BlockPosition, lastTxid, type Payment, receiptMemo } from './payment.ts'
import type { PaymentReason } from './reason.ts'
import type { Settlement } from './settle.ts'
import { mapRejection } from './test-fresh.ts'

/** Facts that only the first delivery has about its transactions; retries only have the bytes. */
export interface FirstDelivery {
  /** Base units per 1 000 bytes. */
  readonly feeRate: bigint
  /** By id. Transactions not listed here are already mined and aren't sent. */
  readonly unmined: ReadonlyMap<string, UnminedTransaction>
  /** The node has tested exactly these bytes, so these are the bytes that it accepts. */
  readonly isTested: boolean
}

interface PaymentDeliveryDependencies {
  readonly chains: PaymentChains
  readonly settlement: Settlement
  /** Points where a test makes the process fail. */
  readonly checkFailpoint: Failpoints
}

/**
 * Broadcasts a claimed payment's bytes and settles it by the node's answer. On the first delivery any rejection is final. On a retry the
 * node may have accepted the bytes before, so only a rejection that proves them permanently invalid is.
 */
export function createPaymentDelivery({ chains, settlement, checkFailpoint }: PaymentDeliveryDependencies) {
  const inProgress = new Map<string, Promise<PaymentReceipt>>()
  return { deliver }

  /**
   * Concurrent calls for one payment share one delivery.
   * @throws {ApiError} with the result
   */
  function deliver(payment: Payment, first?: FirstDelivery): Promise<PaymentReceipt> {
    const running = inProgress.get(payment.id)
    if (running !== undefined) return running
    const run = send(payment, first)
      .catch((error: unknown) => keepClaimOpen(payment, error))
      .finally(() => inProgress.delete(payment.id))
    inProgress.set(payment.id, run)
    return run
  }

  /** A failed lookup proves nothing, so the claim stays open. */
  async function keepClaimOpen(payment: Payment, error: unknown): Promise<never> {
    if (!(error instanceof NetworkUnavailable)) throw error
    await settlement.scheduleRetry(payment, { code: 'lookup_failed' })
    throw new ApiError('broadcast_unknown')
  }

  async function send(claimed: Payment, first: FirstDelivery | undefined): Promise<PaymentReceipt> {
    const chain = chains.find(claimed.coin)
    if (!chain)
      return abandon(claimed, { outcome: 'unsent', text: 'no node can be used' }, first, { begun: false })
    const payment = first ? claimed : await settlement.renewLease(claimed)
    if (payment === 'accepted') return toReceipt(claimed)
    if (payment === 'ended') throw new ApiError('broadcast_unknown')
    let begun = false
    for (const { txid, hex } of payment.transactions) {
      if (first && !first.unmined.has(txid)) continue
      if (begun) await checkFailpoint('payment.begun')
      const answer = await chain.network.broadcast(hex.toLowerCase())
      const isKnownHere = answer.outcome === 'rejected' && (await isKnown(payment, txid, chain))
      if (answer.outcome !== 'accepted' && !isKnownHere) {
        if (!first && txid !== lastTxid(payment) && mayBeSpent(answer)) continue
        await abandon(payment, answer, first, { txid, begun })
      }
      begun = true
    }
    await checkFailpoint('payment.sent')
    const updated = first?.isTested
      ? payment
      : await settlement.replaceBytes(payment, await bytesInMempool(payment, chain))
    // The payment was released in the meantime, and the invoice belongs to another.
    if (!(await settlement.accept(updated, await findMinedBlock(updated, chain))))
      throw new ApiError('broadcast_unknown')
    await checkFailpoint('payment.settled')
    return toReceipt(updated)
  }

  /** If the release fails, another caller submitted the same payment and may get a different answer. */
  async function release(payment: Payment, reason: PaymentReason): Promise<void> {
    if (!(await settlement.release(payment, reason))) throw new ApiError('broadcast_unknown')
  }

  /** Ends the claim when the rejection is final, and leaves it open when the outcome is unknown. */
  async function abandon(
    payment: Payment,
    answer: Exclude<BroadcastResult, { outcome: 'accepted' }>,
    first: FirstDelivery | undefined,
    { txid, begun }: { readonly txid?: string; readonly begun: boolean },
  ): Promise<never> {
    const coin = coins.get(payment.coin)
    if (!coin) throw new Error(`unknown coin ${payment.coin}`)
    if (answer.outcome === 'rejected' && (first || isPermanent(answer.rejection))) {
      await release(payment, { code: 'rejected', detail: answer.rejection.reason })
      const weight = first?.unmined.get(txid ?? '') ?? emptyFeeBasis
      const facts = { coin, feeRate: first?.feeRate ?? 0n, weight, begun }
      throw mapRejection(answer.rejection, facts)
    }
    if (answer.outcome === 'unsent' && first && !begun) {
      await release(payment, { code: 'not_sent' })
      throw new ApiError('network_unavailable', coin.name)
    }
    await settlement.scheduleRetry(payment, retryReason(answer))
    throw new ApiError('broadcast_unknown')
  }
}

function retryReason(answer: Exclude<BroadcastResult, { outcome: 'accepted' }>): PaymentReason {
  if (answer.outcome === 'rejected') return { code: 'temporarily_rejected', detail: answer.rejection.reason }
  return { code: answer.outcome === 'unsent' ? 'not_sent' : 'no_answer' }
}

/** The block that mined the payment while it was being checked: followed before the claim, perhaps by another process. */
async function findMinedBlock(payment: Payment, chain: PaymentChain): Promise<BlockPosition | null> {
  return payment.block ?? chain.findMined(lastTxid(payment), payment.sinceHeight)
}

/** Nodes report an ancestor as "missing" once it was mined and spent: the last transaction's answer decides. */
const mayBeSpent = (answer: BroadcastResult): boolean =>
  answer.outcome === 'rejected' && answer.rejection.reason === 'inputs_missing'

/** A node that rejects a transaction may already have it: in its mempool, or mined with its outputs spent. */
async function isKnown({ sinceHeight }: Payment, txid: string, chain: PaymentChain): Promise<boolean> {
  const [pooled] = await chain.network.findInMempool([txid])
  if (pooled) return true
  await chain.catchUp()
  return (await chain.findMined(txid, sinceHeight)) !== null
}

/** Fee floors, full mempools and lock times pass. Spent inputs (the blocks were searched first) and broken bytes don't. */
function isPermanent({ reason }: Rejection): boolean {
  switch (reason) {
    case 'inputs_missing':
    case 'inputs_spent':
    case 'signature_invalid':
    case 'outputs_exceed_inputs':
    case 'undecodable':
    case 'other':
      return true
    case 'fee_too_low':
    case 'fee_too_high':
    case 'not_final':
    case 'chain_too_long':
    case 'pool_full':
    case 'node_busy':
      return false
  }
}

/** The receipt of an accepted payment, the same for every repeat. */
export function toReceipt(payment: Payment): PaymentReceipt {
  return {
    coin: payment.coin,
    transactions: payment.transactions.map(({ hex }) => hex),
    txid: lastTxid(payment),
    memo: receiptMemo,
  }
}
