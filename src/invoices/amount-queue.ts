import { ApiError } from '../kernel/api-error.ts'
import { second } from '../kernel/clock.ts'
import { systemTimers, type Timers } from '../kernel/timers.ts'
import type { AvailableCoin } from './option.ts'

/** Calls that may wait at the same time. A reservation takes a few milliseconds; further calls fail fast. */
const maxWaiting = 1_000
/** Longer than sixty reservations take on a busy machine, but shorter than client timeouts. */
const timeoutMs = 15 * second

/** Runs work while no other call in this process reserves the same amount on the same address. */
export type AmountQueue = <T>(keys: readonly AmountKey[], work: () => Promise<T>) => Promise<T>

/** An amount on an address that invoices share. */
export type AmountKey = Pick<AvailableCoin, 'coin' | 'amount' | 'fixedScript'>

/**
 * Serialises reservations of equal amounts on one fixed address. In PostgreSQL they would contend for the same amount and exhaust
 * the connection pool.
 */
export function createAmountQueue(timers: Timers = systemTimers): AmountQueue {
  /** Waiters by lock name. A missing name is unlocked. */
  const queues = new Map<string, Set<() => void>>()
  let waitingCount = 0

  /** @throws {ApiError} `unavailable` when too many are waiting, or the wait is too long */
  return async function run(keys, work) {
    const acquired: string[] = []
    try {
      // All callers acquire in the same order, which prevents deadlocks.
      for (const name of lockNames(keys)) {
        await acquire(name)
        acquired.push(name)
      }
      return await work()
    } finally {
      for (const name of acquired) release(name)
    }
  }

  async function acquire(name: string): Promise<void> {
    const queue = queues.get(name)
    if (!queue) return void queues.set(name, new Set())
    if (waitingCount >= maxWaiting) throw new ApiError('unavailable')
    const waiter = Promise.withResolvers<void>()
    queue.add(waiter.resolve)
    waitingCount += 1
    const cancelTimeout = timers.schedule(timeoutMs, () => {
      if (queue.delete(waiter.resolve)) waiter.reject(new ApiError('unavailable'))
    })
    try {
      await waiter.promise
    } finally {
      waitingCount -= 1
      cancelTimeout()
    }
  }

  function release(name: string): void {
    const queue = queues.get(name)
    const [next] = queue ?? []
    if (!next) return void queues.delete(name)
    queue?.delete(next)
    next()
  }
}

const lockNames = (keys: readonly AmountKey[]): string[] =>
  [
    ...new Set(
      keys.flatMap(({ coin, amount, fixedScript }) =>
        fixedScript === null ? [] : [`${coin} ${fixedScript} ${amount}`],
      ),
    ),
  ].sort()
