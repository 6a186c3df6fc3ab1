import type { Failpoints } from '../../../src/kernel/failpoint.ts'
import type { Timers } from '../../../src/kernel/timers.ts'
import type { History } from '../history.ts'
import type { Scheduler } from '../scheduler.ts'
import type { SeededRandom } from '../seeded-random.ts'

/** One life of a service process: everything in its memory is lost when it ends. */
export interface Life {
  readonly name: string
  alive(): boolean
  /** Resolves when it ends. */
  readonly ended: Promise<void>
  /** Kills the process: calls waiting inside it never return. */
  kill(reason: string): void
  /** Waits for that time. The process may crash afterwards. */
  wait(ms: number, location?: string): Promise<void>
  /** A point at which the process may crash, so that nothing after it happens. */
  mayDie(location: string): boolean
  readonly timers: Timers
  /** The service's failpoints. */
  readonly checkFailpoint: Failpoints
}

export interface LifeDependencies {
  readonly name: string
  readonly scheduler: Scheduler
  readonly history: History
  readonly random: SeededRandom
  /** How often it dies while waiting, and at a failpoint. */
  readonly crashes: { readonly anywhere: number; readonly named: number }
}

/** Where a dead process waits. Not one shared promise: it would hold everything that ever waited for it in memory. */
export const waitForever = (): Promise<never> => new Promise(() => {})

const resolved = Promise.resolve()

export function createLife({ name, scheduler, history, random, crashes }: LifeDependencies): Life {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let alive = true
  return {
    name,
    alive: () => alive,
    ended,
    kill,
    wait,
    mayDie: (location) => mayCrash(location, crashes.anywhere),
    timers: { now: scheduler.now, schedule: scheduleWork },
    checkFailpoint,
  }

  function kill(reason: string): void {
    if (!alive) return
    alive = false
    history.log(name, `crashes: ${reason}`)
    end()
  }

  function mayCrash(location: string, probability: number): boolean {
    if (alive && random.chance(probability)) kill(location)
    return !alive
  }

  async function wait(ms: number, location = 'while waiting'): Promise<void> {
    await scheduler.sleep(ms)
    if (mayCrash(location, crashes.anywhere)) return waitForever()
  }

  function scheduleWork(ms: number, work: () => void): () => void {
    let isCancelled = false
    scheduler.schedule(scheduler.now() + ms, () => {
      if (alive && !isCancelled) work()
    })
    return () => {
      isCancelled = true
    }
  }

  function checkFailpoint(location: string): Promise<void> {
    // Inside a transaction nothing waits.
    if (/\.(inserted|deleted)$/.test(location)) return resolved
    return mayCrash(`at ${location}`, crashes.named) ? waitForever() : resolved
  }
}
