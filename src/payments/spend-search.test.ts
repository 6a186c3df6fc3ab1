import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChain, createHash, createSpends, heights, missing } from '../../test/helpers/spend-search.ts'
import { toBaseUnits } from '../kernel/money.ts'
import type { LocatedOutput } from '../networks/network.ts'
import { itemsPerStep } from './block-index.ts'
import type { Payment } from './payment.ts'

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

test('nothing is searched before the first block was followed', async () => {
  const chain = createChain(5)
  chain.followedBlocks = []
  await chain.search(missing(1, 0))
  assert.deepEqual([chain.read, chain.changes], [[], []])
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

test('a payment that has ended, was mined or was replaced in the meantime is left alone', async () => {
  for (const stored of [
    null,
    { status: 'reversed', block: null },
    { status: 'accepted', block: { height: 4, hash: createHash(4) } },
    { status: 'accepted', block: null, txid: 'pay 1 instead' },
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
