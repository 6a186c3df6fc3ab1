import { systemTimers, type Timers } from '../kernel/timers.ts'
import type { Block, BlockRef, Network } from '../networks/network.ts'
import { hasKey } from '../networks/sorted-keys.ts'
import { keyOfTxid, PackedTxids, type Txids } from '../networks/txids.ts'
import type { BlockPosition } from './payment.ts'
import { createSharedSearch } from './shared-search.ts'

/** An invoice lives for a day by default, and a claim is abandoned after one. */
const searchedBlocks = 144
/** Transactions for which an 8-byte key is kept: a day of full BTC blocks is half a million. On BSV only the newest blocks fit. */
const maxEntries = 2_000_000

interface CachedBlock {
  readonly height: number
  readonly keys: Float64Array
}

interface MinedParts {
  readonly network: Pick<Network, 'block'>
  /** The most recently followed blocks, newest first, at most `count`. */
  readonly recent: (count: number) => Promise<BlockRef[]>
  readonly timers?: Timers | undefined
  readonly most?: number
}

/**
 * Finds the followed block that contains a transaction, newest first. Anyone can make up a transaction that no block contains. So each
 * block is read once, one at a time, by the first caller that needs it; after that a search costs the node nothing. Blocks that don't fit
 * the cache are read again, once for all concurrent callers.
 * @throws {NetworkUnavailable}
 */
export function createMinedTransactionFinder({
  network,
  recent,
  timers = systemTimers,
  most = maxEntries,
}: MinedParts): (txid: string, aboveHeight: number) => Promise<BlockPosition | null> {
  const kept = new Map<string, CachedBlock>()
  /** Hashes of blocks that were read but aren't cached. */
  const dropped = new Set<string>()
  const reading = new Map<string, Promise<Txids>>()
  let turn: Promise<unknown> = Promise.resolve()
  const findInDropped = createSharedSearch({ search: readDropped, timers })

  return async function find(txid, aboveHeight) {
    const [newest] = await recent(1)
    if (!newest || newest.height <= aboveHeight) return null
    const followed = await recent(searchedBlocks)
    forgetOthers(followed)
    const rest = new Set<string>()
    for (const { height, hash } of followed) {
      if (height <= aboveHeight) break
      if (dropped.has(hash)) rest.add(hash)
      else if (await isIn({ height, hash }, txid)) return { height, hash }
    }
    const place = rest.size > 0 ? await findInDropped(txid, aboveHeight, rest) : null
    return place && rest.has(place.hash) ? place : null
  }

  async function readDropped(txids: readonly string[], aboveHeight: number) {
    const places = new Map<string, BlockPosition>()
    for (const { height, hash } of await recent(searchedBlocks)) {
      if (height <= aboveHeight) break
      if (!dropped.has(hash)) continue
      for (const txid of (await txidsOf({ height, hash })).intersect(txids))
        places.set(txid, { height, hash })
    }
    return places
  }

  async function isIn(block: BlockRef, txid: string): Promise<boolean> {
    const keys = kept.get(block.hash)?.keys
    if (keys && !hasKey(keys, keyOfTxid(txid))) return false
    // A key is only part of a txid: the block tells whether the match is real.
    return (await txidsOf(block)).intersect([txid]).has(txid)
  }

  function txidsOf(block: BlockRef): Promise<Txids> {
    const underWay = reading.get(block.hash)
    if (underWay !== undefined) return underWay
    const read = turn.then(() => readBlock(block)).finally(() => reading.delete(block.hash))
    reading.set(block.hash, read)
    turn = read.catch(() => {})
    return read
  }

  async function readBlock({ height, hash }: BlockRef): Promise<Txids> {
    const block = await network.block(height)
    // The chain moved in the meantime: this height no longer holds the followed block.
    if (block?.hash !== hash) return PackedTxids.of([])
    keep(block)
    return block.txids
  }

  function keep({ height, hash, txids }: Block): void {
    // Skips even sorting its keys: it is older than everything in the cache.
    if (dropped.has(hash)) return
    dropped.add(hash)
    // Adding it would evict all others and then itself.
    if (txids.size > most) return
    dropped.delete(hash)
    kept.set(hash, { height, keys: txids.keys().sort() })
    const oldestFirst = [...kept].sort(([, a], [, b]) => a.height - b.height)
    let held = oldestFirst.reduce((sum, [, { keys }]) => sum + keys.length, 0)
    for (const [oldest, { keys }] of oldestFirst) {
      if (held <= most) return
      kept.delete(oldest)
      dropped.add(oldest)
      held -= keys.length
    }
  }

  function forgetOthers(followed: readonly BlockRef[]): void {
    const hashes = new Set(followed.map(({ hash }) => hash))
    for (const hash of kept.keys()) if (!hashes.has(hash)) kept.delete(hash)
    for (const hash of dropped) if (!hashes.has(hash)) dropped.delete(hash)
  }
}
