import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../src/kernel/clock.ts'
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
  /** Work of the real world, as that of a database: no time passes before it has ended. */
  busy<T>(work: Promise<T>): Promise<T>
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
  let working = 0
  let allDone = () => {}
  let failure: { readonly error: unknown } | null = null
  return {
    now: () => time,
    clock: { now: () => beginning + time + skew },
    stepClock: (ms) => {
      skew += ms
    },
    at,
    sleep: (ms) => new Promise((resolve) => at(time + ms, resolve)),
    busy,
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

  async function busy<T>(work: Promise<T>): Promise<T> {
    working++
    try {
      return await work
    } finally {
      working--
      if (working === 0) allDone()
    }
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
    await nextTurn()
    while (working > 0) {
      await new Promise<void>((resolve) => {
        allDone = resolve
      })
      await nextTurn()
    }
    if (failure) throw failure.error
  }
}
