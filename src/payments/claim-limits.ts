import { ApiError } from '../kernel/api-error.ts'
import { createBoundedMap } from '../kernel/bounded-map.ts'
import { type Clock, type Instant, minute, second } from '../kernel/clock.ts'

// Nodes that can't test a transaction without sending it (BSV, DOGE) validate it only on broadcast, which requires a claim. Anyone can make up
// megabytes that such a node rejects, so rejected claims are limited. Transactions that the node tested before the claim are not limited.

export const rejectedClaimsWindowMs = 10 * minute
/** Rejected claims of one invoice, from any client, after which unverified transactions have to wait. */
export const maxRejectedPerInvoice = 5
/** Rejected claims that one client address may make on one invoice. */
const maxRejectedPerPair = 5
/** Rejected claims of unverified transactions that one client address may make across all invoices. */
const maxRejectedPerAddress = 20
/** Maximum number of windows in memory. The oldest is evicted. */
const maxWindows = 20_000

export interface Claimant {
  readonly uid: string
  /** The client's network address. */
  readonly address: string
  /** Every signature was checked, by the node or by us. */
  readonly isVerified: boolean
}

interface ClaimLimits {
  /** @throws {ApiError} `too_many_requests` when too many of the claimant's claims were rejected */
  check(claimant: Claimant): void
  countRejected(claimant: Claimant): void
}

export function createClaimLimits(clock: Clock): ClaimLimits {
  const windows = createBoundedMap<string, { readonly endsAt: Instant; readonly count: number }>(maxWindows)

  return {
    check(claimant) {
      for (const { name, limit } of getLimits(claimant)) {
        const { endsAt, count } = getCurrentWindow(name)
        if (count >= limit) throw createTooManyClaimsError(endsAt - clock.now())
      }
    },

    countRejected(claimant) {
      for (const { name } of getLimits(claimant)) {
        const { endsAt, count } = getCurrentWindow(name)
        windows.set(name, { endsAt, count: count + 1 })
      }
    },
  }

  function getCurrentWindow(name: string) {
    const now = clock.now()
    const current = windows.get(name)
    return current && current.endsAt > now ? current : { endsAt: now + rejectedClaimsWindowMs, count: 0 }
  }
}

function getLimits({ uid, address, isVerified }: Claimant) {
  const pair = { name: `${uid} ${address}`, limit: maxRejectedPerPair }
  return isVerified ? [pair] : [pair, { name: address, limit: maxRejectedPerAddress }]
}

export const createTooManyClaimsError = (waitMs: number): ApiError =>
  new ApiError('too_many_requests').withRetryAfter(Math.max(1, Math.ceil(waitMs / second)))
