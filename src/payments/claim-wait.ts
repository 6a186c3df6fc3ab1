import { ApiError } from '../kernel/api-error.ts'
import { type Clock, type Instant, second } from '../kernel/clock.ts'

export interface ClaimWait {
  /** @throws {ApiError} `payment_in_flight` when it has waited long enough */
  wait(): Promise<void>
  /** Call while another process is sending the same payment. No deadline: the delivery ends, or the lease of a process that has died. */
  waitForDelivery(): Promise<void>
}

/** How long a submission waits for another payment's claim to end. */
const claimWaitMs = 2 * second
const claimPollMs = 50
const deliveryPollMs = 250

/** Polls only for a short time: another payment's claim either ends soon, or its end is unknown. */
export function createClaimWait(clock: Clock, sleep: (ms: number) => Promise<void>): ClaimWait {
  let deadline: Instant | undefined
  return {
    async wait() {
      deadline ??= clock.now() + claimWaitMs
      if (clock.now() >= deadline) throw new ApiError('payment_in_flight')
      await sleep(claimPollMs)
    },
    waitForDelivery: () => sleep(deliveryPollMs),
  }
}
