import { ApiError } from '../kernel/api-error.ts'
import { second } from '../kernel/clock.ts'
import type { Timers } from '../kernel/timers.ts'

export interface ClaimWait {
  /** @throws {ApiError} `payment_in_flight` when it has waited long enough */
  wait(): Promise<void>
  /**
   * Call while another process is sending the same payment. The delivery ends, or the lease of a process that has died.
   * @throws {ApiError} `broadcast_unknown` when it has waited long enough
   */
  waitForDelivery(): Promise<void>
}

/** How long a submission waits for another payment's claim to end. */
const claimWaitMs = 2 * second
const claimPollMs = 50
/** A node may be slow for each of several transactions. The server closes an idle connection after a minute: the payer gets a response first. */
const deliveryWaitMs = 30 * second
const deliveryPollMs = 250

/** Polls only for a short time: another payment's claim either ends soon, or its end is unknown. */
export function createClaimWait(timers: Timers): ClaimWait {
  return {
    wait: createPoll('payment_in_flight', claimWaitMs, claimPollMs),
    waitForDelivery: createPoll('broadcast_unknown', deliveryWaitMs, deliveryPollMs),
  }

  /** The time begins with the first call. */
  function createPoll(code: 'payment_in_flight' | 'broadcast_unknown', maxMs: number, pollMs: number) {
    let deadline: number | undefined
    return (): Promise<void> => {
      deadline ??= timers.now() + maxMs
      if (timers.now() >= deadline) return Promise.reject(new ApiError(code))
      return new Promise((resolve) => void timers.schedule(pollMs, resolve))
    }
  }
}
