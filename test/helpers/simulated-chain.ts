import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { silentLogger } from '../../src/kernel/logger.ts'
import type { Timers } from '../../src/kernel/timers.ts'
import {
  type ChainChange,
  type ChainFollower,
  type ChainFollowerOptions,
  type ChainFollowerStore,
  startChainFollower,
} from '../../src/networks/follow.ts'
import {
  type Block,
  type BlockRef,
  NetworkUnavailableError,
  type Readiness,
} from '../../src/networks/network.ts'
import { PackedTxids } from '../../src/networks/txids.ts'

/** A chain that can grow and shrink; `down` while its node does not respond, `unfit`: why it must not be used. */
export function createSimulatedChain() {
  const blocks: Block[] = []
  let made = 0
  const unfit = null as string | null
  const self = { blocks, down: false, unfit, grow, replaceBlocks, network: { getTip, getBlock, check } }
  grow(3)
  return self

  function grow(count: number): void {
    for (let index = 0; index < count; index++) {
      const hash = (++made).toString(16).padStart(64, '0')
      const previousHash = blocks.at(-1)?.hash ?? '0'.repeat(64)
      blocks.push({ height: blocks.length, hash, previousHash, txids: PackedTxids.of([hash]), time: made })
    }
  }

  function replaceBlocks(depth: number, growth: number): void {
    blocks.splice(Math.max(1, blocks.length - depth))
    grow(growth)
  }

  async function getTip(): Promise<BlockRef> {
    respond()
    const { height, hash } = blocks.at(-1) ?? assert.fail('a chain has a block')
    return { height, hash }
  }

  async function getBlock(height: number): Promise<Block | null> {
    respond()
    return blocks[height] ?? null
  }

  async function check(): Promise<Readiness> {
    respond()
    return self.unfit === null ? { ready: true } : { ready: false, reason: self.unfit }
  }

  function respond(): void {
    if (self.down) throw new NetworkUnavailableError('down')
  }
}

/** A store that checks the order like a database, and keeps a limited number of blocks. */
export function createMemoryFollowerStore(remembered = 144) {
  const changes: ChainChange[] = []
  const followedBlocks: BlockRef[] = []
  const store: ChainFollowerStore = {
    findNewest: async () => {
      const newest = followedBlocks.at(-1)
      return newest ? { ...newest, isUnfinished: false, isOldestStored: followedBlocks.length === 1 } : null
    },
    apply: async (change) => {
      const newest = followedBlocks.at(-1)
      if (change.kind === 'connect') {
        if (newest)
          assert.deepEqual([change.block.previousHash, change.block.height], [newest.hash, newest.height + 1])
        followedBlocks.push({ height: change.block.height, hash: change.block.hash })
        if (followedBlocks.length > remembered) followedBlocks.shift()
      } else {
        assert.deepEqual(followedBlocks.pop(), change.block)
        if (change.base) followedBlocks.push(change.base)
      }
      changes.push(change)
    },
  }
  const listChanges = () =>
    changes.map(({ kind, block: { height } }) => `${kind === 'connect' ? '+' : '-'}${height}`)
  return { store, followedBlocks, changes, listChanges }
}

/** A clock and timers that the test advances. */
export function createManualTimers() {
  const waits = new Map<object, { readonly at: number; readonly work: () => void }>()
  let now = 0
  const timers: Timers = {
    now: () => now,
    schedule: (ms, work) => {
      const wait = {}
      waits.set(wait, { at: now + ms, work })
      return () => void waits.delete(wait)
    },
  }
  return { timers, pass, waiting: () => waits.size }

  function pass(ms: number): void {
    now += ms
    for (const [wait, { at, work }] of waits) {
      if (at > now) continue
      waits.delete(wait)
      work()
    }
  }
}

/** A follower that polls only when told to. */
export function startFollower(
  t: Pick<TestContext, 'after'>,
  parts: Pick<ChainFollowerOptions, 'network' | 'store'> & Partial<ChainFollowerOptions>,
): ChainFollower {
  const follower = startChainFollower({ name: 'LTC', pollMs: 3_600_000, log: silentLogger, ...parts })
  t.after(() => follower.stop())
  return follower
}
