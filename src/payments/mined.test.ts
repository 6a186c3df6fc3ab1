import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Block, BlockRef } from '../networks/network.ts'
import { minedTransactions } from './mined.ts'

/** A chain of blocks, each with one transaction named after it; `stale` ones give way before they are read. */
function chainOf(length: number, stale: ReadonlySet<number> = new Set()) {
  const read: number[] = []
  const hashAt = (height: number) => `hash ${height}`
  const block = async (height: number): Promise<Block> => {
    read.push(height)
    const hash = stale.has(height) ? 'another' : hashAt(height)
    return { height, hash, previous: hashAt(height - 1), txids: [`tx ${height}`], time: 0 }
  }
  const recent = async (count: number): Promise<BlockRef[]> =>
    Array.from({ length: Math.min(count, length) }, (_, back) => ({
      height: length - back,
      hash: hashAt(length - back),
    }))
  return { read, find: minedTransactions({ block }, recent) }
}

test('the block above that height that holds the transaction, the newest looked at first', async () => {
  const { find, read } = chainOf(10)
  assert.deepEqual(await find('tx 8', 5), { height: 8, hash: 'hash 8' })
  assert.deepEqual(read, [10, 9, 8])
})

test('a transaction at or below that height is not found, and no block is read for nothing', async () => {
  const { find, read } = chainOf(10)
  assert.equal(await find('tx 5', 5), null)
  assert.deepEqual(read, [10, 9, 8, 7, 6])
  assert.equal(await find('tx 5', 10), null)
  assert.equal(await chainOf(0).find('tx 5', 0), null)
  assert.equal(read.length, 5)
})

test('a block that was read is kept', async () => {
  const { find, read } = chainOf(10)
  for (let times = 0; times < 3; times++) assert.equal(await find('tx 1', 8), null)
  assert.deepEqual(read, [10, 9])
})

test('at a height where the chain has moved nothing is found', async () => {
  const { find } = chainOf(10, new Set([9]))
  assert.equal(await find('tx 9', 5), null)
  assert.deepEqual(await find('tx 8', 5), { height: 8, hash: 'hash 8' })
})

test('no more than the last 144 blocks are searched', async () => {
  const { find, read } = chainOf(500)
  assert.equal(await find('tx 10', 0), null)
  assert.equal(read.length, 144)
})
