import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, hour, minute, second } from '../kernel/clock.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { createStepRunner, type RunSteps } from '../kernel/steps.ts'
import {
  type BlockRef,
  type LocatedOutput,
  type Network,
  NetworkUnavailableError,
  type TransactionSpends,
} from '../networks/network.ts'
import { itemsPerStep } from './block-index.ts'
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
    /** The fields of the newest warning. */
    warnedFields: undefined as unknown,
    isDown: false,
    /** A block that the node doesn't have yet. */
    absent: Number.POSITIVE_INFINITY,
    /** Payments whose inputs were looked up. */
    lookups: [] as string[],
    /** An outpoint on which all payments depend, too. */
    shared: [] as string[],
    /** Null when the payment no longer exists. */
    stored: { status: 'accepted', block: null } as Partial<Payment> | null,
    /** Amounts that each payment has to pay to the script `51`. */
    required: [10n],
    /** Of a block, to the scripts. */
    outputs: [] as LocatedOutput[],
    /** Indexes of outputs that belong to another invoice. */
    taken: [] as number[],
    /** Pauses of the search. */
    steps: 0,
    search: (...payments: readonly MissingPayment[]) =>
      search('LTC', network, { followedBlocks: self.followedBlocks, payments }),
    /** Newest first. */
    followedBlocks: [] as BlockRef[],
  }
  const blockAt = (at: number) => ({ height: at, hash: createHash(at), previousHash: '', txids: [], time: 0 })
  const network = {
    getBlock: async (at: number) => (at <= height && at !== self.absent ? blockAt(at) : null),
    getTip: async () => {
      if (self.isDown) throw new NetworkUnavailableError('down')
      return blockAt(height)
    },
    findBlockSpends: async (hash: string) => {
      const at = Number(hash.split(' ')[1])
      self.read.push(at)
      self.clock.advance(self.readMs)
      if (self.unreadable.has(at) || self.isDown) throw new NetworkUnavailableError('too large')
      return spends[at] ?? []
    },
    findOutputsTo: async (scripts: readonly Uint8Array[]) => {
      for (const script of scripts) assert.deepEqual([...script], [0x51])
      return self.outputs
    },
    getFirstBlockHeight: async () => self.firstBlock,
  } as Partial<Network> as Network
  self.followedBlocks = Array.from({ length: Math.min(144, height) }, (_, back) => blockAt(height - back))
  const isFollowed = (at: number) => self.followedBlocks.some((block) => block.height === at)
  const runAll = createStepRunner()
  const runSteps: RunSteps = (steps) =>
    runAll(
      (function* () {
        for (;;) {
          const { done, value } = steps.next()
          if (done) return value
          self.steps++
          yield
        }
      })(),
    )
  const search = createSpendSearch({
    reader: {
      find: async (id) => self.stored && ({ id, ...self.stored } as Payment),
      findWatchedPayment: async (id) => {
        self.lookups.push(id)
        return {
          ownTxids: new Set([`pay ${id}`, `ancestor ${id}`]),
          inputs: [`coin ${id}`, `root ${id}`, ...self.shared].map((txid) => ({ txid, vout: 0 })),
          requiredOutputs: self.required.map((amount) => ({ script: '51', amount: toBaseUnits(amount) })),
        }
      },
      findTakenOutputs: async () => self.taken,
    },
    changes: {
      recordBlock: async ({ id }, block) => void self.changes.push(`${id} is in ${block.height}`),
      replace: async ({ id }, block, { txid }) =>
        void self.changes.push(`${txid} pays instead of ${id} in ${block.height}`),
      reverse: async ({ id }, block, conflictingTxid) =>
        void self.changes.push(`${conflictingTxid} double-spends ${id} in ${block.height}`),
      markSearched: async (_coin, ids, block) => {
        if (isFollowed(block.height)) assert.equal(block.hash, createHash(block.height))
        self.changes.push(`${ids.join()} searched to ${block.height}`)
      },
    },
    clock: self.clock,
    log: {
      warn: (message, fields) => {
        self.warned.push(message)
        self.warnedFields = fields
      },
      info: () => {},
    },
    runSteps,
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
  assert.deepEqual([chain.read, chain.changes, chain.lookups], [[], [], []])
  await chain.search(missing(1, 3), missing(2, 2))
  assert.deepEqual(chain.changes, ['1,2 searched to 5'])
})

