import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Block, type BlockRef, NetworkUnavailable } from '../networks/network.ts'
import { minedTransactions } from './mined.ts'

/** The first 52 bits are the number's, as far as it goes. */
const txid = (number: number, end = '0'): string => number.toString(16).padStart(13, '0').padEnd(64, end)

/** A chain of blocks, each with one transaction of its number; `stale` ones give way before they are read. */
function chainOf(length: number, { stale = new Set<number>(), most = 2_000_000 } = {}) {
  const read: number[] = []
  const self = { length, read, down: false, find: minedTransactions({ block }, recent, most) }
  return self

  async function block(height: number): Promise<Block> {
    read.push(height)
    if (self.down) throw new NetworkUnavailable('down')
    const hash = stale.has(height) ? 'another' : hashAt(height)
    return { height, hash, previous: hashAt(height - 1), txids: [txid(height)], time: 0 }
  }

  async function recent(count: number): Promise<BlockRef[]> {
    const heights = Array.from({ length: Math.min(count, self.length) }, (_, back) => self.length - back)
    return heights.map((height) => ({ height, hash: hashAt(height) }))
  }
}

const hashAt = (height: number): string => `hash ${height}`

test('the block above that height that holds the transaction, the newest looked at first', async () => {
  const { find, read } = chainOf(10)
  assert.deepEqual(await find(txid(8), 5), { height: 8, hash: 'hash 8' })
  assert.deepEqual(read, [10, 9, 8])
})

test('a transaction at or below that height is not found, and no block is read for nothing', async () => {
  const { find, read } = chainOf(10)
  assert.equal(await find(txid(5), 5), null)
  assert.deepEqual(read, [10, 9, 8, 7, 6])
  assert.equal(await find(txid(5), 10), null)
  assert.equal(await chainOf(0).find(txid(5), 0), null)
  assert.equal(read.length, 5)
})

test('however many made-up transactions are looked for, each block is read once, and each new one', async () => {
  const chain = chainOf(144)
  for (let number = 1_000; number < 1_100; number++) assert.equal(await chain.find(txid(number), 0), null)
  assert.equal(chain.read.length, 144)

  chain.length = 146
  assert.equal(await chain.find(txid(1_000), 0), null)
  assert.deepEqual(chain.read.slice(144), [146, 145])
})

test('so it is when they come at once, and the node is asked for one block at a time', async () => {
  const chain = chainOf(50)
  const numbers = Array.from({ length: 20 }, (_, place) => 1_000 + place)
  const found = await Promise.all(numbers.map((number) => chain.find(txid(number), number % 10)))
  assert.deepEqual(new Set(found), new Set([null]))
  assert.deepEqual(
    chain.read,
    Array.from({ length: 50 }, (_, back) => 50 - back),
  )
})

test('a block whose transactions are known is read again only when it seems to hold the one: the block has the word', async () => {
  const { find, read } = chainOf(3)
  assert.equal(await find(txid(1_000), 0), null)
  assert.deepEqual(await find(txid(2), 0), { height: 2, hash: 'hash 2' })
  assert.equal(await find(txid(3, 'f'), 0), null)
  assert.deepEqual(read, [3, 2, 1, 2, 3])
})

test('of blocks with more transactions than are kept, the newest are kept', async () => {
  const { find, read } = chainOf(10, { most: 4 })
  for (let times = 0; times < 2; times++) assert.equal(await find(txid(1_000), 4), null)
  assert.deepEqual(read, [10, 9, 8, 7, 6, 5, 6, 5])
})

test('a block that gave way is forgotten', async () => {
  const chain = chainOf(3)
  assert.equal(await chain.find(txid(1_000), 1), null)
  chain.length = 2
  assert.equal(await chain.find(txid(3), 1), null)
  chain.length = 3
  assert.deepEqual(await chain.find(txid(3), 1), { height: 3, hash: 'hash 3' })
  assert.deepEqual(chain.read, [3, 2, 3])
})

test('at a height where the chain has moved nothing is found', async () => {
  const { find } = chainOf(10, { stale: new Set([9]) })
  assert.equal(await find(txid(9), 5), null)
  assert.deepEqual(await find(txid(8), 5), { height: 8, hash: 'hash 8' })
})

test('a node that does not answer is told to all who wait, and asked again by the next', async () => {
  const chain = chainOf(3)
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

test('no more than the last 144 blocks are searched', async () => {
  const { find, read } = chainOf(500)
  assert.equal(await find(txid(10), 0), null)
  assert.equal(read.length, 144)
})
