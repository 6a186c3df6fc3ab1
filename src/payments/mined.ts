import type { Block, BlockRef, Network } from '../networks/network.ts'
import { holds, sortedKeys } from '../networks/sorted-keys.ts'
import type { BlockPlace } from './payment.ts'

/** An invoice lives a day unless it says otherwise, and a claim is given up after one. */
const searchedBlocks = 144
/** Transactions of which a key of 8 bytes is kept: a day of full blocks is half a million on BTC. On BSV the newest blocks have to do. */
const mostKept = 2_000_000

interface Kept {
  readonly height: number
  readonly keys: Float64Array
}

/**
 * Finds in which of the followed blocks a transaction is, the newest first. Anybody can make up a transaction that is in none of them: so
 * each block is read once, by whoever asks first, one at a time, and after that a search costs the node nothing.
 */
export function minedTransactions(
  network: Pick<Network, 'block'>,
  recent: (count: number) => Promise<BlockRef[]>,
  most = mostKept,
): (txid: string, aboveHeight: number) => Promise<BlockPlace | null> {
  const kept = new Map<string, Kept>()
  const reading = new Map<string, Promise<readonly string[]>>()
  let turn: Promise<unknown> = Promise.resolve()

  return async function find(txid, aboveHeight) {
    const [newest] = await recent(1)
    if (!newest || newest.height <= aboveHeight) return null
    const followed = await recent(searchedBlocks)
    forgetOthers(followed)
    for (const { height, hash } of followed) {
      if (height <= aboveHeight) return null
      if (await isIn({ height, hash }, txid)) return { height, hash }
    }
    return null
  }

  async function isIn(block: BlockRef, txid: string): Promise<boolean> {
    const keys = kept.get(block.hash)?.keys
    if (keys && !holds(keys, keyOf(txid))) return false
    // A key is a part of an id: whether it is this transaction's, the block knows.
    return (await txidsOf(block)).includes(txid)
  }

  function txidsOf(block: BlockRef): Promise<readonly string[]> {
    const underWay = reading.get(block.hash)
    if (underWay !== undefined) return underWay
    const read = turn.then(() => readBlock(block)).finally(() => reading.delete(block.hash))
    reading.set(block.hash, read)
    turn = read.catch(() => {})
    return read
  }

  async function readBlock({ height, hash }: BlockRef): Promise<readonly string[]> {
    const block = await network.block(height)
    // The chain moved in the meantime: what this height holds now is not what was followed.
    if (block?.hash !== hash) return []
    keep(block)
    return block.txids
  }

  function keep({ height, hash, txids }: Block): void {
    kept.set(hash, { height, keys: sortedKeys(txids.map(keyOf)) })
    const oldestFirst = [...kept].sort(([, a], [, b]) => a.height - b.height)
    let held = oldestFirst.reduce((sum, [, { keys }]) => sum + keys.length, 0)
    for (const [oldest, { keys }] of oldestFirst) {
      if (held <= most) return
      kept.delete(oldest)
      held -= keys.length
    }
  }

  function forgetOthers(followed: readonly BlockRef[]): void {
    const hashes = new Set(followed.map(({ hash }) => hash))
    for (const hash of kept.keys()) if (!hashes.has(hash)) kept.delete(hash)
  }
}

/** 52 bits of the id, which is a hash: a whole number that a float holds. */
const keyOf = (txid: string): number => Number.parseInt(txid.slice(0, 13), 16)
