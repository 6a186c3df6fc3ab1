import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChain, createSpends, heights, missing } from '../../test/helpers/spend-search.ts'
import { hour, minute, second } from '../kernel/clock.ts'
import { NetworkUnavailableError } from '../networks/network.ts'

test("an unreadable block is tried three times, then skipped, and doesn't keep a later one from being searched", async () => {
  const chain = createChain(3, { 3: [createSpends('thief', 'coin 1')] })
  chain.unreadable.add(2)
  await chain.search(missing(1, 0))
  assert.deepEqual(chain.changes, ['1 searched to 1'])
  await chain.search(missing(1, 1))
  await chain.search(missing(1, 1))
  assert.deepEqual(chain.read, [1, 2, 2, 2, 3])
  assert.deepEqual(chain.changes.slice(1), ['thief double-spends 1 in 3'])
})

test("a block that a busy node didn't return doesn't count as searched, and is read later", async () => {
  const chain = createChain(4, { 2: [createSpends('thief', 'coin 1')] })
  chain.unreadable.add(2)
  await chain.search(missing(1, 0))
  for (let round = 0; round < 10; round++) await chain.search(missing(1, 1))
  assert.deepEqual(chain.changes, ['1 searched to 1'])
  assert.deepEqual(chain.read, [1, 2, 2, 2, 3, 4])
  assert.equal(chain.warned.length, 1)
  chain.unreadable.clear()
  chain.clock.advance(minute)
  await chain.search(missing(1, 1))
  assert.deepEqual(chain.changes.slice(1), ['thief double-spends 1 in 2'])
})

test('an unreadable block that turns out to be harmless is stored as searched, together with those above it', async () => {
  const chain = createChain(4)
  chain.unreadable.add(2)
  for (let round = 0; round < 3; round++) await chain.search(missing(1, 1))
  chain.unreadable.clear()
  chain.clock.advance(minute)
  await chain.search(missing(1, 1))
  assert.deepEqual(chain.changes, ['1 searched to 4'])
})

test('an unreadable block is retried with growing delays, and logged once', async () => {
  const chain = createChain(2)
  chain.unreadable.add(2)
  const attempts: number[] = []
  for (; chain.clock.now() <= 5 * hour; chain.clock.advance(10 * second)) {
    chain.read.length = 0
    await chain.search(missing(1, 1))
    if (chain.read.length > 0) attempts.push(chain.clock.now() / second)
  }
  assert.deepEqual(attempts, [0, 10, 20, 80, 200, 440, 920, 1_880, 3_800, 7_400, 11_000, 14_600])
  assert.equal(chain.warned.length, 1)
})

test('pruned blocks are skipped immediately, with a warning', async () => {
  const chain = createChain(50_000, { 49900: [createSpends('thief', 'coin 1')] })
  chain.firstBlock = 49_700
  await chain.search(missing(1, 100))
  assert.deepEqual(chain.read, heights(49_700, 50_000))
  assert.deepEqual(chain.changes, ['thief double-spends 1 in 49900'])
  assert.match(chain.warned.join(), /^LTC: the node has pruned blocks below 49700, [^,]+$/)
  assert.deepEqual(chain.warnedFields, { payments: 1 })
})

test('no warning is logged for pruned blocks that were already searched', async () => {
  const chain = createChain(50_000)
  chain.firstBlock = 49_700
  await chain.search(missing(1, 49_699))
  assert.deepEqual(chain.read, heights(49_700, 50_000))
  assert.deepEqual(chain.warned, [])
})

test('blocks that the service follows are searched whatever the node has pruned', async () => {
  const chain = createChain(300)
  chain.firstBlock = 300
  await chain.search(missing(1, 156))
  assert.deepEqual(chain.read, heights(157, 300))
  assert.deepEqual(chain.warned, [])
})

test('a search stops at a block that the node does not have, and continues there', async () => {
  const chain = createChain(300, { 101: [createSpends('thief', 'coin 1')] })
  chain.absent = 100
  await chain.search(missing(1, 30))
  assert.deepEqual(chain.changes, ['1 searched to 99'])
  chain.absent = Number.POSITIVE_INFINITY
  await chain.search(missing(1, 99))
  assert.deepEqual(chain.changes.slice(1), ['thief double-spends 1 in 101'])
})

test('of several unreadable blocks, each counts as searched only once it was read', async () => {
  const chain = createChain(5, { 3: [createSpends('thief', 'coin 1')] })
  for (const height of [2, 3]) chain.unreadable.add(height)
  for (let round = 0; round < 5; round++) await chain.search(missing(1, 1))
  chain.unreadable.delete(2)
  chain.clock.advance(minute)
  await chain.search(missing(1, 1))
  assert.deepEqual(chain.changes, ['1 searched to 2'])
  chain.unreadable.delete(3)
  chain.clock.advance(hour)
  await chain.search(missing(1, 2))
  assert.deepEqual(chain.changes.slice(1), ['thief double-spends 1 in 3'])
})

test('unreadable blocks are retried for three seconds, then in the next search', async () => {
  const chain = createChain(5)
  for (const height of [2, 3]) chain.unreadable.add(height)
  for (let round = 0; round < 5; round++) await chain.search(missing(1, 1))
  chain.unreadable.clear()
  chain.clock.advance(hour)
  chain.readMs = 3 * second
  chain.read.length = 0
  await chain.search(missing(1, 1))
  assert.deepEqual(chain.read, [2])
  await chain.search(missing(1, 2))
  assert.deepEqual(chain.read, [2, 3])
})

test('no block is skipped while the node is unreachable', async () => {
  const chain = createChain(2)
  chain.isDown = true
  for (let round = 0; round < 5; round++)
    await assert.rejects(chain.search(missing(1, 0)), NetworkUnavailableError)
  chain.isDown = false
  await chain.search(missing(1, 0))
  assert.deepEqual(chain.changes, ['1 searched to 2'])
})
