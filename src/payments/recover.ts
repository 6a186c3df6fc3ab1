import { type Clock, hour, type Instant } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import type { Receipt } from '../payment-requests/dialects/dialect.ts'
import { leaseMs, type Payment } from './payment.ts'
import type { Settlement } from './settle.ts'

export interface RecoverReader {
  /** Payments whose claim stands and that nobody is settling, the longest first. */
  due(now: Instant, limit: number): Promise<Payment[]>
  /** Takes such a payment for this process; false when another was quicker. */
  takeLease(id: string, now: Instant, until: Instant): Promise<boolean>
  /** Every claim that stands. */
  standing(): Promise<Payment[]>
}

export interface RecoverParts {
  readonly reader: Pick<RecoverReader, 'due'>
  readonly takeLease: RecoverReader['takeLease']
  readonly deliver: (payment: Payment) => Promise<Receipt>
  readonly settlement: Settlement
  readonly clock: Clock
  /** After that a claim is set aside: the invoice is free, the transaction stays watched. */
  readonly claimMs?: number
}

const defaultClaimMs = 24 * hour
const batch = 50

/**
 * Finishes what was cut off between claim and settlement: by a crash, a node that gave no answer, a database that went away.
 * The same bytes are sent again, so it does no harm to do it twice.
 */
export function recoverPayments(parts: RecoverParts) {
  const { reader, deliver, settlement, clock, claimMs = defaultClaimMs } = parts

  /** One round over the claims that are due; how many ended. */
  return async function recover(): Promise<number> {
    const now = clock.now()
    const due = await reader.due(now, batch)
    const ended = await Promise.all(due.map((payment) => settleOne(payment, now)))
    return ended.filter(Boolean).length
  }

  async function settleOne(payment: Payment, now: Instant): Promise<boolean> {
    if (!(await parts.takeLease(payment.id, now, now + leaseMs))) return false
    try {
      await deliver(payment)
      return true
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.status < 500) return true
      return (
        now - payment.claimedAt >= claimMs &&
        settlement.setAside(payment, 'no answer from the network for too long')
      )
    }
  }
}
