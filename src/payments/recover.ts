import { ApiError } from '../kernel/api-error.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { PaymentReceipt } from '../payment-requests/dialects/dialect.ts'
import { leaseMs, type OpenClaim, type Payment } from './payment.ts'
import type { Settlement } from './settle.ts'

export interface RecoverReader {
  /** Payments with an open claim that no process is settling, longest-waiting first. */
  findDue(now: Instant, limit: number): Promise<Payment[]>
  /** Leases such a payment to this process. False when another process was faster. */
  takeLease(id: string, now: Instant, until: Instant): Promise<boolean>
  findOpenClaims(): Promise<OpenClaim[]>
}

interface RecoverDependencies {
  readonly reader: Pick<RecoverReader, 'findDue'>
  readonly takeLease: RecoverReader['takeLease']
  readonly deliver: (payment: Payment) => Promise<PaymentReceipt>
  /** Whether this process is delivering the payment. */
  readonly isInProgress: (id: string) => boolean
  readonly settlement: Settlement
  readonly clock: Clock
  /** After this long a claim is abandoned: the invoice can be paid again, and the transaction stays watched. */
  readonly maxClaimMs: number
}

const batchSize = 50

/**
 * Finishes payments that were interrupted between claim and settlement by a crash, an unresponsive node or a lost database connection. It
 * rebroadcasts the same bytes, so doing it twice is harmless.
 */
export function createPaymentRecovery(dependencies: RecoverDependencies) {
  const { reader, deliver, isInProgress, settlement, clock, maxClaimMs } = dependencies

  /** Runs one round over the due claims. Returns how many ended. */
  return async function recover(): Promise<number> {
    const now = clock.now()
    const due = await reader.findDue(now, batchSize)
    const results = await Promise.all(due.map((payment) => recoverPayment(payment, now)))
    return results.filter(Boolean).length
  }

  async function recoverPayment(payment: Payment, now: Instant): Promise<boolean> {
    // A rejection on the first delivery is final only while no one has taken over the lease.
    if (isInProgress(payment.id)) return false
    const leaseUntil = now + leaseMs
    if (!(await dependencies.takeLease(payment.id, now, leaseUntil))) return false
    try {
      await deliver({ ...payment, leaseUntil })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status < 500) return true
      return now - payment.claimedAt >= maxClaimMs && settlement.abandon(payment, { code: 'timed_out' })
    }
  }
}
