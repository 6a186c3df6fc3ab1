import type { CoinCode } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { PaymentReceipt } from '../payment-requests/dialects/dialect.ts'
import type { OpenClaim, Payment } from './payment.ts'
import type { Settlement } from './settle.ts'

export interface RecoverReader {
  /** Payments in that coin with an open claim that no process is settling, longest-waiting first. */
  findDue(coin: CoinCode, now: Instant, limit: number): Promise<Payment[]>
  findOpenClaims(): Promise<OpenClaim[]>
}

interface RecoverDependencies {
  readonly reader: Pick<RecoverReader, 'findDue'>
  /** Null when another process got there first. */
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

  /** Runs one round over the due claims in a coin: a node that doesn't respond delays no other coin. Returns how many ended. */
  return async function recover(coin: CoinCode): Promise<number> {
    const now = clock.now()
    const due = await reader.findDue(coin, now, batchSize)
    const results = await Promise.allSettled(due.map((payment) => recoverPayment(payment, now)))
    const failure = results.find((result) => result.status === 'rejected')
    if (failure) throw failure.reason
    return results.filter((result) => result.status === 'fulfilled' && result.value).length
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
