import { type Clock, type Instant, second } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import { type LeasedPayment, leaseMs, maxLeaseMs, type Payment } from './payment.ts'
import type { PaymentReason } from './reason.ts'

export interface PaymentLeaseStore {
  /**
   * Leases a payment whose lease has ended, or whose outcome is unknown, and clears its reason. Null otherwise, or if another process was
   * faster.
   */
  takeLease(payment: LeasedPayment, now: Instant, until: Instant): Promise<TakenLease | null>
  /** False when the payment has ended, or another process has leased it. */
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
  /** Returns the end that is stored. */
  end(): Promise<Instant>
}

export type PaymentLeases = ReturnType<typeof createPaymentLeases>

/** A delivery may outlast its lease, so the lease is renewed, early enough even for a busy process. */
const renewBeforeEndMs = 5 * second

/** The leases of the payments that this process is sending. */
export function createPaymentLeases(
  transact: Transact<{ readonly payments: PaymentLeaseStore }>,
  clock: Clock,
) {
  const leases = new Set<LeaseState>()
  let renewal: Promise<unknown> = Promise.resolve()
  return { take, hold, renew }

  /** Leases a payment that this process didn't claim. Null when another process is sending it, or it has ended. */
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

  /** One renewal at a time: another one of the same lease would look like that of another process. */
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

  /** Also if it was set before the clock was set back. */
  function endsWithin({ leaseUntil }: LeasedPayment, ms: number): boolean {
    const now = clock.now()
    return leaseUntil <= now + ms || leaseUntil > now + maxLeaseMs
  }

  /** Always later than the previous end, unless that was set before the clock was set back. */
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
