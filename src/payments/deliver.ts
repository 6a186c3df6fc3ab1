import { coins } from '../coins/index.ts'
import type { Passing } from '../kernel/failpoint.ts'
import { Refused } from '../kernel/refused.ts'
import { type Broadcast, NetworkUnavailable, type Rejection } from '../networks/network.ts'
import type { Receipt } from '../payment-requests/dialects/dialect.ts'
import type { PaymentChain, PaymentChains } from './chain.ts'
import { heldBytes } from './held-bytes.ts'
import { type BlockPlace, lastTxid, type Payment, receiptMemo } from './payment.ts'
import type { Settlement } from './settle.ts'
import { refuseRejected } from './test-fresh.ts'
import { noWeight, type Weighed } from './verify.ts'

/** What a first delivery knows of the transactions that it hands on; later ones have only the bytes. */
export interface FirstDelivery {
  /** Base units per 1 000 bytes. */
  readonly feeRate: bigint
  readonly submission: Weighed
  /** The node has looked at these very bytes: what it takes are they. */
  readonly judged: boolean
}

export interface DeliverParts {
  readonly chains: PaymentChains
  readonly settlement: Settlement
  /** Places where a test makes the process fail. */
  readonly at: Passing
}

/**
 * Hands a claimed payment's bytes to the network and settles it by the answer. At the first delivery the node's no is a no; at later ones
 * the node may have taken the bytes before, so only what shows that they can never be valid is one.
 */
export function delivery({ chains, settlement, at }: DeliverParts) {
  const underway = new Map<string, Promise<Receipt>>()
  return { deliver }

  /** Callers who ask at the same time share one delivery. @throws {Refused} with how it went */
  function deliver(payment: Payment, first?: FirstDelivery): Promise<Receipt> {
    const running = underway.get(payment.id)
    if (running !== undefined) return running
    const run = send(payment, first)
      .catch((error: unknown) => leaveOpen(payment, error))
      .finally(() => underway.delete(payment.id))
    underway.set(payment.id, run)
    return run
  }

  /** A look-up that failed says nothing: the claim stands. */
  async function leaveOpen(payment: Payment, error: unknown): Promise<never> {
    if (!(error instanceof NetworkUnavailable)) throw error
    await settlement.keep(payment, 'the network could not be asked')
    throw new Refused('broadcast_unknown')
  }

  async function send(claimed: Payment, first: FirstDelivery | undefined): Promise<Receipt> {
    const chain = chains.find(claimed.coin)
    if (!chain) return giveUp(claimed, { outcome: 'unsent', text: 'no node can be used' }, first, 0)
    const payment = first ? claimed : await settlement.takeUp(claimed)
    if (payment === 'accepted') return receiptOf(claimed)
    if (payment === 'ended') throw new Refused('broadcast_unknown')
    for (const [place, { txid, hex }] of payment.transactions.entries()) {
      if (place > 0) await at('payment.begun')
      const answer = await chain.network.broadcast(hex.toLowerCase())
      if (answer.outcome === 'accepted') continue
      if (answer.outcome === 'rejected' && (await isKnown(payment, txid, chain))) continue
      await giveUp(payment, answer, first, place)
    }
    await at('payment.sent')
    const whole = first?.judged ? payment : await settlement.rewrite(payment, await heldBytes(payment, chain))
    // It was let go of meanwhile, and the invoice is another's.
    if (!(await settlement.accept(whole, await minedSince(whole, chain))))
      throw new Refused('broadcast_unknown')
    await at('payment.settled')
    return receiptOf(whole)
  }

  /** Who was told no knows nothing of what another, who sends the same, is told. */
  async function release(payment: Payment, reason: string): Promise<void> {
    if (!(await settlement.release(payment, reason))) throw new Refused('broadcast_unknown')
  }

  /** Ends the claim where the answer is a no, and leaves it standing where nobody can tell. */
  async function giveUp(
    payment: Payment,
    answer: Exclude<Broadcast, { outcome: 'accepted' }>,
    first: FirstDelivery | undefined,
    place: number,
  ): Promise<never> {
    const coin = coins.get(payment.coin)
    if (!coin) throw new Error(`there is no coin ${payment.coin}`)
    if (answer.outcome === 'rejected' && (first || isForGood(answer.rejection))) {
      await release(payment, `rejected by the network: ${answer.rejection.reason}`)
      const { feeRate, submission } = first ?? { feeRate: 0n, submission: noWeight }
      throw refuseRejected(answer.rejection, coin, { feeRate, submission, begun: place > 0 })
    }
    if (answer.outcome === 'unsent' && first && place === 0) {
      await release(payment, 'never sent: the network could not be reached')
      throw new Refused('network_unavailable', coin.name)
    }
    const why =
      answer.outcome === 'rejected' ? `held back by the network: ${answer.rejection.reason}` : answer.outcome
    await settlement.keep(payment, why)
    throw new Refused('broadcast_unknown')
  }
}

/** The block in which the payment was mined while it was looked at: followed before the claim, perhaps by another process. */
async function minedSince(payment: Payment, chain: PaymentChain): Promise<BlockPlace | null> {
  return payment.block ?? chain.findMined(lastTxid(payment), payment.sinceHeight)
}

/** A node that says no may have the transaction: in its pool, or mined and its outputs spent again. */
async function isKnown({ sinceHeight }: Payment, txid: string, chain: PaymentChain): Promise<boolean> {
  const [pooled] = await chain.network.pooled([txid])
  if (pooled) return true
  await chain.catchUp()
  return (await chain.findMined(txid, sinceHeight)) !== null
}

/** Fee floors, full pools and locks pass; spent inputs (the blocks were searched first) and broken bytes do not. */
function isForGood({ reason }: Rejection): boolean {
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
      return false
  }
}

/** The facts of an accepted payment, the same for every repeat. */
export function receiptOf(payment: Payment): Receipt {
  return {
    coin: payment.coin,
    transactions: payment.transactions.map(({ hex }) => hex),
    txid: lastTxid(payment),
    memo: receiptMemo,
  }
}
