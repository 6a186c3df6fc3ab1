import { systemTimers, type Timers } from '../kernel/timers.ts'
import type { Block, BlockRef, Network } from '../networks/network.ts'
import { hasKey } from '../networks/sorted-keys.ts'
import { PackedTxids, type Txids, toTxidKey } from '../networks/txids.ts'
import type { BlockPosition } from './payment.ts'
import { createSharedSearch } from './shared-search.ts'

/** An invoice is valid for a day by default, and a claim is abandoned after a day. */
const searchedBlocks = 144
/** Transactions for which an 8-byte key is kept: a day of full BTC blocks is half a million. On BSV only the newest blocks fit. */
const maxEntries = 2_000_000

interface CachedBlock {
  readonly height: number
  readonly keys: Float64Array
}

interface MinedDependencies {
  readonly network: Pick<Network, 'getBlock'>
  /** The most recently followed blocks, newest first, at most `count`. */
  readonly findRecentBlocks: (count: number) => Promise<BlockRef[]>
  readonly timers?: Timers | undefined
  readonly maxCachedKeys?: number
}

/**
 * Finds the followed block that contains a transaction, newest first. Anyone can make up a transaction that no block contains. So each
 * block is read once, one at a time, by the first caller that needs it; after that a search costs the node nothing. Blocks that don't fit
 * the cache are read again, once for all concurrent callers.
 * @throws {NetworkUnavailableError}
 */
export function createMinedTransactionFinder({
  network,
  findRecentBlocks,
  timers = systemTimers,
  maxCachedKeys = maxEntries,
}: MinedDependencies): (txid: string, aboveHeight: number) => Promise<BlockPosition | null> {
  const cache = new Map<string, CachedBlock>()
  /** Hashes of blocks that were read but don't fit the cache. */
  const dropped = new Set<string>()
  const pendingReads = new Map<string, Promise<Txids>>()
  let lastRead: Promise<unknown> = Promise.resolve()
  const findInDropped = createSharedSearch({ search: readDropped, timers })

  return async function find(txid, aboveHeight) {
    const [newest] = await findRecentBlocks(1)
    if (!newest || newest.height <= aboveHeight) return null
    const followedBlocks = await findRecentBlocks(searchedBlocks)
    evictUnfollowed(followedBlocks)
    const uncached = new Set<string>()
    for (const { height, hash } of followedBlocks) {
      if (height <= aboveHeight) break
      if (dropped.has(hash)) uncached.add(hash)
      else if (await isInBlock({ height, hash }, txid)) return { height, hash }
    }
    const position = uncached.size > 0 ? await findInDropped(txid, aboveHeight, uncached) : null
    return position && uncached.has(position.hash) ? position : null
  }

  async function readDropped(txids: readonly string[], aboveHeight: number) {
    const positions = new Map<string, BlockPosition>()
    for (const { height, hash } of await findRecentBlocks(searchedBlocks)) {
      if (height <= aboveHeight) break
      if (!dropped.has(hash)) continue
      for (const txid of (await readTxids({ height, hash })).intersect(txids))
        positions.set(txid, { height, hash })
    }
    return positions
  }

  async function isInBlock(block: BlockRef, txid: string): Promise<boolean> {
    const keys = cache.get(block.hash)?.keys
    if (keys && !hasKey(keys, toTxidKey(txid))) return false
    // A key is only part of a txid, so confirm the match against the block.
    return (await readTxids(block)).intersect([txid]).has(txid)
  }

  function readTxids(block: BlockRef): Promise<Txids> {
    const pendingRead = pendingReads.get(block.hash)
    if (pendingRead !== undefined) return pendingRead
    const read = lastRead.then(() => readBlock(block)).finally(() => pendingReads.delete(block.hash))
    pendingReads.set(block.hash, read)
    lastRead = read.catch(() => {})
    return read
  }

  async function readBlock({ height, hash }: BlockRef): Promise<Txids> {
    const block = await network.getBlock(height)
    // The chain moved in the meantime: this height no longer holds the followed block.
    if (block?.hash !== hash) return PackedTxids.of([])
    addToCache(block)
    return block.txids
  }

  function addToCache({ height, hash, txids }: Block): void {
    // Evicted before, so it is older than everything in the cache. Don't even sort its keys.
    if (dropped.has(hash)) return
    dropped.add(hash)
    // Adding it would evict all others and then itself.
    if (txids.size > maxCachedKeys) return
    dropped.delete(hash)
    cache.set(hash, { height, keys: txids.getKeys().sort() })
    const oldestFirst = [...cache].sort(([, a], [, b]) => a.height - b.height)
    let cachedKeys = oldestFirst.reduce((sum, [, { keys }]) => sum + keys.length, 0)
    for (const [oldest, { keys }] of oldestFirst) {
      if (cachedKeys <= maxCachedKeys) return
      cache.delete(oldest)
      dropped.add(oldest)
      cachedKeys -= keys.length
    }
  }

  function evictUnfollowed(followedBlocks: readonly BlockRef[]): void {
    const hashes = new Set(followedBlocks.map(({ hash }) => hash))
    for (const hash of cache.keys()) if (!hashes.has(hash)) cache.delete(hash)
    for (const hash of dropped) if (!hashes.has(hash)) dropped.delete(hash)
  }
}
