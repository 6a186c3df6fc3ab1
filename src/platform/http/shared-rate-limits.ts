import { ApiError } from '../../kernel/api-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Worker } from '../workers/worker.ts'
import {
  type Allowance,
  type CountCalls,
  createRateLimiter,
  type LimitedCall,
  type RateLimits,
} from './rate-limits.ts'

const countCallsQuery = 'count-calls'

/** Counts the calls of this process. */
export function createCallCounter(limits: RateLimits, clock: Clock): CountCalls {
  const countCall = createRateLimiter(limits, clock)
  return (calls) => calls.map(([name, key]) => countCall(name, key))
}

/** Counts the calls of all workers together, in the supervisor. @throws {ApiError} `unavailable` when it doesn't respond */
export function createSharedCallCounter(worker: Pick<Worker, 'sendQuery'>): CountCalls {
  return async (calls) => {
    try {
      return (await worker.sendQuery(countCallsQuery, calls)) as (Allowance | null)[]
    } catch {
      throw new ApiError('unavailable')
    }
  }
}

/** The supervisor's handlers for `createSharedCallCounter`. */
export function createCallCountHandlers(limits: RateLimits, clock: Clock) {
  const count = createCallCounter(limits, clock)
  return { [countCallsQuery]: (calls: unknown) => count(calls as LimitedCall[]) }
}