test('a search reads up to 500 blocks, and the next one reads the rest', async () => {
  const chain = createChain(700)
  await chain.search(missing(1, 100))
  assert.deepEqual(chain.read, heights(101, 600))
  assert.deepEqual(chain.changes, ['1 searched to 600'])
})

test('the search for a payment ends at a block that contains it', async () => {
  const chain = createChain(300, { 300: [createSpends('pay 3', 'coin 3')] })
  await chain.search(missing(3, 299))
  assert.deepEqual(chain.changes, ['3 is in 300'])
})

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

test('a payment with years of unsearched blocks delays no other payment: blocks near the tip are searched first', async () => {
  const chain = createChain(50_000, { 50000: [createSpends('thief', 'coin 2')] })
  chain.readMs = 10
  await chain.search(missing(1, 100), missing(2, 49_990))
  assert.deepEqual(chain.changes.slice(0, 1), ['thief double-spends 2 in 50000'])
  assert.equal(chain.read.length, 300)
  assert.deepEqual(chain.changes.slice(1), ['1 searched to 390'])
})

test('among payments with unsearched blocks, the newest are searched first', async () => {
  const chain = createChain(50_000)
  await chain.search(missing(1, 100), missing(2, 40_000), missing(3, 39_900))
  assert.deepEqual(chain.changes, ['2,3 searched to 40400'])
  assert.deepEqual(chain.warned, [])
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

test('nothing is searched before the first block was followed', async () => {
  const chain = createChain(5)
  chain.followedBlocks = []
  await chain.search(missing(1, 0))
  assert.deepEqual([chain.read, chain.changes], [[], []])
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

test('a double spend of an output is reported to all payments that depend on it', async () => {
  const chain = createChain(5, { 5: [createSpends('thief', 'common')] })
  chain.shared = ['common']
  await chain.search(missing(1, 4), missing(2, 4), missing(3, 4))
  assert.deepEqual(
    chain.changes,
    [1, 2, 3].map((id) => `thief double-spends ${id} in 5`),
  )
})

test('a payment whose outcome was found is not changed by a later block', async () => {
  const chain = createChain(5, {
    4: [createSpends('thief', 'coin 1')],
    5: [createSpends('robber', 'root 1')],
  })
  await chain.search(missing(1, 3))
  assert.deepEqual(chain.changes, ['thief double-spends 1 in 4'])
})

test('a payment that has ended or was mined in the meantime is left alone', async () => {
  for (const stored of [
    null,
    { status: 'reversed', block: null },
    { status: 'accepted', block: { height: 4, hash: createHash(4) } },
  ] as const) {
    const chain = createChain(5, { 5: [createSpends('thief', 'coin 1')] })
    chain.stored = stored as Partial<Payment> | null
    await chain.search(missing(1, 4))
    assert.deepEqual(chain.changes, [])
  }
})

test('a transaction that spends the inputs and pays replaces the payment, unless one of its outputs pays another invoice', async () => {
  const output = (vout: number, amount: bigint): LocatedOutput => ({
    txid: 'bump',
    vout,
    script: Uint8Array.of(0x51),
    amount: toBaseUnits(amount),
  })
  for (const [taken, change] of [
    [[], 'bump pays instead of 1 in 5'],
    [[2], 'bump pays instead of 1 in 5'],
    [[1], 'bump double-spends 1 in 5'],
  ] as const) {
    const chain = createChain(5, { 5: [createSpends('bump', 'coin 1')] })
    chain.required = [10n, 20n]
    chain.outputs = [output(0, 10n), output(1, 20n), output(2, 30n)]
    chain.taken = [...taken]
    await chain.search(missing(1, 4))
    assert.deepEqual(chain.changes, [change])
  }
})

test('a block of many inputs is searched in steps, between which other work runs', async () => {
  const inputs = Array.from({ length: 2 * itemsPerStep }, (_, index) => `other ${index}`)
  const chain = createChain(5, { 5: [createSpends('batch', ...inputs)] })
  await chain.search(missing(1, 4))
  assert.equal(chain.steps, 2)
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
