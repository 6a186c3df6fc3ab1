import { minute } from '../kernel/clock.ts'
import type { Timers } from '../kernel/timers.ts'
import { NetworkUnavailable } from '../networks/network.ts'
import type { BlockPosition } from './payment.ts'

/** Pause between two searches: re-reading blocks of millions of transactions keeps a node busy for minutes. */
const restMs = minute
/** Transactions that wait for the next search: more than a minute's requests, yet compared with a block in milliseconds. */
const maxWaiting = 5_000
/** Search results kept until the payer asks again. */
const maxPlaces = 20_000

interface SharedSearchParts {
  /** Finds the blocks above this height that contain these transactions. */
  readonly search: (
    txids: readonly string[],
    aboveHeight: number,
  ) => Promise<ReadonlyMap<string, BlockPosition>>
  readonly timers: Timers
}

/**
 * Runs one search for all concurrent callers, then pauses. During the pause a caller is told to retry later, and its transaction joins the
 * next search, no matter who starts it. Results are cached. So made-up transactions cost the node one search a minute, however many there
 * are. They can delay a real payer, but never keep a mined transaction from being found.
 */
export function createSharedSearch({ search, timers }: SharedSearchParts) {
  /** Txid → the height above which to search. */
  const waiting = new Map<string, number>()
  const places = new Map<string, BlockPosition>()
  let running: { readonly txids: ReadonlySet<string>; readonly ended: Promise<void> } | null = null
  let restsUntil = Number.NEGATIVE_INFINITY
  return find

  /**
   * @param hashes of the blocks that count
   * @throws {NetworkUnavailable} also when the caller has to retry later
   */
  async function find(
    txid: string,
    aboveHeight: number,
    hashes: ReadonlySet<string>,
  ): Promise<BlockPosition | null> {
    const place = places.get(txid)
    if (place && hashes.has(place.hash)) return place
    // Its block was disconnected.
    places.delete(txid)
    if (!running?.txids.has(txid)) running = begin(txid, aboveHeight)
    await running.ended
    return places.get(txid) ?? null
  }

  function begin(txid: string, aboveHeight: number) {
    if (waiting.size < maxWaiting || waiting.has(txid))
      waiting.set(txid, Math.min(aboveHeight, waiting.get(txid) ?? aboveHeight))
    if (running || timers.now() < restsUntil)
      throw new NetworkUnavailable('old blocks were searched recently; the next search starts in a minute')
    const asked = new Map([...waiting, [txid, aboveHeight]])
    return { txids: new Set(asked.keys()), ended: searchFor(asked) }
  }

  async function searchFor(asked: ReadonlyMap<string, number>): Promise<void> {
    try {
      const found = await search([...asked.keys()], Math.min(...asked.values()))
      for (const txid of asked.keys()) waiting.delete(txid)
      for (const [txid, place] of found) remember(txid, place)
    } finally {
      running = null
      restsUntil = timers.now() + restMs
    }
  }

  function remember(txid: string, place: BlockPosition): void {
    places.delete(txid)
    places.set(txid, place)
    const [oldest] = places.keys()
    if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest)
  }
}
