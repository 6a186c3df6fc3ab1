import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Chance, createSeededRandom } from '../../test/helpers/seeded.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { runToEnd } from '../kernel/steps.ts'
import type { LocatedOutput, TransactionSpends } from '../networks/network.ts'
import { indexBlock } from './block-index.ts'
import { type Conflict, findConflict as findConflictInSteps, type WatchedPayment } from './conflict.ts'

const script = Uint8Array.of(0x51)
const createOutput = (txid: string, vout: number, amount: bigint): LocatedOutput => ({
  txid,
  vout,
  script,
  amount: toBaseUnits(amount),
})
const createSpends = (txid: string, ...inputs: readonly string[]): TransactionSpends => ({
  txid,
  inputs: inputs.map((input) => ({ txid: input, vout: 0 })),
})

const findConflict = (
  spends: readonly TransactionSpends[],
  outputs: readonly LocatedOutput[],
  watched: WatchedPayment,
): Conflict | null => runToEnd(findConflictInSteps(runToEnd(indexBlock(spends)), outputs, watched))

/** `paying` spends `coin`, and pays 10 base units to one script. */
const payment: WatchedPayment = {
  ownTxids: new Set(['paying']),
  inputs: [{ txid: 'coin', vout: 0 }],
  requiredOutputs: [{ script: '51', amount: toBaseUnits(10n) }],
}

test("there is no conflict unless the payment's inputs are spent, even if the block pays to its address", () => {
  assert.equal(
    findConflict([createSpends('other', 'elsewhere')], [createOutput('other', 0, 10n)], payment),
    null,
  )
  assert.equal(findConflict([], [], payment), null)
})

test("a payment doesn't conflict with itself", () => {
  assert.equal(
    findConflict([createSpends('paying', 'coin')], [createOutput('paying', 0, 10n)], payment),
    null,
  )
})

test("a transaction that spends the payment's inputs and pays elsewhere is a conflict without a replacement", () => {
  assert.deepEqual(findConflict([createSpends('conflicting', 'coin')], [], payment), {
    conflictingTxid: 'conflicting',
    replacement: null,
  })
})

test("a transaction that spends the payment's inputs and pays exactly the same outputs is a replacement", () => {
  const spends = [createSpends('replacement', 'coin', 'more')]
  assert.deepEqual(findConflict(spends, [createOutput('replacement', 3, 10n)], payment), {
    conflictingTxid: 'replacement',
    replacement: {
      txid: 'replacement',
      inputs: [
        { txid: 'coin', vout: 0 },
        { txid: 'more', vout: 0 },
      ],
      outputs: [{ txid: 'replacement', vout: 3, script: '51', amount: 10n }],
    },
  })
})

test('a base unit more or less, or the sum of two outputs, is not a replacement', () => {
  for (const outputs of [
    [createOutput('conflicting', 0, 9n)],
    [createOutput('conflicting', 0, 11n)],
    [createOutput('conflicting', 0, 4n), createOutput('conflicting', 1, 6n)],
  ])
    assert.equal(findConflict([createSpends('conflicting', 'coin')], outputs, payment)?.replacement, null)
})

test('each amount due needs its own output', () => {
  const twoDues = { ...payment, requiredOutputs: [...payment.requiredOutputs, ...payment.requiredOutputs] }
  const spends = [createSpends('conflicting', 'coin')]
  assert.equal(findConflict(spends, [createOutput('conflicting', 0, 10n)], twoDues)?.replacement, null)
  const both = [createOutput('conflicting', 0, 10n), createOutput('conflicting', 1, 10n)]
  assert.deepEqual(
    findConflict(spends, both, twoDues)?.replacement?.outputs.map(({ vout }) => vout),
    [0, 1],
  )
})

test("an unrelated payment to the same address is not a replacement: it must spend one of the payment's inputs or descend from the conflict", () => {
  const spends = [createSpends('conflicting', 'coin'), createSpends('stranger', 'elsewhere')]
  assert.equal(findConflict(spends, [createOutput('stranger', 0, 10n)], payment)?.replacement, null)
})

test('a replacement can descend from the conflict over several steps, in any order within the block', () => {
  const spends = [
    createSpends('replacement', 'middle'),
    createSpends('middle', 'conflicting'),
    createSpends('conflicting', 'coin'),
  ]
  for (const order of [spends, spends.toReversed()])
    assert.equal(
      findConflict(order, [createOutput('replacement', 0, 10n)], payment)?.replacement?.txid,
      'replacement',
    )
})

test('of several conflicting transactions, the first in the block is reported, except those of the payment itself', () => {
  const threeCoins = { ...payment, inputs: ['coin', 'second', 'third'].map((txid) => ({ txid, vout: 0 })) }
  const spends = [
    createSpends('paying', 'third'),
    createSpends('thief', 'second'),
    createSpends('conflicting', 'coin'),
  ]
  assert.equal(findConflict(spends, [], threeCoins)?.conflictingTxid, 'thief')
  assert.equal(findConflict(spends.toReversed(), [], threeCoins)?.conflictingTxid, 'conflicting')
})

