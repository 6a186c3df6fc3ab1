import { getCoin } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Failpoints } from '../kernel/failpoint.ts'
import { NetworkUnavailableError, type Rejection } from '../networks/network.ts'
import type { PaymentReceipt } from '../payment-requests/dialects/dialect.ts'
import { readBytesInMempool } from './bytes-in-mempool.ts'
import type { PaymentChain, PaymentChains } from './chain.ts'
import {
  type BroadcastFailure,
  broadcast,
  createDeliveryAttempt,
  type DeliveryAttempt,
  type DeliveryOrigin,
  type FirstDelivery,
  getRetryReason,
  LeaseLostError,
} from './delivery-attempt.ts'
import { emptyFeeBasis } from './fee.ts'
import type { PaymentLeases } from './leases.ts'
import { mapRejection } from './mempool-acceptance.ts'
import { type BlockPosition, getSubmittedTxid, type Payment, receiptMemo } from './payment.ts'
import type { PaymentReason } from './reason.ts'
import type { Settlement } from './settle.ts'
import type { SpentInputSearch } from './spent-inputs.ts'

interface PaymentDeliveryDependencies {
  readonly chains: PaymentChains
  readonly settlement: Settlement
  readonly leases: Pick<PaymentLeases, 'take' | 'hold'>
  readonly areInputsSpent: SpentInputSearch
  /** Points where a test makes the process fail. */
  readonly checkFailpoint: Failpoints
}

/**
 * Broadcasts a claimed payment's bytes and settles it by the node's response. On the first delivery any rejection is final. If it can't be
 * confirmed or stored, the payment's reason records it, and a rejection of the next attempt is final too. On any other retry the node may have
 * accepted the bytes before, so only a rejection that proves them permanently invalid is.
 */
