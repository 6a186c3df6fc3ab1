import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, hour, minute, second } from '../kernel/clock.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { createStepRunner } from '../kernel/steps.ts'
import { type Network, NetworkUnavailable, type TransactionSpends } from '../networks/network.ts'
import type { Payment } from './payment.ts'
import type { MissingPayment } from './search-progress.ts'
import { createSpendSearch } from './spend-search.ts'

const createHash = (height: number): string => `block ${height}`

/** `number` pays by the transaction `pay number`, which spends `coin number` and has the ancestor `ancestor number`, which spends `root number`. */
const missing = (number: number, searchedHeight: number): MissingPayment => ({
  id: `${number}`,
  txid: `pay ${number}`,
  searchedHeight,
})

const createSpends = (txid: string, ...inputs: readonly string[]): TransactionSpends => ({
  txid,
  inputs: inputs.map((input) => ({ txid: input, vout: 0 })),
})

/** A chain of that height with its newest 144 blocks stored, the spends of each block, and logs of reads and writes. */
function createChain(height: number, spends: Readonly<Record<number, readonly TransactionSpends[]>> = {}) {
  const self = {
    read: [] as number[],
    changes: [] as string[],
    clock: createManualClock(0),
    unreadable: new Set<number>(),
    /** Lower blocks are pruned. */
    firstBlock: 0,
    /** How long reading a block takes. */
    readMs: 0,
    warned: [] as string[],
    isDown: false,
    search: (...payments: readonly MissingPayment[]) => search('LTC', network, { followed, payments }),
  }
  const blockAt = (at: number) => ({ height: at, hash: createHash(at), previous: '', txids: [], time: 0 })
  const network = {
    getBlock: async (at: number) => (at <= height ? blockAt(at) : null),
    getTip: async () => {
      if (self.isDown) throw new NetworkUnavailable('down')
      return blockAt(height)
    },
    findBlockSpends: async (hash: string) => {
      const at = Number(hash.split(' ')[1])
      self.read.push(at)
      self.clock.advance(self.readMs)
      if (self.unreadable.has(at) || self.isDown) throw new NetworkUnavailable('too large')
      return spends[at] ?? []
    },
    findOutputsTo: async () => [],
    getFirstBlockHeight: async () => self.firstBlock,
  } as Partial<Network> as Network
  const followed = Array.from({ length: Math.min(144, height) }, (_, back) => blockAt(height - back))
  const search = createSpendSearch({
    reader: {
      find: async (id) => ({ id, status: 'accepted', block: null }) as Payment,
      findWatchedPayment: async (id) => ({
        ownTxids: new Set([`pay ${id}`, `ancestor ${id}`]),
        inputs: ['coin', 'root'].map((name) => ({ txid: `${name} ${id}`, vout: 0 })),
        requiredOutputs: [{ script: '51', amount: toBaseUnits(10n) }],
      }),
      findTakenOutputs: async () => [],
    },
    changes: {
      recordBlock: async ({ id }, block) => void self.changes.push(`${id} is in ${block.height}`),
      replace: async () => assert.fail('unexpected replacement'),
      reverse: async ({ id }, block, conflictingTxid) =>
        void self.changes.push(`${conflictingTxid} double-spends ${id} in ${block.height}`),
      markSearched: async (_coin, ids, block) =>
        void self.changes.push(`${ids.join()} searched to ${block.height}`),
    },
    clock: self.clock,
    log: { warn: (message) => void self.warned.push(message), info: () => {} },
    runSteps: createStepRunner(),
  })
  return self
}

const heights = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place)

test('each block since a payment was last verified is read once, for all payments', async () => {
  const chain = createChain(300, {
    40: [createSpends('thief', 'coin 1')],
    299: [createSpends('robber', 'root 2')],
  })
  await chain.search(missing(1, 30), missing(2, 100), missing(4, 60))
  assert.deepEqual(chain.read, heights(31, 300))
  assert.deepEqual(chain.changes, [
    'thief double-spends 1 in 40',
    'robber double-spends 2 in 299',
    '4 searched to 300',
  ])
})

test('a mined ancestor is not a double spend', async () => {
  const chain = createChain(5, { 5: [createSpends('ancestor 1', 'root 1')] })
  await chain.search(missing(1, 4))
  assert.deepEqual(chain.changes, ['1 searched to 5'])
})

test('blocks already searched for a payment are not read again', async () => {
  const chain = createChain(5, { 3: [createSpends('thief', 'coin 1')] })
  await chain.search(missing(1, 5))
  assert.deepEqual([chain.read, chain.changes], [[], []])
  await chain.search(missing(1, 3), missing(2, 2))
  assert.deepEqual(chain.changes, ['1,2 searched to 5'])
})

test('of more than 500 blocks the next search reads the rest', async () => {
  const chain = createChain(700)
  await chain.search(missing(1, 100))
  assert.deepEqual(chain.read, heights(101, 600))
  assert.deepEqual(chain.changes, ['1 searched to 600'])
})

test('a block that contains the payment itself ends its search', async () => {
  const chain = createChain(300, { 300: [createSpends('pay 3', 'coin 3')] })
  await chain.search(missing(3, 299))
  assert.deepEqual(chain.changes, ['3 is in 300'])
})

test("an unreadable block is tried three times, then skipped, and doesn't hide a later one", async () => {
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

test('a payment with years of unsearched blocks delays no other: blocks near the tip are searched first', async () => {
  const chain = createChain(50_000, { 50000: [createSpends('thief', 'coin 2')] })
  chain.readMs = 10
  await chain.search(missing(1, 100), missing(2, 49_990))
  assert.deepEqual(chain.changes.slice(0, 1), ['thief double-spends 2 in 50000'])
  assert.equal(chain.read.length, 300)
  assert.deepEqual(chain.changes.slice(1), ['1 searched to 390'])
})

test('of payments with unsearched blocks the newest are searched first', async () => {
  const chain = createChain(50_000)
  await chain.search(missing(1, 100), missing(2, 40_000), missing(3, 39_900))
  assert.deepEqual(chain.changes, ['2,3 searched to 40400'])
})

test('pruned blocks are skipped immediately, with a warning', async () => {
  const chain = createChain(50_000, { 49900: [createSpends('thief', 'coin 1')] })
  chain.firstBlock = 49_700
  await chain.search(missing(1, 100))
  assert.deepEqual(chain.read, heights(49_700, 50_000))
  assert.deepEqual(chain.changes, ['thief double-spends 1 in 49900'])
  assert.equal(chain.warned.length, 1)
})

test('no block is skipped while the node is unreachable', async () => {
  const chain = createChain(2)
  chain.isDown = true
  for (let round = 0; round < 5; round++)
    await assert.rejects(chain.search(missing(1, 0)), NetworkUnavailable)
  chain.isDown = false
  await chain.search(missing(1, 0))
  assert.deepEqual(chain.changes, ['1 searched to 2'])
})

test('however many payments a block double-spends, each of its transactions is read a constant number of times', async () => {
  for (const count of [10, 300]) {
    let reads = 0
    const block = heights(1, count).map((number) => {
      const { txid, inputs } = createSpends(`thief ${number}`, `coin ${number}`)
      return {
        txid,
        get inputs() {
          reads++
          return inputs
        },
      }
    })
    const chain = createChain(5, { 5: block })
    await chain.search(...heights(1, count).map((number) => missing(number, 4)))
    assert.equal(chain.changes.length, count)
    assert.ok(reads <= 4 * count, `${reads} reads of ${count} transactions`)
  }
})