test('another output of the same transaction is a different outpoint', () => {
  const spends = [{ txid: 'conflicting', inputs: [{ txid: 'coin', vout: 1 }] }]
  assert.equal(findConflict(spends, [], payment), null)
})

test('the replacement is returned with its inputs, wherever it is in the block', () => {
  const spends = [
    createSpends('conflicting', 'coin'),
    createSpends('replacement', 'conflicting', 'elsewhere'),
  ]
  assert.deepEqual(findConflict(spends, [createOutput('replacement', 1, 10n)], payment)?.replacement, {
    txid: 'replacement',
    inputs: [
      { txid: 'conflicting', vout: 0 },
      { txid: 'elsewhere', vout: 0 },
    ],
    outputs: [{ txid: 'replacement', vout: 1, script: '51', amount: 10n }],
  })
})

test("other transactions' payments to the address don't count for the replacement", () => {
  const spends = [createSpends('conflicting', 'coin'), createSpends('stranger', 'elsewhere')]
  const outputs = [createOutput('conflicting', 0, 4n), createOutput('stranger', 0, 10n)]
  assert.equal(findConflict(spends, outputs, payment)?.replacement, null)
})

test('the amount alone is not enough: each amount due has its own script', () => {
  const elsewhere = { ...payment, requiredOutputs: [{ script: '52', amount: toBaseUnits(10n) }] }
  assert.equal(
    findConflict([createSpends('conflicting', 'coin')], [createOutput('conflicting', 0, 10n)], elsewhere)
      ?.replacement,
    null,
  )
})

/** A chain of transactions that descends from a double spend of `coin`, with children before parents, as ordering by id may put them. */
function chainBackwards(length: number): TransactionSpends[] {
  const chain = Array.from({ length }, (_, index) =>
    createSpends(`tx${index}`, index === 0 ? 'coin' : `tx${index - 1}`),
  )
  return chain.toReversed()
}

/** The same transactions. `count()` returns how often their ids and inputs were read. */
function countReads(spends: readonly TransactionSpends[]) {
  let reads = 0
  const counted = spends.map(({ txid, inputs }) => ({
    get txid() {
      reads++
      return txid
    },
    get inputs() {
      reads++
      return inputs
    },
  }))
  return { counted, count: () => reads }
}

test('each transaction is read a constant number of times, however long the chain is and whatever the order', () => {
  for (const length of [100, 1_000]) {
    const chain = chainBackwards(length)
    const { counted, count } = countReads(chain)
    const last = `tx${length - 1}`
    const outputs = chain.map(({ txid }) => createOutput(txid, 0, txid === last ? 10n : 9n))
    assert.equal(findConflict(counted, outputs, payment)?.replacement?.txid, last)
    assert.ok(count() <= 4 * length, `${count()} reads of ${length} transactions`)
  }
})

/** A block with parents first: a double spend of `coin`, and transactions that spend earlier ones or coins of other blocks. */
function randomBlock({ between, happens }: Chance): TransactionSpends[] {
  const block: TransactionSpends[] = []
  const conflictIndex = between(0, 10)
  for (let index = 0; index < 30; index++) {
    const parents = Array.from({ length: between(1, 3) }, () =>
      index > 0 && happens(0.5) ? `tx${between(0, index - 1)}` : `outside${between(0, 99)}`,
    )
    block.push(createSpends(`tx${index}`, ...(index === conflictIndex ? ['coin', ...parents] : parents)))
  }
  return block
}

test('the order of the block makes no difference', () => {
  const chance = createSeededRandom(1)
  const replacements = new Set<boolean>()
  for (let round = 0; round < 200; round++) {
    const block = randomBlock(chance)
    const outputs = [
      createOutput(`tx${chance.between(0, 29)}`, 0, 10n),
      createOutput(`tx${chance.between(0, 29)}`, 0, 10n),
    ]
    const expected = findConflict(block, outputs, payment)
    replacements.add(expected?.replacement != null)
    const byId = block.toSorted((one, other) => (one.txid < other.txid ? -1 : 1))
    for (const order of [block.toReversed(), byId, shuffle(block, chance)])
      assert.deepEqual(findConflict(order, outputs, payment), expected)
  }
  assert.equal(replacements.size, 2)
})

function shuffle<T>(items: readonly T[], { getNext }: Chance): T[] {
  const keyed = items.map((item) => ({ item, key: getNext() }))
  return keyed.toSorted((one, other) => one.key - other.key).map(({ item }) => item)
}

test('a large block is searched in steps', () => {
  const block = chainBackwards(5_000)
  assert.equal([...indexBlock(block)].length, 5)
  const index = runToEnd(indexBlock(block))
  assert.equal([...findConflictInSteps(index, [], payment)].length, 2)
})
