import { type Clock, type Instant, second } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import { type LeasedPayment, leaseMs, maxLeaseMs, type Payment } from './payment.ts'
import type { PaymentReason } from './reason.ts'

export interface PaymentLeaseStore {
  /**
   * Leases a payment whose lease has ended, or whose outcome is unknown, and clears its reason. Null otherwise, or if another process has
   * leased it first.
   */
  takeLease(payment: LeasedPayment, now: Instant, until: Instant): Promise<TakenLease | null>
  /** False if the payment is no longer being sent, or if another process has leased it. */
  renewLease(payment: LeasedPayment, until: Instant): Promise<boolean>
}

interface TakenLease {
  /** Why the outcome is unknown. Null if a process was sending the payment when its lease ended. */
  readonly reason: PaymentReason | null
}

/** The lease of a payment that this process is sending. It is renewed until `end` is called. */
export interface HeldLease {
  /** Whether no other process can have taken over the payment. Renews a lease that has ended. */
  confirm(): Promise<boolean>
  /** Stops renewing the lease. Returns its stored end time. */
  end(): Promise<Instant>
}

export type PaymentLeases = ReturnType<typeof createPaymentLeases>

/** A delivery may outlast its lease, so the lease is renewed, early enough that even a busy process is not too late. */
const renewBeforeEndMs = 5 * second

/** The leases of the payments that this process is sending. */
export function createPaymentLeases(
  transact: Transact<{ readonly payments: PaymentLeaseStore }>,
  clock: Clock,
) {
  const leases = new Set<LeaseState>()
  let renewal: Promise<unknown> = Promise.resolve()
  return { take, hold, renew }

  /** Leases a payment that this process didn't claim. Null if another process is sending it, or if it is no longer being sent. */
  async function take(payment: Payment): Promise<(TakenLease & { readonly payment: Payment }) | null> {
    const leaseUntil = getNextEnd(payment)
    const taken = await transact(({ payments }) => payments.takeLease(payment, clock.now(), leaseUntil))
    return taken && { ...taken, payment: { ...payment, leaseUntil } }
  }

  function hold({ id, leaseUntil }: Payment): HeldLease {
    const lease: LeaseState = { id, leaseUntil, isLost: false }
    leases.add(lease)
    return {
      async confirm() {
        const isValid = !endsWithin(lease, 0) || (await afterRenewal(() => renewLease(lease)))
        return isValid && !lease.isLost
      },
      async end() {
        await renewal.catch(() => {})
        leases.delete(lease)
        return lease.leaseUntil
      },
    }
  }

  /** Renews the leases that end soon. Call it every few seconds. */
  function renew(): Promise<void> {
    return afterRenewal(async () => {
      for (const lease of leases) if (endsWithin(lease, renewBeforeEndMs)) await renewLease(lease)
    })
  }

  /** Runs renewals one at a time. A second, concurrent renewal of a lease would look as if another process had taken the lease. */
  function afterRenewal<T>(work: () => Promise<T>): Promise<T> {
    const next = renewal.catch(() => {}).then(work)
    renewal = next
    return next
  }

  async function renewLease(lease: LeaseState): Promise<boolean> {
    const leaseUntil = getNextEnd(lease)
    const isRenewed = await transact(({ payments }) => payments.renewLease(lease, leaseUntil))
    if (isRenewed) lease.leaseUntil = leaseUntil
    else {
      lease.isLost = true
      leases.delete(lease)
    }
    return isRenewed
  }

  /** Also true for a lease so far in the future that the clock must have been set back since it was taken. */
  function endsWithin({ leaseUntil }: LeasedPayment, ms: number): boolean {
    const now = clock.now()
    return leaseUntil <= now + ms || leaseUntil > now + maxLeaseMs
  }

  /** Always later than the previous end, unless the clock has been set back since that end was stored. */
  function getNextEnd({ leaseUntil }: LeasedPayment): Instant {
    const now = clock.now()
    return leaseUntil > now + maxLeaseMs ? now + leaseMs : Math.max(now + leaseMs, leaseUntil + 1)
  }
}

interface LeaseState {
  readonly id: string
  leaseUntil: Instant
  isLost: boolean
}
