import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createChain,
  createSpendingTransaction,
  inventOutpoints,
} from '../../test/helpers/input-status-chain.ts'
import type { Outpoint, Transaction } from '../coins/coin.ts'
import { createStepRunner, type RunSteps, type Steps } from '../kernel/steps.ts'
import type { PaymentChain } from './chain.ts'
import { findInputStatuses } from './input-status.ts'

test('however many inputs of however many transactions are missing, the blocks are searched once', async () => {
  const inputs = Array.from({ length: 3_000 }, (_, index) => `x:${index}`)
  const inventOutpoints = ['a', 'b', 'c'].map((id) =>
    createSpendingTransaction(
      id,
      inputs.map((name) => id + name),
    ),
  )
  const { chain, calls } = createChain({ spentInBlocks: ['ax:2999', 'bx:7'] })
  const statuses = await findInputStatuses(inventOutpoints, chain, 50)
  assert.deepEqual(
    statuses.map((each) => each.kind === 'unspendable' && each.error.code),
    ['tx_inputs_spent', 'tx_inputs_unknown', 'tx_inputs_unknown'],
  )
  assert.equal(calls.filter((each) => each === 'searched for the spender').length, 1)
})

test('the blocks are searched for all missing inputs, queried or not, and for no other', async () => {
  const { chain } = createChain({ outputHeights: { 'x:0': 7 } })
  const searches: (readonly Outpoint[])[] = []
  const findSpendingBlock: PaymentChain['findSpendingBlock'] = async (outpoints) => {
    searches.push(outpoints)
    return null
  }
  const transaction = createSpendingTransaction('a', ['x:0', ...inventOutpoints(40)])
  await findInputStatuses([transaction], { ...chain, findSpendingBlock }, 50)
  assert.deepEqual(searches, [transaction.inputs.slice(1)])
})

test('no blocks are searched if the first transaction that cannot be sent spends an input twice', async () => {
  const { chain, calls } = createChain({ outputHeights: { 'x:0': 7 }, spentInBlocks: ['y:0'] })
  const all = [
    createSpendingTransaction('a', ['x:0']),
    createSpendingTransaction('b', ['x:0']),
    createSpendingTransaction('c', ['y:0']),
  ]
  await findInputStatuses(all, chain, 50)
  assert.ok(!calls.includes('searched for the spender'))
})

test('if many transactions are missing, all inputs are read once to relate them, but only the first missing one is explained', async () => {
  const queries = new Map<string, number>()
  const all = ['a', 'b', 'c', 'd'].map((id) => {
    const transaction = createSpendingTransaction(id, inventOutpoints(3_000, `${id}x`))
    const count = (list: Transaction['inputs']) =>
      function* () {
        for (let index = 0; index < list.length; index++) {
          queries.set(id, (queries.get(id) ?? 0) + 1)
          yield list[index] ?? assert.fail()
        }
      }
    const inputs = Object.assign([...transaction.inputs], { [Symbol.iterator]: count(transaction.inputs) })
    return { ...transaction, inputs }
  })
  const { chain } = createChain({})
  const statuses = await findInputStatuses(all, chain, 50)
  assert.ok(statuses.every(({ kind }) => kind === 'unspendable'))
  // Once for the relations, once for availability, once for the first missing one, whose first input is read once more.
  assert.deepEqual([...queries.values()], [9_001, 6_001, 6_001, 6_001])
})

test('thousands of inputs that spend one another are checked in steps, however they are distributed', async () => {
  const line = ['b', 'c', 'd', 'e', 'f', 'g'].map((id, index) =>
    createSpendingTransaction(id, inventOutpoints(1_500, 'abcdef'[index]), 1_500),
  )
  const { chain } = createChain({ outputHeights: { 'x:0': 7 } })
  let steps = 0
  const run = createStepRunner()
  const runSteps: RunSteps = (work) => run(counted(work))
  const statuses = await findInputStatuses(
    [createSpendingTransaction('a', ['x:0'], 1_500), ...line],
    chain,
    50,
    {
      runSteps,
    },
  )
  assert.ok(statuses.every(({ kind }) => kind === 'spendable'))
  // Two passes over 9 001 inputs.
  assert.equal(steps, 9)

  function* counted<T>(work: Steps<T>): Steps<T> {
    for (;;) {
      const step = work.next()
      if (step.done) return step.value
      steps++
      yield
    }
  }
})

test('the block of a mined ancestor is never read: it may be old, large or pruned', async () => {
  const { chain } = createChain({ outputHeights: { 'old:0': 3 }, mined: { old: 3 } })
  const network = { ...chain.network, getBlock: () => assert.fail('the block is read') }
  const transactions = [
    createSpendingTransaction('old', ['gone:0']),
    createSpendingTransaction('pays', ['old:0']),
  ]
  const statuses = await findInputStatuses(transactions, { ...chain, network }, 90)
  assert.deepEqual(
    statuses.map(({ kind }) => kind),
    ['mined', 'spendable'],
  )
})
