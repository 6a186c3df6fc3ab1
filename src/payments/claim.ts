import { ApiError } from '../kernel/api-error.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import type { BlockRef } from '../networks/network.ts'
import { createTooManyClaimsError, maxRejectedPerInvoice, rejectedClaimsWindowMs } from './claim-limits.ts'
import { getSubmittedTxid, type Payment, type TakenOutput, type WatchedInput } from './payment.ts'
import type { SettlePaymentStore } from './settle.ts'

interface ClaimInvoiceStore {
  /** Claims an unpaid, unclaimed invoice for a payment. False when the invoice isn't in that state, or not at that revision. */
  claim(uid: string, paymentId: string, revision: number | null): Promise<boolean>
}

export interface ClaimPaymentStore extends Pick<SettlePaymentStore, 'lockBlock'> {
  /** Times of the invoice's claims since then that the network rejected on their own merits, newest first, at most `limit`. */
  listRejectedClaims(uid: string, since: Instant, limit: number): Promise<Instant[]>
  /**
   * Supersedes a payment of the same transaction that was abandoned, or found with one of these outputs without counting yet. This frees its
   * outputs for the new one. Returns whether there was one.
   */
  supersede(uid: string, txid: string, outputs: readonly Pick<TakenOutput, 'vout'>[]): Promise<boolean>
  /** Writes a payment with its bytes and takes its outputs. False when another live payment owns one of them. */
  insert(payment: Payment, inputs: readonly WatchedInput[], outputs: readonly TakenOutput[]): Promise<boolean>
}

/** Written together with the payment. */
export interface ClaimInput {
  readonly inputs: readonly WatchedInput[]
  readonly outputs: readonly TakenOutput[]
  /** The newest followed block when the payment's check began. */
  readonly followedTip: BlockRef | null
  /** Every signature was checked. An invoice allows only so many rejected claims of unverified transactions. */
  readonly isVerified: boolean
  /** The revision of the invoice that was checked, if it accepts any wallet: part of the amount may have arrived since. Otherwise null. */
  readonly revision: number | null
}

/** A claim is `resubmitted` if it supersedes an earlier payment of the same transaction: it may have been broadcast. */
export type ClaimResult = 'new' | 'resubmitted'

/** Each input is a row, written while the invoice is locked. Without a valid signature, anyone can make up hundreds of thousands. */
export const maxUnverifiedInputs = 5_000

/** Rolls back a claim whose output another payment took in the meantime. */
class OutputTakenError extends Error {}

/**
 * The first write of a payment: a durable record that one payment is being settled for an invoice. Nothing is broadcast before it. Null
 * when the invoice is not free, another payment took an output in the meantime, or the chain changed.
 * @throws {ApiError} for an unverified transaction: `tx_too_large` when it has too many inputs, `too_many_requests` when the network
 * rejected too many claims of the invoice
 */
export function createInvoiceClaimer(
  transact: Transact<{ invoices: ClaimInvoiceStore; payments: ClaimPaymentStore }>,
) {
  return async function claim(
    payment: Payment,
    { inputs, outputs, isVerified, followedTip, revision }: ClaimInput,
  ): Promise<ClaimResult | null> {
    if (!isVerified && inputs.length > maxUnverifiedInputs)
      throw new ApiError('tx_too_large', { max: maxUnverifiedInputs, unit: 'inputs' })
    try {
      return await transact(async ({ invoices, payments }) => {
        // If the blocks that contain its inputs may have been disconnected, the caller checks the payment again.
        if (!followedTip || !(await payments.lockBlock(payment.coin, followedTip))) return null
        if (!(await invoices.claim(payment.invoiceUid, payment.id, revision))) return null
        if (!isVerified) await requireFewRejectedClaims(payments, payment)
        const superseded = await payments.supersede(payment.invoiceUid, getSubmittedTxid(payment), outputs)
        if (!(await payments.insert(payment, inputs, outputs))) throw new OutputTakenError()
        return superseded ? 'resubmitted' : 'new'
      })
    } catch (error) {
      if (error instanceof OutputTakenError) return null
      throw error
    }
  }
}

async function requireFewRejectedClaims(
  payments: Pick<ClaimPaymentStore, 'listRejectedClaims'>,
  { invoiceUid, claimedAt }: Payment,
): Promise<void> {
  const since = claimedAt - rejectedClaimsWindowMs
  const rejectedAt = await payments.listRejectedClaims(invoiceUid, since, maxRejectedPerInvoice)
  const oldest = rejectedAt.at(maxRejectedPerInvoice - 1)
  if (oldest !== undefined) throw createTooManyClaimsError(oldest - since)
}
