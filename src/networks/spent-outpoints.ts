import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Outpoint } from '../coins/coin.ts'
import { systemTimers, type Timers } from '../kernel/timers.ts'
import type { BlockRef, Network } from './network.ts'
import { shareKey, sortedKeys } from './sorted-keys.ts'

/** Blocks in which a spent output is looked for: a wallet that pays with an older one has been offline for most of a day. */
const blocks = 100

/** Of a block with more inputs no more are kept; a BSV block can hold millions. */
const mostInputs = 200_000

/** Reading a block takes a node up to seconds: a payer is not kept waiting for all of them. */
const patienceMs = 2_000

/** So many keys are compared with a block's within a millisecond; with more, others have their turn between two blocks. */
const mostAtOnce = 5_000

/** A block that could not be read is left alone for a while. */
const retryMs = 60_000

export interface SpentOutpoints {
  /**
   * The newest block of the last 100 in which one of these is spent; null: of the blocks that could be read in time, none does.
   * Blocks are read when first somebody asks, the newest first, and what was read is kept. However many are asked for, there is one patience.
   */
  find(outpoints: readonly Outpoint[]): Promise<BlockRef | null>
}

interface Sources {
  readonly network: Pick<Network, 'spends'>
  /** The blocks followed last, newest first, at most so many. */
  recent(count: number): Promise<readonly BlockRef[]>
  /** For the payer's patience: those of the system by default. */
  readonly timers?: Timers | undefined
}

/** Tells an output that was spent on the chain from one that never was: nodes forget which. */
export function spentOutpoints({ network, recent, timers = systemTimers }: Sources): SpentOutpoints {
  /** By block hash: the keys of what it spends, sorted. 8 bytes an input: some megabytes for 100 full blocks. */
  const read = new Map<string, Float64Array>()
  const failedAt = new Map<string, number>()
  let reading: Promise<void> = Promise.resolve()
  return { find }

  async function find(outpoints: readonly Outpoint[]): Promise<BlockRef | null> {
    const keys = sortedKeys(outpoints.map(keyOf))
    const end = timers.now() + patienceMs
    const followed = await recent(blocks)
    forget(followed)
    for (const { height, hash } of followed) {
      if (!read.has(hash) && timers.now() < end) await readInTurn(hash, end)
      const spent = read.get(hash)
      if (spent && shareKey(spent, keys)) return { height, hash }
      if (keys.length > mostAtOnce) await nextTurn()
    }
    return null
  }

  /** One block at a time, whoever asks; the wait for it ends with the patience, the reading does not. */
  async function readInTurn(hash: string, end: number): Promise<void> {
    const turn = reading.then(() => readBlock(hash))
    reading = turn
    const { promise, resolve } = Promise.withResolvers<void>()
    const callOff = timers.after(end - timers.now(), resolve)
    await Promise.race([turn, promise])
    callOff()
  }

  async function readBlock(hash: string): Promise<void> {
    if (read.has(hash) || timers.now() - (failedAt.get(hash) ?? Number.NEGATIVE_INFINITY) < retryMs) return
    try {
      const spends = await network.spends(hash)
      const keys = spends.flatMap(({ inputs }) => inputs.map(keyOf))
      read.set(hash, sortedKeys(keys.slice(0, mostInputs)))
    } catch {
      failedAt.set(hash, timers.now())
    }
  }

  function forget(followed: readonly BlockRef[]): void {
    const kept = new Set(followed.map(({ hash }) => hash))
    for (const hash of read.keys()) if (!kept.has(hash)) read.delete(hash)
    for (const hash of failedAt.keys()) if (!kept.has(hash)) failedAt.delete(hash)
  }
}

/** 40 bits of the transaction's id, which is a hash, and 12 of the output's number: a whole number that a float holds. */
function keyOf({ txid, vout }: Outpoint): number {
  return Number.parseInt(txid.slice(0, 10), 16) * 4_096 + (vout % 4_096)
}