export function createPaymentDelivery({
  chains,
  settlement,
  leases,
  areInputsSpent,
  checkFailpoint,
}: PaymentDeliveryDependencies) {
  const inProgress = new Map<string, Promise<PaymentReceipt | null>>()
  return { deliver, resume }

  /**
   * Delivers a payment that this process has just claimed. Null when another process has taken it over.
   * @throws {ApiError} with the result
   */
  function deliver(
    payment: Payment,
    firstDelivery: FirstDelivery | undefined,
  ): Promise<PaymentReceipt | null> {
    return share(payment, () =>
      keepLease(payment, { reason: null, firstDelivery }, async (attempt) => {
        await checkFailpoint('payment.claimed')
        return send(payment, attempt)
      }),
    )
  }

  /**
   * Delivers a payment whose delivery was interrupted. Null when another process is sending it, or it has ended.
   * @throws {ApiError} with the result
   */
  function resume(payment: Payment): Promise<PaymentReceipt | null> {
    return share(payment, async () => {
      const leased = await leases.take(payment)
      return leased && keepLease(leased.payment, leased, (attempt) => send(leased.payment, attempt))
    })
  }

  /** Concurrent calls for one payment share one delivery. */
  function share(
    { id }: Payment,
    work: () => Promise<PaymentReceipt | null>,
  ): Promise<PaymentReceipt | null> {
    const running = inProgress.get(id)
    if (running !== undefined) return running
    const run = work().finally(() => inProgress.delete(id))
    inProgress.set(id, run)
    return run
  }

  async function keepLease(
    payment: Payment,
    origin: DeliveryOrigin,
    work: (attempt: DeliveryAttempt) => Promise<PaymentReceipt>,
  ): Promise<PaymentReceipt | null> {
    const attempt = createDeliveryAttempt(leases.hold(payment), origin)
    try {
      return await work(attempt)
    } catch (error) {
      if (error instanceof LeaseLostError) return null
      if (error instanceof ApiError) throw error
      return await keepClaimOpen(payment, attempt, error)
    } finally {
      await attempt.lease.end()
    }
  }

  /** A failure that isn't the network's answer proves nothing, so the claim stays open. */
  async function keepClaimOpen(payment: Payment, attempt: DeliveryAttempt, error: unknown): Promise<never> {
    const isLookup = error instanceof NetworkUnavailableError
    const reason = attempt.rejection ?? { code: isLookup ? 'lookup_failed' : 'internal_error' }
    await scheduleRetry(payment, reason, attempt)
    throw isLookup ? new ApiError('broadcast_unknown') : error
  }

  async function send(payment: Payment, attempt: DeliveryAttempt): Promise<PaymentReceipt> {
    const { firstDelivery } = attempt
    const chain = chains.find(payment.coin)
    if (!chain) {
      const failure: BroadcastFailure = { outcome: 'unsent', text: 'no node can be used' }
      return handleFailure(payment, failure, attempt, { isPartlySent: false })
    }
    let isPartlySent = false
    for (const { txid, hex } of payment.transactions) {
      if (firstDelivery && !firstDelivery.unmined.has(txid)) continue
      if (isPartlySent) await checkFailpoint('payment.begun')
      const result = await broadcast(hex, attempt, chain)
      const isKnownHere = result.outcome === 'rejected' && (await isKnown(payment, txid, chain))
      if (result.outcome !== 'accepted' && !isKnownHere) {
        if (!firstDelivery && txid !== getSubmittedTxid(payment) && mayBeSpent(result)) continue
        await handleFailure(payment, result, attempt, { txid, isPartlySent, chain })
      }
      attempt.rejection = null
      isPartlySent = true
    }
    await checkFailpoint('payment.sent')
    const updated = firstDelivery?.isTested
      ? payment
      : await settlement.replaceBytes(payment, await readBytesInMempool(payment, chain))
    // The payment was released in the meantime, and another one paid the invoice.
    if (!(await settlement.accept(updated, await findMinedBlock(updated, chain))))
      throw new ApiError('broadcast_unknown')
    await checkFailpoint('payment.settled')
    return toReceipt(updated)
  }

  /** If it isn't released, another process is sending the same payment and may get a different result. */
  async function release(payment: Payment, reason: PaymentReason, { lease }: DeliveryAttempt): Promise<void> {
    const ended = { ...payment, leaseUntil: await lease.end() }
    // The database may have been busy. Releasing it twice is harmless.
    const isReleased = await settlement.release(ended, reason).catch(() => settlement.release(ended, reason))
    if (!isReleased) throw new ApiError('broadcast_unknown')
  }

  async function scheduleRetry(
    payment: Payment,
    reason: PaymentReason,
    { lease }: DeliveryAttempt,
  ): Promise<void> {
    await settlement.scheduleRetry({ ...payment, leaseUntil: await lease.end() }, reason)
  }

  /** Ends the claim when the rejection is final, and leaves it open when the outcome is unknown. */
  async function handleFailure(
    payment: Payment,
    result: BroadcastFailure,
    attempt: DeliveryAttempt,
    { txid, isPartlySent, chain }: FailureDetails,
  ): Promise<never> {
    const coin = getCoin(payment.coin)
    const { firstDelivery, isRejectionFinal } = attempt
    const isFinal = async (rejection: Rejection) =>
      isRejectionFinal ||
      isPermanent(rejection) ||
      (mayBeSpent(result) && chain !== undefined && (await areInputsSpent(payment, chain)))
    if (result.outcome === 'rejected' && (await isFinal(result.rejection))) {
      await release(payment, { code: 'rejected', detail: result.rejection.reason }, attempt)
      // Only the first delivery knows the fee and the required rate.
      if (result.rejection.reason === 'fee_too_low' && !firstDelivery)
        throw new ApiError('tx_rejected', isPartlySent)
      const feeBasis = firstDelivery?.unmined.get(txid ?? '') ?? emptyFeeBasis
      throw mapRejection(result.rejection, {
        coin,
        feeRate: firstDelivery?.feeRate ?? 0n,
        feeBasis,
        isPartlySent,
      })
    }
    if (result.outcome === 'unsent' && firstDelivery && !isPartlySent) {
      await release(payment, { code: 'not_sent' }, attempt)
      throw new ApiError('network_unavailable', coin.name)
    }
    await scheduleRetry(payment, getRetryReason(result, attempt), attempt)
    throw new ApiError('broadcast_unknown')
  }
}

interface FailureDetails {
  /** The transaction that failed, and its chain; undefined if no node can be used. */
  readonly txid?: string
  readonly chain?: PaymentChain
  readonly isPartlySent: boolean
}

/** The block that mined the payment while it was being checked: followed before the claim, perhaps by another process. */
async function findMinedBlock(payment: Payment, chain: PaymentChain): Promise<BlockPosition | null> {
  return payment.block ?? chain.findMined(getSubmittedTxid(payment), payment.sinceHeight)
}

/** Nodes report "missing inputs" for an ancestor that was mined and fully spent, so only the last transaction's result counts. */
const mayBeSpent = (result: BroadcastFailure): boolean =>
  result.outcome === 'rejected' && result.rejection.reason === 'inputs_missing'

/** A node that rejects a transaction may already have it: in its mempool, or mined with its outputs spent. */
async function isKnown({ sinceHeight }: Payment, txid: string, chain: PaymentChain): Promise<boolean> {
  const [entry] = await chain.network.findInMempool([txid])
  if (entry) return true
  await chain.catchUp()
  return (await chain.findMined(txid, sinceHeight)) !== null
}

/** Low fees, full mempools and lock times are temporary, and so are missing inputs that no block spends. The rest is permanent. */
function isPermanent({ reason }: Rejection): boolean {
  switch (reason) {
    case 'inputs_spent':
    case 'signature_invalid':
    case 'outputs_exceed_inputs':
    case 'undecodable':
    case 'other':
      return true
    case 'inputs_missing':
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
    txid: getSubmittedTxid(payment),
    memo: receiptMemo,
  }
}
