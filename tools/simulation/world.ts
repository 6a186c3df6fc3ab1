import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../src/kernel/clock.ts'
import { queue } from './queue.ts'

/** Time that passes only when there is nothing left to do at the present moment, and then immediately. */
export interface World {
  /** Milliseconds since the start. */
  now(): number
  /** The time that clocks show, which can be set. */
  readonly clock: Clock
  /** Sets the clocks forward or back. */
  stepClock(ms: number): void
  at(ms: number, work: () => void): void
  sleep(ms: number): Promise<void>
  /**
   * Runs work whose duration the seed does not decide, such as a database query. Such work runs one at
   * a time in call order, and everything that follows from one result happens before the next starts.
   * No time passes before all of it has ended. `work` must not call `runInTurn` and wait for it.
   */
  runInTurn<T>(work: () => Promise<T>): Promise<T>
  /** A background task. Its failure ends the run. */
  spawn(work: Promise<unknown>): void
  /** Lets time pass until then, or until `isOver` returns true. @throws the error of any spawned task */
  pass(until: number, isOver?: () => boolean): Promise<void>
  /** Stops everything; resolves when real work in progress has ended. */
  stop(): Promise<void>
}

/** The initial time of clocks. */
const beginning = Date.UTC(2026, 0, 1)

export function createWorld(): World {
  const due = queue<() => void>()
  let time = 0
  let skew = 0
  let pending = 0
  let lastTurn: Promise<void> = Promise.resolve()
  let failure: { readonly error: unknown } | null = null
  return {
    now: () => time,
    clock: { now: () => beginning + time + skew },
    stepClock: (ms) => {
      skew += ms
    },
    at,
    sleep: (ms) => new Promise((resolve) => at(time + ms, resolve)),
    runInTurn,
    spawn: (work) => {
      work.catch((error: unknown) => {
        failure ??= { error }
      })
    },
    pass,
    stop,
  }

  function at(ms: number, work: () => void): void {
    due.add(Math.max(ms, time), work)
  }

  function runInTurn<T>(work: () => Promise<T>): Promise<T> {
    pending++
    const result = lastTurn.then(work)
    lastTurn = result.then(quiet, quiet).then(() => {
      pending--
    })
    return result
  }

  async function pass(until: number, isOver = () => false): Promise<void> {
    let isHere = true
    at(until, () => {
      isHere = false
    })
    await settled()
    while (isHere && !isOver()) {
      const { at, item } = due.take()
      time = at
      item()
      await settled()
    }
  }

  async function stop(): Promise<void> {
    failure = null
    await settled().catch(() => {})
  }

  /** Everything waits for time to pass. */
  async function settled(): Promise<void> {
    do {
      lastTurn = lastTurn.then(quiet)
      await lastTurn
    } while (pending > 0)
    if (failure) throw failure.error
  }
}

/**
 * Waits until everything has happened that depends on nothing outside this process, since the service
 * itself yields with `setImmediate`. Two concurrent calls would wait for each other.
 */
async function quiet(): Promise<void> {
  do await nextTurn()
  while (process.getActiveResourcesInfo().includes('Immediate'))
}
