import type { BroadcastResult } from '../networks/network.ts'
import type { PaymentChain } from './chain.ts'
import type { UnminedTransaction } from './fee.ts'
import type { HeldLease } from './leases.ts'
import type { PaymentReason } from './reason.ts'

/** Data that only the first delivery has about its transactions; retries only have the bytes. */
export interface FirstDelivery {
  /** Base units per 1 000 bytes. */
  readonly feeRate: bigint
  /** By id. Transactions not listed here are already mined and aren't sent. */
  readonly unmined: ReadonlyMap<string, UnminedTransaction>
  /** The node has tested exactly these bytes, so these are the bytes that it accepts. */
  readonly isTested: boolean
}

/** The state at the start of an attempt. */
export interface DeliveryOrigin {
  /** Why the outcome is unknown, if an earlier attempt stored that. */
  readonly reason: PaymentReason | null
  readonly firstDelivery?: FirstDelivery | undefined
}

/** One attempt to deliver a payment. */
export interface DeliveryAttempt {
  readonly lease: HeldLease
  readonly firstDelivery?: FirstDelivery | undefined
  /** The network can't have got the last transaction from an earlier attempt, so any rejection is final. */
  readonly isRejectionFinal: boolean
  /** The rejection to store if the attempt fails. Null while the network may have got what was sent last. */
  rejection: PaymentReason | null
}

export function createDeliveryAttempt(
  lease: HeldLease,
  { reason, firstDelivery }: DeliveryOrigin,
): DeliveryAttempt {
  const rejection = reason?.code === 'first_send_rejected' ? reason : null
  const isRejectionFinal = firstDelivery !== undefined || rejection !== null
  return { lease, firstDelivery, isRejectionFinal, rejection }
}

/**
 * Sends nothing if another process may have taken over the payment: it may have released the claim since.
 * @throws {LeaseLostError} then
 */
export async function broadcast(
  hex: string,
  attempt: DeliveryAttempt,
  { network }: PaymentChain,
): Promise<BroadcastResult> {
  const { rejection, isRejectionFinal } = attempt
  if (!(await attempt.lease.confirm())) throw new LeaseLostError()
  attempt.rejection = null
  const result = await network.broadcast(hex.toLowerCase())
  if (result.outcome === 'unsent') attempt.rejection = rejection
  if (result.outcome === 'rejected' && isRejectionFinal)
    attempt.rejection = { code: 'first_send_rejected', detail: result.rejection.reason }
  return result
}

/** Another process is sending the payment, or has ended it. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

export type BroadcastFailure = Exclude<BroadcastResult, { outcome: 'accepted' }>

/** Why the claim stays open. */
export function getRetryReason(result: BroadcastFailure, { rejection }: DeliveryAttempt): PaymentReason {
  if (rejection) return rejection
  if (result.outcome === 'rejected') return { code: 'temporarily_rejected', detail: result.rejection.reason }
  return { code: result.outcome === 'unsent' ? 'not_sent' : 'no_answer' }
}
