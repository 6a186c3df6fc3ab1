import type { Notes } from '../kernel/notes.ts'
import { systemTimers, type Timers } from '../kernel/timers.ts'
import { type Block, type BlockRef, type Network, NetworkUnavailable } from './network.ts'
import { pausing, retryMs } from './pause.ts'

/** What happened to the chain, one block at a time. */
export type ChainChange =
  | { readonly kind: 'connect'; readonly block: Block }
  /** The block is no longer of the best chain. */
  | { readonly kind: 'disconnect'; readonly block: BlockRef }

/** More than the deepest reorganisation that anybody has seen on these chains, and than the depth to which payments are watched. */
export const rememberedBlocks = 144

/** Where the follower stands is the database's to know: a crash, or another process, leaves it whole. */
export interface FollowStore {
  /** The newest block that was applied, null before the first. It remembers the last `rememberedBlocks`. */
  newest(): Promise<BlockRef | null>
  /**
   * Writes what follows from the change, and the new position (on `connect` the block becomes the newest, on `disconnect` the
   * one before it), in one transaction. A change that does not fit the position, because another process was quicker, does nothing.
   */
  apply(change: ChainChange): Promise<void>
}

export interface Follower {
  /** Looks at once in place of at the next poll. */
  poke(): void
  /**
   * Resolves when everything that the node knew at the time of the call has been applied. After `withinMs` the wait ends, and the
   * following goes on.
   * @throws {NetworkUnavailable} the node does not answer or is not to be used, it takes longer, or the follower ends
   */
  caughtUp(withinMs?: number): Promise<void>
  /** Ends after the change under way. */
  stop(): Promise<void>
}

export interface Following {
  /** For the log: the coin's code. */
  readonly name: string
  readonly network: Pick<Network, 'tip' | 'block' | 'check'>
  readonly store: FollowStore
  /** How often to ask for the tip. */
  readonly pollMs: number
  readonly log: Notes
  /** The first block to apply on an empty store: the newest one by default. */
  readonly startAt?: number
  /** The same, told by its distance below the newest one. */
  readonly startBelow?: number
  /** Waits: those of the system by default. */
  readonly timers?: Timers | undefined
}

interface Waiter {
  resolve(): void
  reject(reason: Error): void
}

/**
 * Follows the best chain of a network block by block, whatever was missed, and back where the chain gave way to another.
 * Never ends by itself: an outage is logged once, and waits grow to 10 s. A node that is not to be used is an outage as well.
 */
export function follow(following: Following): Follower {
  const { name, pollMs, log, timers = systemTimers } = following
  const pause = pausing(timers)
  const step = stepper(following)
  let waiting = new Set<Waiter>()
  let failures = 0
  let stopped = false
  const ended = run()
  return { poke: pause.wake, caughtUp, stop }

  async function run(): Promise<void> {
    while (!stopped) {
      const waiters = waiting
      waiting = new Set()
      try {
        while (await step()) if (stopped) throw new Error('the follower has ended')
        if (failures > 0) log.info(`${name}: following the chain again`)
        failures = 0
        for (const { resolve } of waiters) resolve()
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (++failures === 1 && !stopped) log.warn(`${name}: the chain cannot be followed: ${reason}`)
        for (const { reject } of waiters) reject(new NetworkUnavailable(reason, { cause: error }))
      }
      await pause.wait(failures === 0 ? pollMs : retryMs(failures))
    }
    for (const { reject } of waiting) reject(new NetworkUnavailable(`${name}: the follower has ended`))
  }

  function caughtUp(withinMs?: number): Promise<void> {
    if (stopped) return Promise.reject(new NetworkUnavailable(`${name}: the follower has ended`))
    const waiter = Promise.withResolvers<void>()
    waiting.add(waiter)
    pause.wake()
    if (withinMs === undefined) return waiter.promise
    const callOff = timers.after(withinMs, () => {
      waiting.delete(waiter)
      waiter.reject(new NetworkUnavailable(`${name}: following the chain takes longer than ${withinMs} ms`))
    })
    return waiter.promise.finally(callOff)
  }

  async function stop(): Promise<void> {
    stopped = true
    pause.wake()
    await ended
  }
}

/** One step along the chain; it answers whether there may be another. */
function stepper({ network, store, startAt, startBelow = 0 }: Following): () => Promise<boolean> {
  /** Where to go on when more gave way than the store remembers: what was below is taken as common. */
  let below: number | undefined
  return step

  async function step(): Promise<boolean> {
    const newest = await store.newest()
    const tip = await network.tip()
    if (newest?.hash === tip.hash) return false
    if (newest === null) return begin(tip)

    const next = tip.height > newest.height ? await network.block(newest.height + 1) : null
    if (next?.previous === newest.hash) return move({ kind: 'connect', block: next })
    // Either another block follows now, or the chain has become shorter, or it moved between two questions.
    const gaveWay = next !== null || (await network.block(newest.height))?.hash !== newest.hash
    return gaveWay && move({ kind: 'disconnect', block: newest })
  }

  async function begin(tip: BlockRef): Promise<boolean> {
    const start = below ?? startAt ?? Math.max(0, tip.height - startBelow)
    const block = await network.block(Math.min(start, tip.height))
    return block !== null && move({ kind: 'connect', block })
  }

  /** Asked after what led here: a node that was restarted meanwhile, without its blocks or as another coin's, is found out. */
  async function move(change: ChainChange): Promise<true> {
    const readiness = await network.check()
    if (!readiness.ready) throw new NetworkUnavailable(readiness.reason)
    await store.apply(change)
    below = change.kind === 'disconnect' ? change.block.height : undefined
    return true
  }
}
