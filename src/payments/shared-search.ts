import { createBoundedMap } from '../kernel/bounded-map.ts'
import { minute } from '../kernel/clock.ts'
import type { Timers } from '../kernel/timers.ts'
import { NetworkUnavailableError } from '../networks/network.ts'
import type { BlockPosition } from './payment.ts'

/** Pause between two searches: reading blocks with millions of transactions again keeps a node busy for minutes. */
const pauseMs = minute
/** Transactions that wait for the next search: more than a minute of requests, but few enough to compare with a block in milliseconds. */
const maxWaiting = 5_000
/** Cached results, for callers that retry. */
const maxPositions = 20_000

interface SharedSearchDependencies {
  /** Finds the blocks above this height that contain these transactions. */
  readonly search: (
    txids: readonly string[],
    aboveHeight: number,
  ) => Promise<ReadonlyMap<string, BlockPosition>>
  readonly timers: Timers
}

/**
 * Runs one search for all concurrent callers, then pauses. During the pause callers have to retry later, and their transactions join the
 * next search, no matter who starts it. Results are cached. So made-up transactions cost the node one search a minute, however many there
 * are. They can delay a real payer, but never keep a mined transaction from being found.
 */
export function createSharedSearch({ search, timers }: SharedSearchDependencies) {
  /** Txid → the height above which to search. */
  const pendingHeights = new Map<string, number>()
  const positions = createBoundedMap<string, BlockPosition>(maxPositions)
  let running: { readonly heights: ReadonlyMap<string, number>; readonly ended: Promise<void> } | null = null
  let pausedUntil = Number.NEGATIVE_INFINITY
  return find

  /**
   * @param hashes of the blocks on the followed chain
   * @throws {NetworkUnavailableError} also when the caller has to retry later
   */
  async function find(
    txid: string,
    aboveHeight: number,
    hashes: ReadonlySet<string>,
  ): Promise<BlockPosition | null> {
    const position = positions.get(txid)
    if (position && hashes.has(position.hash)) return position
    // Its block was disconnected.
    positions.delete(txid)
    // A search that starts higher may miss its block.
    const runningHeight = running?.heights.get(txid) ?? Number.POSITIVE_INFINITY
    if (!running || runningHeight > aboveHeight) running = startSearch(txid, aboveHeight)
    await running.ended
    return positions.get(txid) ?? null
  }

  function startSearch(txid: string, aboveHeight: number) {
    if (pendingHeights.size < maxWaiting || pendingHeights.has(txid))
      pendingHeights.set(txid, Math.min(aboveHeight, pendingHeights.get(txid) ?? aboveHeight))
    if (running || timers.now() < pausedUntil)
      throw new NetworkUnavailableError(
        'old blocks were searched recently; the next search starts in a minute',
      )
    const heights = new Map([[txid, aboveHeight], ...pendingHeights])
    return { heights, ended: searchFor(heights) }
  }

  async function searchFor(targets: ReadonlyMap<string, number>): Promise<void> {
    try {
      const foundPositions = await search([...targets.keys()], Math.min(...targets.values()))
      // Another caller may have joined with a lower height, which the next search has to cover.
      for (const [txid, height] of targets)
        if (pendingHeights.get(txid) === height) pendingHeights.delete(txid)
      for (const [txid, position] of foundPositions) positions.set(txid, position)
    } finally {
      running = null
      pausedUntil = timers.now() + pauseMs
    }
  }
}
