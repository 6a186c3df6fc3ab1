import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute } from '../kernel/clock.ts'
import type { Timers } from '../kernel/timers.ts'
import { type Block, type BlockRef, NetworkUnavailableError } from '../networks/network.ts'
import { PackedTxids } from '../networks/txids.ts'
import { createMinedTransactionFinder } from './mined-transactions.ts'

/** The first 52 bits are those of the number. */
const txid = (number: number, end = '0'): string => number.toString(16).padStart(13, '0').padEnd(64, end)

/**
 * A chain of blocks with one transaction each, named by its number, and those in `more`; `stale` blocks are disconnected before they are
 * read.
 */
function createChain(
  length: number,
  {
    stale = new Set<number>(),
    more = {} as Readonly<Record<number, readonly string[]>>,
    maxCachedKeys = 2_000_000,
  } = {},
) {
  const read: number[] = []
  const time = createManualClock(0)
  const timers: Timers = { now: () => time.now(), schedule: () => assert.fail('unexpected timer') }
  const self = {
    length,
    read,
    time,
    down: false,
    /** The node has no block at these heights. */
    absent: new Set<number>(),
    find: createMinedTransactionFinder({
      network: { getBlock: readBlock },
      findRecentBlocks,
      timers,
      maxCachedKeys,
    }),
  }
  return self

  async function readBlock(height: number): Promise<Block | null> {
    read.push(height)
    if (self.down) throw new NetworkUnavailableError('down')
    if (self.absent.has(height)) return null
    const hash = stale.has(height) ? 'another' : hashAt(height)
    const txids = PackedTxids.of([txid(height), ...(more[height] ?? [])])
    return { height, hash, previousHash: hashAt(height - 1), txids, time: 0 }
  }

  async function findRecentBlocks(count: number): Promise<BlockRef[]> {
    const heights = Array.from({ length: Math.min(count, self.length) }, (_, back) => self.length - back)
    return heights.map((height) => ({ height, hash: hashAt(height) }))
  }
}

const unavailable = (error: unknown) => assert.ok(error instanceof NetworkUnavailableError)
const hashAt = (height: number): string => `hash ${height}`

test('the block above that height with the transaction is found, searching from the newest', async () => {
  const { find, read } = createChain(10)
  assert.deepEqual(await find(txid(8), 5), { height: 8, hash: 'hash 8' })
  assert.deepEqual(read, [10, 9, 8])
})

test('a transaction at or below that height is not found, and no block is read for it', async () => {
  const { find, read } = createChain(10)
  assert.equal(await find(txid(5), 5), null)
  assert.deepEqual(read, [10, 9, 8, 7, 6])
  assert.equal(await find(txid(5), 10), null)
  assert.equal(await createChain(0).find(txid(5), 0), null)
  assert.equal(read.length, 5)
})

test('however many unknown transactions are searched for, each block is read once, and each new one', async () => {
  const chain = createChain(144)
  for (let number = 1_000; number < 1_100; number++) assert.equal(await chain.find(txid(number), 0), null)
  assert.equal(chain.read.length, 144)

  chain.length = 146
  assert.equal(await chain.find(txid(1_000), 0), null)
  assert.deepEqual(chain.read.slice(144), [146, 145])
})

test('concurrent searches read each block once too, and one block is requested at a time', async () => {
  const chain = createChain(50)
  const numbers = Array.from({ length: 20 }, (_, index) => 1_000 + index)
  const found = await Promise.all(numbers.map((number) => chain.find(txid(number), number % 10)))
  assert.deepEqual(new Set(found), new Set([null]))
  assert.deepEqual(
    chain.read,
    Array.from({ length: 50 }, (_, back) => 50 - back),
  )
})

test('an indexed block is read again only if it seems to contain the transaction, and the block decides', async () => {
  const { find, read } = createChain(3)
  assert.equal(await find(txid(1_000), 0), null)
  assert.deepEqual(await find(txid(2), 0), { height: 2, hash: 'hash 2' })
  assert.equal(await find(txid(3, 'f'), 0), null)
  assert.deepEqual(read, [3, 2, 1, 2, 3])
})

test('each transaction of an indexed block is found, in whatever order the block has them', async () => {
  const numbers = Array.from({ length: 200 }, (_, index) => 10_000 + ((index * 73) % 200))
  const { find, read } = createChain(3, { more: { 2: numbers.map((number) => txid(number)) } })
  assert.equal(await find(txid(1_000), 0), null)
  for (const number of numbers)
    assert.deepEqual(await find(txid(number), 0), { height: 2, hash: 'hash 2' }, String(number))
  assert.deepEqual(read.slice(0, 4), [3, 2, 1, 2])
  assert.equal(read.length, 203)
})

test('a block that is too large for the cache does not displace the others', async () => {
  const many = Array.from({ length: 4 }, (_, index) => txid(20_000 + index))
  const chain = createChain(5, { more: { 6: many }, maxCachedKeys: 4 })
  assert.equal(await chain.find(txid(1_000), 2), null)
  chain.length = 6
  assert.equal(await chain.find(txid(1_001), 2), null)
  assert.deepEqual(chain.read, [5, 4, 3, 6])
})

