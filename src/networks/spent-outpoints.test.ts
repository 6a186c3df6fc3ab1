import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outpoint } from '../coins/coin.ts'
import type { Timers } from '../kernel/timers.ts'
import { NetworkUnavailableError } from './network.ts'
import { createSpentOutpointIndex } from './spent-outpoints.ts'

const outpoint = (number: number, vout = 0): Outpoint => ({
  txid: number.toString(16).padStart(10, '0').padEnd(64, 'e'),
  vout,
})
const createHash = (height: number): string => height.toString(16).padStart(64, '0')

/** A chain whose block `n` spends outpoint `n`, and where blocks can be unreadable. */
function chain(height: number) {
  const reads: string[] = []
  const self = {
    height,
    unreadable: new Set<string>(),
    reads,
    network: { findBlockSpends },
    findRecentBlocks,
  }
  return self

  async function findBlockSpends(hash: string) {
    reads.push(hash)
    if (self.unreadable.has(hash)) throw new NetworkUnavailableError('too large')
    return [{ txid: 'cc'.repeat(32), inputs: [outpoint(Number.parseInt(hash, 16)), outpoint(9_999, 3)] }]
  }

  async function findRecentBlocks(count: number) {
    return Array.from({ length: Math.min(count, self.height) }, (_, back) => ({
      height: self.height - back,
      hash: createHash(self.height - back),
    }))
  }
}

test('an output spent by a followed block is found, newest block first, and each block is read once', async () => {
  const simulated = chain(5)
  const { find } = createSpentOutpointIndex(simulated)

  assert.ok(await find([outpoint(4)]))
  assert.deepEqual(simulated.reads, [createHash(5), createHash(4)])
  assert.ok(await find([outpoint(4)]))
  assert.ok(await find([outpoint(9_999, 3)]))
  assert.equal(simulated.reads.length, 2)
})

test('an output that none of the last 100 blocks spends is not found', async () => {
  const simulated = chain(150)
  const { find } = createSpentOutpointIndex(simulated)

  assert.equal(await find([outpoint(50)]), null)
  assert.ok(await find([outpoint(51)]))
  assert.equal(await find([outpoint(9_999, 4)]), null)
  assert.equal(simulated.reads.length, 100)
})

test('a disconnected block is removed', async () => {
  const simulated = chain(5)
  const { find } = createSpentOutpointIndex(simulated)
  assert.ok(await find([outpoint(5)]))

  simulated.height = 4

  assert.equal(await find([outpoint(5)]), null)
})

test('an unreadable block is skipped, and not retried immediately', async () => {
  const simulated = chain(3)
  simulated.unreadable.add(createHash(3))
  const { find } = createSpentOutpointIndex(simulated)

  assert.equal(await find([outpoint(3)]), null)
  assert.ok(await find([outpoint(2)]))
  assert.deepEqual(simulated.reads, [createHash(3), createHash(2), createHash(1)])
})

test('concurrent queries read each block once', async () => {
  const simulated = chain(10)
  const { find } = createSpentOutpointIndex(simulated)

  const responses = await Promise.all(Array.from({ length: 20 }, (_, number) => find([outpoint(number + 1)])))

  assert.equal(responses.filter((response) => response !== null).length, 10)
  assert.equal(simulated.reads.length, 10)
})

test('of several outputs, the newest block that spends one of them is found', async () => {
  const simulated = chain(5)
  const { find } = createSpentOutpointIndex(simulated)

  const block = await find([outpoint(2), outpoint(70_000), outpoint(4)])

  assert.deepEqual(block, { height: 4, hash: createHash(4) })
  assert.deepEqual(simulated.reads, [createHash(5), createHash(4)])
  assert.equal(await find([]), null)
})

test('thousands of unknown outputs are searched once, within a single 2 s timeout', async () => {
  const { timers, advance } = virtualTimers()
  const simulated = chain(100)
  // The node takes 0.3 s per block.
  const findBlockSpends = async (hash: string) => {
    advance(300)
    return simulated.network.findBlockSpends(hash)
  }
  const { find } = createSpentOutpointIndex({
    ...simulated,
    network: { findBlockSpends },
    timers,
  })
  const since = timers.now()

  assert.equal(await find(Array.from({ length: 20_000 }, (_, index) => outpoint(70_000 + index))), null)

  assert.ok(timers.now() - since <= 2_300, `${timers.now() - since} ms`)
  assert.equal(simulated.reads.length, 7)
})

/** A clock that the test advances. */
function virtualTimers(): { timers: Timers; advance(ms: number): void } {
  let now = 0
  const waiting: { at: number; work: () => void }[] = []
  const timers: Timers = {
    now: () => now,
    schedule(ms, work) {
      const entry = { at: now + ms, work }
      waiting.push(entry)
      return () => void waiting.splice(waiting.indexOf(entry), waiting.includes(entry) ? 1 : 0)
    },
  }
  return {
    timers,
    advance(ms) {
      now += ms
      for (const due of waiting.filter((entry) => entry.at <= now)) due.work()
    },
  }
}
