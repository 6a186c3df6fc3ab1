import { ApiError } from '../kernel/api-error.ts'
import { second } from '../kernel/clock.ts'
import { systemTimers, type Timers } from '../kernel/timers.ts'
import type { AvailableCoin } from './option.ts'

/** Each takes a few milliseconds. Beyond this many it is better to fail at once. */
const maxWaiting = 1_000
/** Longer than sixty reservations take on a busy machine, yet no longer than callers wait. */
const timeoutMs = 15 * second

/** Runs work while no other call in this process reserves the same amount on the same address. */
export type AmountQueue = <T>(places: readonly AmountPlace[], work: () => Promise<T>) => Promise<T>

/** An amount on an address that invoices share. */
export type AmountPlace = Pick<AvailableCoin, 'coin' | 'amount' | 'fixedScript'>

/**
 * Serialises reservations of equal amounts on one fixed address. In PostgreSQL they would all try the same free amount, each wait for the
 * previous commit, and hold connections that others need until the waits get too long.
 */
export function createAmountQueue(timers: Timers = systemTimers): AmountQueue {
  /** Waiters by place; a place without an entry is free. */
  const queues = new Map<string, Set<() => void>>()
  let waiting = 0

  /** @throws {ApiError} `unavailable` when too many are waiting, or the wait is too long */
  return async function run(places, work) {
    const held: string[] = []
    try {
      // All callers acquire in the same order, which prevents deadlocks.
      for (const name of namesOf(places)) {
        await acquire(name)
        held.push(name)
      }
      return await work()
    } finally {
      for (const name of held) release(name)
    }
  }

  async function acquire(name: string): Promise<void> {
    const queue = queues.get(name)
    if (!queue) return void queues.set(name, new Set())
    if (waiting >= maxWaiting) throw new ApiError('unavailable')
    const turn = Promise.withResolvers<void>()
    queue.add(turn.resolve)
    waiting += 1
    const cancelTimeout = timers.schedule(timeoutMs, () => {
      if (queue.delete(turn.resolve)) turn.reject(new ApiError('unavailable'))
    })
    try {
      await turn.promise
    } finally {
      waiting -= 1
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

const namesOf = (places: readonly AmountPlace[]): string[] =>
  [
    ...new Set(
      places.flatMap(({ coin, amount, fixedScript }) =>
        fixedScript === null ? [] : [`${coin} ${fixedScript} ${amount}`],
      ),
    ),
  ].sort()
