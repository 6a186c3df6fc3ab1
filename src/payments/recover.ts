import { ApiError } from '../kernel/api-error.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { PaymentReceipt } from '../payment-requests/dialects/dialect.ts'
import type { OpenClaim, Payment } from './payment.ts'
import type { Settlement } from './settle.ts'

export interface RecoverReader {
  /** Payments with an open claim that no process is settling, longest-waiting first. */
  findDue(now: Instant, limit: number): Promise<Payment[]>
  findOpenClaims(): Promise<OpenClaim[]>
}

interface RecoverDependencies {
  readonly reader: Pick<RecoverReader, 'findDue'>
  /** Null when another process was faster. */
  readonly resume: (payment: Payment) => Promise<PaymentReceipt | null>
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
  const { reader, resume, settlement, clock, maxClaimMs } = dependencies

  /** Runs one round over the due claims. Returns how many ended. */
  return async function recover(): Promise<number> {
    const now = clock.now()
    const due = await reader.findDue(now, batchSize)
    const results = await Promise.all(due.map((payment) => recoverPayment(payment, now)))
    return results.filter(Boolean).length
  }

  async function recoverPayment(payment: Payment, now: Instant): Promise<boolean> {
    try {
      return (await resume(payment)) !== null
    } catch (error) {
      const isFault = !(error instanceof ApiError)
      if (!isFault && error.status < 500) return true
      const reason = { code: isFault ? 'internal_error' : 'timed_out' } as const
      const isAbandoned = now - payment.claimedAt >= maxClaimMs && (await settlement.abandon(payment, reason))
      if (isFault) throw error
      return isAbandoned
    }
  }
}