test('nothing is found at a height where the node has no block', async () => {
  const chain = createChain(10)
  chain.absent.add(10)
  assert.equal(await chain.find(txid(10), 8), null)
  assert.deepEqual(await chain.find(txid(9), 8), { height: 9, hash: 'hash 9' })
})

test('if blocks have more transactions than the cache can hold, the newest stay cached', async () => {
  const { find, read } = createChain(10, { maxCachedKeys: 4 })
  for (let times = 0; times < 2; times++) assert.equal(await find(txid(1_000), 4), null)
  assert.deepEqual(read, [10, 9, 8, 7, 6, 5, 6, 5])
})

test('a disconnected block is removed', async () => {
  const chain = createChain(3)
  assert.equal(await chain.find(txid(1_000), 1), null)
  chain.length = 2
  assert.equal(await chain.find(txid(3), 1), null)
  chain.length = 3
  assert.deepEqual(await chain.find(txid(3), 1), { height: 3, hash: 'hash 3' })
  assert.deepEqual(chain.read, [3, 2, 3])
})

test('nothing is found at a height where the chain has changed', async () => {
  const { find } = createChain(10, { stale: new Set([9]) })
  assert.equal(await find(txid(9), 5), null)
  assert.deepEqual(await find(txid(8), 5), { height: 8, hash: 'hash 8' })
})

test('a failure of the node is reported to all waiting callers, and the next one retries', async () => {
  const chain = createChain(3)
  chain.down = true
  const both = await Promise.allSettled([chain.find(txid(3), 0), chain.find(txid(2), 0)])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  chain.down = false
  assert.deepEqual(await chain.find(txid(2), 0), { height: 2, hash: 'hash 2' })
  assert.deepEqual(chain.read, [3, 3, 2])
})

test('at most the last 144 blocks are searched', async () => {
  const { find, read } = createChain(500)
  assert.equal(await find(txid(10), 0), null)
  assert.equal(read.length, 144)
})

test('uncached blocks are read at most once a minute, however many unknown transactions are searched for', async () => {
  const chain = createChain(10, { maxCachedKeys: 4 })
  assert.equal(await chain.find(txid(1_000), 0), null)
  chain.read.length = 0
  for (let seconds = 0; seconds < 120; seconds++) {
    for (let number = 0; number < 10; number++)
      await chain.find(txid(2_000 + 10 * seconds + number), 0).catch(unavailable)
    chain.time.advance(minute / 60)
  }
  assert.deepEqual(chain.read, [6, 5, 4, 3, 2, 1, 6, 5, 4, 3, 2, 1])
})

test("unknown transactions don't keep a mined one in an old block from being found when its payer retries", async () => {
  const chain = createChain(10, { maxCachedKeys: 4 })
  assert.equal(await chain.find(txid(1_000), 0), null)
  assert.equal(await chain.find(txid(1_001), 0), null)
  await assert.rejects(chain.find(txid(3), 2), NetworkUnavailableError)
  chain.time.advance(minute)
  assert.equal(await chain.find(txid(1_002), 5), null)
  assert.deepEqual(await chain.find(txid(3), 2), { height: 3, hash: 'hash 3' })
  await assert.rejects(chain.find(txid(3), 3), NetworkUnavailableError)
})

test('a transaction in an old block is found immediately for all concurrent callers if no search is pending', async () => {
  const chain = createChain(10, { maxCachedKeys: 4 })
  assert.equal(await chain.find(txid(1_000), 0), null)
  const found = await Promise.all([chain.find(txid(3), 0), chain.find(txid(3), 0)])
  assert.deepEqual(
    found,
    [3, 3].map((height) => ({ height, hash: `hash ${height}` })),
  )
})

test('transactions that waited while the node failed are searched for the next time', async () => {
  const chain = createChain(10, { maxCachedKeys: 4 })
  assert.equal(await chain.find(txid(1_000), 0), null)
  chain.down = true
  await assert.rejects(chain.find(txid(3), 0), NetworkUnavailableError)
  chain.down = false
  chain.time.advance(minute)
  assert.equal(await chain.find(txid(1_001), 5), null)
  assert.deepEqual(await chain.find(txid(3), 0), { height: 3, hash: 'hash 3' })
})

test('a shared search that reaches further back finds nothing at or below the height of another caller', async () => {
  const chain = createChain(10, { maxCachedKeys: 2 })
  assert.equal(await chain.find(txid(99), 0), null)
  assert.equal(await chain.find(txid(98), 5), null)
  await assert.rejects(chain.find(txid(97), 0), NetworkUnavailableError)
  chain.time.advance(minute)
  // Includes the blocks that the transaction before waits for.
  assert.equal(await chain.find(txid(3), 5), null)
  assert.deepEqual(await chain.find(txid(3), 2), { height: 3, hash: hashAt(3) })
})
