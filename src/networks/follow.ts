import { getErrorMessage } from '../kernel/error-message.ts'
import type { Logger } from '../kernel/logger.ts'
import { systemTimers, type Timers } from '../kernel/timers.ts'
import { type Block, type BlockRef, type Network, NetworkUnavailableError } from './network.ts'
import { createPause, getRetryDelayMs } from './pause.ts'

/** A change to the best chain, one block at a time. */
export type ChainChange =
  | { readonly kind: 'connect'; readonly block: Block }
  /**
   * The block is no longer on the best chain. If it is the oldest stored block, `base` is where to continue: the block below it on the new
   * chain. Blocks up to that one are assumed to be common to both chains.
   */
  | { readonly kind: 'disconnect'; readonly block: BlockRef; readonly base?: BlockRef }

/**
 * Number of blocks that the store keeps: more than the deepest reorganisation ever seen on these chains, and more than the confirmations
 * up to which payments are watched.
 */
export const maxStoredBlocks = 144

/** A block of the followed chain. */
export interface FollowedBlock extends BlockRef {
  /** Only some of the effects of its connection or disconnection are written. */
  readonly isUnfinished: boolean
  readonly isOldestStored: boolean
}

/** The follower's position. It is stored in the database, so it survives crashes and changes made by other processes. */
export interface ChainFollowerStore {
  /** The newest applied block, or null before the first one. The store keeps the last `maxStoredBlocks`. */
  findNewest(): Promise<FollowedBlock | null>
  /**
   * Writes the effects of the change, and the new position together with the first of them (`connect`) or the last (`disconnect`). On
   * `connect` the block becomes the newest; on `disconnect` the one before it does, or `base`. Does nothing if another process has already
   * applied the change.
   */
  apply(change: ChainChange): Promise<void>
}

export interface ChainFollower {
  /**
   * Resolves when everything the node knew at the time of the call has been applied. After `timeoutMs` the wait ends, but the follower
   * continues.
   * @throws {NetworkUnavailableError} the node doesn't respond or isn't usable, the wait times out, or the follower is stopped
   */
  waitUntilCaughtUp(timeoutMs?: number): Promise<void>
  /** Whether its last attempt failed: the node doesn't respond, or it has pruned a block that is needed. */
  isFailing(): boolean
  /** Stops after the change in progress. */
  stop(): Promise<void>
}

export interface ChainFollowerOptions {
  /** Used in the log: the coin's code. */
  readonly name: string
  readonly network: Pick<Network, 'getTip' | 'getBlock' | 'check'>
  readonly store: ChainFollowerStore
  /** How often to ask for the tip. */
  readonly pollMs: number
  readonly log: Logger
  /** The first block to apply to an empty store. Defaults to the newest one. */
  readonly startHeight?: number
  /** Like `startHeight`, but as a distance below the newest block. */
  readonly startDepth?: number
  /** Defaults to the system timers. */
  readonly timers?: Timers | undefined
}

interface Waiter {
  resolve(): void
  reject(reason: Error): void
}

/**
 * Follows the best chain of a network block by block. It catches up on missed blocks and rolls back when the chain reorganises.
 * It never stops by itself: it logs an outage once and retries with delays of up to 10 s. An unusable node counts as an outage.
 */
export function startChainFollower(options: ChainFollowerOptions): ChainFollower {
  const { name, pollMs, log, timers = systemTimers } = options
  const pause = createPause(timers)
  const step = createStep(options)
  let pendingWaiters = new Set<Waiter>()
  let failures = 0
  let isStopped = false
  const completion = run()
  return { waitUntilCaughtUp, isFailing: () => failures > 0, stop }

  async function run(): Promise<void> {
    while (!isStopped) {
      const waiters = pendingWaiters
      pendingWaiters = new Set()
      try {
        while (await step()) if (isStopped) throw new Error('the follower has stopped')
        if (failures > 0) log.info(`${name}: resumed following the chain`)
        failures = 0
        for (const { resolve } of waiters) resolve()
      } catch (error) {
        const reason = getErrorMessage(error)
        if (++failures === 1 && !isStopped) log.warn(`${name}: cannot follow the chain: ${reason}`)
        for (const { reject } of waiters) reject(new NetworkUnavailableError(reason, { cause: error }))
      }
      await pause.wait(failures === 0 ? pollMs : getRetryDelayMs(failures))
    }
    for (const { reject } of pendingWaiters)
      reject(new NetworkUnavailableError(`${name}: the follower has stopped`))
  }

  function waitUntilCaughtUp(timeoutMs?: number): Promise<void> {
    if (isStopped) return Promise.reject(new NetworkUnavailableError(`${name}: the follower has stopped`))
    const waiter = Promise.withResolvers<void>()
    pendingWaiters.add(waiter)
    pause.wake()
    if (timeoutMs === undefined) return waiter.promise
    const cancelTimeout = timers.schedule(timeoutMs, () => {
      pendingWaiters.delete(waiter)
      waiter.reject(
        new NetworkUnavailableError(`${name}: following the chain takes longer than ${timeoutMs} ms`),
      )
    })
    return waiter.promise.finally(cancelTimeout)
  }

  async function stop(): Promise<void> {
    isStopped = true
    pause.wake()
    await completion
  }
}

/** Takes one step along the chain and returns whether there may be another. */
function createStep({
  network,
  store,
  startHeight,
  startDepth = 0,
}: ChainFollowerOptions): () => Promise<boolean> {
  return step

  async function step(): Promise<boolean> {
    const newest = await store.findNewest()
    const tip = await network.getTip()
    if (newest?.hash === tip.hash && !newest.isUnfinished) return false
    if (newest === null) return applyFirst(tip)
    if (newest.isUnfinished) return finish(newest, tip)

    const next = tip.height > newest.height ? await network.getBlock(newest.height + 1) : null
    if (next?.previousHash === newest.hash) return applyChange({ kind: 'connect', block: next })
    // Either another block now follows the newest one, the chain is shorter, or it changed between the two calls.
    const isSuperseded = next !== null || (await network.getBlock(newest.height))?.hash !== newest.hash
    return isSuperseded && disconnect(newest, tip)
  }

  /** Completes a change that a crash interrupted. A block that has left the chain since is disconnected. */
  async function finish(newest: FollowedBlock, tip: BlockRef): Promise<boolean> {
    const block = await network.getBlock(newest.height)
    return block?.hash === newest.hash ? applyChange({ kind: 'connect', block }) : disconnect(newest, tip)
  }

  async function disconnect(newest: FollowedBlock, tip: BlockRef): Promise<boolean> {
    const { height, hash, isOldestStored } = newest
    const block = { height, hash }
    const below = isOldestStored ? await network.getBlock(Math.min(height - 1, tip.height)) : null
    const change = { kind: 'disconnect', block } as const
    return applyChange(below ? { ...change, base: { height: below.height, hash: below.hash } } : change)
  }

  async function applyFirst(tip: BlockRef): Promise<boolean> {
    const start = startHeight ?? Math.max(0, tip.height - startDepth)
    const block = await network.getBlock(Math.min(start, tip.height))
    return block !== null && applyChange({ kind: 'connect', block })
  }

  /**
   * The readiness check comes after reading the block, so that it catches a node that restarted without its blocks or as another coin's
   * node.
   */
  async function applyChange(change: ChainChange): Promise<true> {
    const readiness = await network.check()
    if (!readiness.ready) throw new NetworkUnavailableError(readiness.reason)
    await store.apply(change)
    return true
  }
}
