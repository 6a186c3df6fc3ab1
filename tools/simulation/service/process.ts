import type { Failpoints } from '../../../src/kernel/failpoint.ts'
import type { Timers } from '../../../src/kernel/timers.ts'
import type { History } from '../history.ts'
import type { Seeded } from '../seeded.ts'
import type { World } from '../world.ts'

/** One life of a service process: everything in its memory is lost when it ends. */
export interface Life {
  readonly name: string
  alive(): boolean
  /** Resolves when it ends. */
  readonly ended: Promise<void>
  /** Kills the process: calls waiting inside it never return. */
  kill(why: string): void
  /** Time passes, after which it may die. */
  pass(ms: number, place?: string): Promise<void>
  /** May die here, so that nothing after it happens. */
  mayDie(place: string): boolean
  readonly timers: Timers
  /** The service's failpoints. */
  readonly at: Failpoints
}

export interface LifeParts {
  readonly name: string
  readonly world: World
  readonly history: History
  readonly random: Seeded
  /** How often it dies while waiting, and at a failpoint. */
  readonly crashes: { readonly anywhere: number; readonly named: number }
}

export const never: Promise<never> = new Promise(() => {})

const nothing = Promise.resolve()

export function createLife({ name, world, history, random, crashes }: LifeParts): Life {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let alive = true
  return {
    name,
    alive: () => alive,
    ended,
    kill,
    pass,
    mayDie: (place) => mayCrash(place, crashes.anywhere),
    timers: { now: world.now, schedule: after },
    at,
  }

  function kill(why: string): void {
    if (!alive) return
    alive = false
    history.tell(name, `crashes: ${why}`)
    end()
  }

  function mayCrash(place: string, probability: number): boolean {
    if (alive && random.chance(probability)) kill(place)
    return !alive
  }

  async function pass(ms: number, place = 'while waiting'): Promise<void> {
    await world.sleep(ms)
    if (mayCrash(place, crashes.anywhere)) return never
  }

  function after(ms: number, work: () => void): () => void {
    let isOff = false
    world.at(world.now() + ms, () => {
      if (alive && !isOff) work()
    })
    return () => {
      isOff = true
    }
  }

  function at(place: string): Promise<void> {
    // Inside a transaction nothing waits.
    if (/\.(inserted|deleted)$/.test(place)) return nothing
    return mayCrash(`at ${place}`, crashes.named) ? never : nothing
  }
}
