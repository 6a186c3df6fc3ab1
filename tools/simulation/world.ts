import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../src/kernel/clock.ts'
import { queue } from './queue.ts'

/** Time that passes only when there is nothing left to do at the present moment, and then at once. */
export interface World {
  /** Milliseconds since the beginning. */
  now(): number
  /** What clocks show; they may be set. */
  readonly clock: Clock
  /** Sets the clocks forward, or back. */
  stepClock(ms: number): void
  at(ms: number, work: () => void): void
  sleep(ms: number): Promise<void>
  /**
   * Runs work whose duration the seed does not decide, such as a query of a database. Such work runs one at a time in the order of the
   * calls, and everything that follows from one result happens before the next one starts. No time passes before all of it has ended.
   * `work` must not call `runInTurn` and wait for it.
   */
  runInTurn<T>(work: () => Promise<T>): Promise<T>
  /** Something that goes on by itself. A failure of it ends the run. */
  spawn(work: Promise<unknown>): void
  /** Lets time pass until then, or until `isOver` says so. @throws whatever something that was spawned has thrown */
  pass(until: number, isOver?: () => boolean): Promise<void>
  /** Nothing happens any more; resolves when what is under way in the real world has ended. */
  stop(): Promise<void>
}

/** Where clocks stand at the beginning. */
const beginning = Date.UTC(2026, 0, 1)

export function openWorld(): World {
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

  /** Everything has come to a place where it waits for time to pass. */
  async function settled(): Promise<void> {
    do {
      lastTurn = lastTurn.then(quiet)
      await lastTurn
    } while (pending > 0)
    if (failure) throw failure.error
  }
}

/**
 * Waits until everything has happened that waits for nothing outside of this process: the service itself yields by `setImmediate` here and
 * there. Two calls at the same time would wait for each other.
 */
async function quiet(): Promise<void> {
  do await nextTurn()
  while (process.getActiveResourcesInfo().includes('Immediate'))
}
