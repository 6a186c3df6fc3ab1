import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../src/kernel/clock.ts'
import { createQueue } from './queue.ts'

/** Virtual time: it only advances when there is nothing left to do, and then immediately. */
export interface Scheduler {
  /** Milliseconds since the start. */
  now(): number
  /** The time that clocks show, which can be set. */
  readonly clock: Clock
  /** Sets the clocks forward or back. */
  stepClock(ms: number): void
  schedule(ms: number, work: () => void): void
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
  runUntil(until: number, isOver?: () => boolean): Promise<void>
  /** Stops everything; resolves when real work in progress has ended. */
  stop(): Promise<void>
}

/** The initial time of clocks. */
const startTime = Date.UTC(2026, 0, 1)

export function createScheduler(): Scheduler {
  const tasks = createQueue<() => void>()
  let time = 0
  let skew = 0
  let pending = 0
  let lastTurn: Promise<void> = Promise.resolve()
  let failure: { readonly error: unknown } | null = null
  return {
    now: () => time,
    clock: { now: () => startTime + time + skew },
    stepClock: (ms) => {
      skew += ms
    },
    schedule,
    sleep: (ms) => new Promise((resolve) => schedule(time + ms, resolve)),
    runInTurn,
    spawn: (work) => {
      work.catch((error: unknown) => {
        failure ??= { error }
      })
    },
    runUntil,
    stop,
  }

  function schedule(ms: number, work: () => void): void {
    tasks.add(Math.max(ms, time), work)
  }

  function runInTurn<T>(work: () => Promise<T>): Promise<T> {
    pending++
    const result = lastTurn.then(work)
    lastTurn = result.then(drainImmediates, drainImmediates).then(() => {
      pending--
    })
    return result
  }

  async function runUntil(until: number, isOver = () => false): Promise<void> {
    let isRunning = true
    schedule(until, () => {
      isRunning = false
    })
    await waitUntilIdle()
    while (isRunning && !isOver()) {
      const { dueAt, item } = tasks.removeFirst()
      time = dueAt
      item()
      await waitUntilIdle()
    }
  }

  async function stop(): Promise<void> {
    failure = null
    await waitUntilIdle().catch(() => {})
  }

  /** Waits until nothing is left to do at the current time. */
  async function waitUntilIdle(): Promise<void> {
    do {
      lastTurn = lastTurn.then(drainImmediates)
      await lastTurn
    } while (pending > 0)
    if (failure) throw failure.error
  }
}

/**
 * Waits until everything has happened that depends on nothing outside this process, since the service
 * itself yields with `setImmediate`. Two concurrent calls would wait for each other.
 */
async function drainImmediates(): Promise<void> {
  do await nextTurn()
  while (process.getActiveResourcesInfo().includes('Immediate'))
}
