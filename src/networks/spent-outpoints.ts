import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Outpoint } from '../coins/coin.ts'
import { systemTimers, type Timers } from '../kernel/timers.ts'
import type { BlockRef, Network } from './network.ts'
import { hasCommonKey, sortKeys } from './sorted-keys.ts'

/** Number of blocks searched for a spent output: most of a day for coins with 10-minute blocks, a few hours for the others. */
const searchedBlocks = 100

/** Maximum inputs indexed per block. A BSV block can hold millions. */
const maxInputs = 200_000

/** A node may take seconds to read one block, so the payer doesn't wait for all of them. */
const timeoutMs = 2_000

/** This many keys are compared with a block's keys within a millisecond. With more, the search yields between blocks. */
const maxKeysPerTurn = 5_000

/** How long to wait before retrying a block that couldn't be read. */
const retryMs = 60_000

interface SpentOutpointIndex {
  /**
   * The newest of the last 100 blocks that spends one of these outpoints, or null if no block that could be read in time does.
   * Blocks are read on first use, newest first, and cached. One timeout covers all outpoints.
   */
  find(outpoints: readonly Outpoint[]): Promise<BlockRef | null>
}

interface SpentOutpointIndexOptions {
  readonly network: Pick<Network, 'findBlockSpends'>
  /** The last followed blocks, newest first, at most `count`. */
  findRecentBlocks(count: number): Promise<readonly BlockRef[]>
  /** For the timeout. Defaults to the system timers. */
  readonly timers?: Timers | undefined
}

/** Distinguishes outputs that were spent on the chain from outputs that never existed. Nodes can't tell the difference. */
export function createSpentOutpointIndex({
  network,
  findRecentBlocks,
  timers = systemTimers,
}: SpentOutpointIndexOptions): SpentOutpointIndex {
  /** The sorted keys of the spent outpoints, by block hash. 8 bytes per input: a few megabytes for 100 full blocks. */
  const keysByBlock = new Map<string, Float64Array>()
  const failedAt = new Map<string, number>()
  let lastRead: Promise<void> = Promise.resolve()
  return { find }

  async function find(outpoints: readonly Outpoint[]): Promise<BlockRef | null> {
    const keys = sortKeys(outpoints.map(toKey))
    const deadline = timers.now() + timeoutMs
    const followedBlocks = await findRecentBlocks(searchedBlocks)
    prune(followedBlocks)
    for (const { height, hash } of followedBlocks) {
      if (!keysByBlock.has(hash) && timers.now() < deadline) await enqueueRead(hash, deadline)
      const spentKeys = keysByBlock.get(hash)
      if (spentKeys && hasCommonKey(spentKeys, keys)) return { height, hash }
      if (keys.length > maxKeysPerTurn) await nextTurn()
    }
    return null
  }

  /** Reads one block at a time across all callers. The wait ends at the timeout, but the read continues. */
  async function enqueueRead(hash: string, deadline: number): Promise<void> {
    const read = lastRead.then(() => readBlock(hash))
    lastRead = read
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancelTimer = timers.schedule(deadline - timers.now(), resolve)
    await Promise.race([read, promise])
    cancelTimer()
  }

  async function readBlock(hash: string): Promise<void> {
    if (keysByBlock.has(hash) || timers.now() - (failedAt.get(hash) ?? Number.NEGATIVE_INFINITY) < retryMs)
      return
    try {
      const spends = await network.findBlockSpends(hash)
      const keys = spends.flatMap(({ inputs }) => inputs.map(toKey))
      keysByBlock.set(hash, sortKeys(keys.slice(0, maxInputs)))
    } catch {
      failedAt.set(hash, timers.now())
    }
  }

  function prune(followedBlocks: readonly BlockRef[]): void {
    const hashes = new Set(followedBlocks.map(({ hash }) => hash))
    for (const hash of keysByBlock.keys()) if (!hashes.has(hash)) keysByBlock.delete(hash)
    for (const hash of failedAt.keys()) if (!hashes.has(hash)) failedAt.delete(hash)
  }
}

/** 40 bits of the transaction id, which is a hash, and 12 of the output index: an integer that a float holds exactly. */
function toKey({ txid, vout }: Outpoint): number {
  return Number.parseInt(txid.slice(0, 10), 16) * 4_096 + (vout % 4_096)
}
