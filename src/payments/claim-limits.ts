import { ApiError } from '../kernel/api-error.ts'
import { type Clock, type Instant, minute, second } from '../kernel/clock.ts'

// Nodes that can't test a transaction without sending it (BSV, DOGE) judge it only on broadcast, which requires a claim. Anyone can make up
// megabytes that such a node rejects, so rejected claims are limited. None of this limits transactions that the node tested before the
// claim.

export const refusedClaimsWindowMs = 10 * minute
/** Rejected claims of one invoice, from any client, after which unverified transactions have to wait. */
export const maxRefusedOfInvoice = 5
/** Rejected claims that one client address may make on one invoice. */
const maxRefusedOfPair = 5
/** Rejected claims of unverified transactions that one client address may make across all invoices. */
const maxRefusedOfAddress = 20
/** Windows kept at once. The oldest is evicted. */
const maxWindows = 20_000

export interface Claimant {
  readonly uid: string
  /** The client's network address. */
  readonly address: string
  /** Every signature was checked, by the node or by us. */
  readonly verified: boolean
}

export interface ClaimLimits {
  /** @throws {ApiError} `too_many_requests` when too many of the claimant's claims were rejected */
  check(claimant: Claimant): void
  countRefused(claimant: Claimant): void
}

export function createClaimLimits(clock: Clock): ClaimLimits {
  const windows = new Map<string, { readonly ends: Instant; readonly count: number }>()

  return {
    check(claimant) {
      for (const { name, limit } of limitsOf(claimant)) {
        const { ends, count } = windowOf(name)
        if (count >= limit) throw tooManyClaims(ends - clock.now())
      }
    },

    countRefused(claimant) {
      for (const { name } of limitsOf(claimant)) {
        const { ends, count } = windowOf(name)
        windows.delete(name)
        const [oldest] = windows.keys()
        if (windows.size >= maxWindows && oldest !== undefined) windows.delete(oldest)
        windows.set(name, { ends, count: count + 1 })
      }
    },
  }

  function windowOf(name: string) {
    const now = clock.now()
    const known = windows.get(name)
    return known && known.ends > now ? known : { ends: now + refusedClaimsWindowMs, count: 0 }
  }
}

function limitsOf({ uid, address, verified }: Claimant) {
  const pair = { name: `${uid} ${address}`, limit: maxRefusedOfPair }
  return verified ? [pair] : [pair, { name: address, limit: maxRefusedOfAddress }]
}

export const tooManyClaims = (waitMs: number): ApiError =>
  new ApiError('too_many_requests').withRetryAfter(Math.max(1, Math.ceil(waitMs / second)))
