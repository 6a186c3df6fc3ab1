import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createChain,
  createRecordingChain,
  findStatuses,
  spendingTransaction,
} from '../../test/helpers/input-status-chain.ts'
import type { Outpoint, Transaction } from '../coins/coin.ts'
import { createStepRunner, type RunSteps, type Steps } from '../kernel/steps.ts'
import { type Network, NetworkUnavailable } from '../networks/network.ts'
import type { PaymentChain } from './chain.ts'
import { findInputStatuses } from './input-status.ts'

const invented = (count: number, of = 'y'): string[] =>
  Array.from({ length: count }, (_, vout) => `${of}:${vout}`)

test('up to a hundred outputs of an old transaction are queried', async () => {
  const { chain, outpointQueries } = createRecordingChain({})
  await findInputStatuses([spendingTransaction('a', ['x:0'], 150)], chain, 50)
  assert.deepEqual(
    outpointQueries.map((names) => names.length),
    [1, 100],
  )
})

test('the outputs of a large ancestor that the submission spends are queried first', async () => {
  const family = [spendingTransaction('a', ['x:0'], 3_000), spendingTransaction('b', ['a:2500', 'a:2999'])]
  const { chain, outpointQueries } = createRecordingChain({
    unspent: { 'a:2500': 3, 'a:2999': 3 },
    mined: { a: 3 },
  })
  const statuses = await findInputStatuses(family, chain, 50)
  assert.deepEqual(
    statuses.map(({ kind }) => kind),
    ['mined', 'fresh'],
  )
  assert.deepEqual(outpointQueries[1]?.slice(0, 3), ['a:2500', 'a:2999', 'a:0'])
  assert.equal(outpointQueries[1]?.length, 100)
})

test('of the outputs that the submission spends, no more than a hundred are queried either', async () => {
  const family = [spendingTransaction('a', ['x:0'], 3_000), spendingTransaction('b', invented(3_000, 'a'))]
  const { chain, outpointQueries } = createRecordingChain({})
  await findInputStatuses(family, chain, 50)
  assert.deepEqual(
    // The parent's input, its outputs, some of the child's inputs, and the child's output.
    outpointQueries.map(({ length }) => length),
    [1, 100, 32, 1],
  )
})

test('an output index beyond the transaction is never queried', async () => {
  const { chain, outpointQueries } = createRecordingChain({})
  await findInputStatuses(
    [spendingTransaction('a', ['x:0'], 2), spendingTransaction('b', ['a:2', 'a:7'])],
    chain,
    50,
  )
  assert.deepEqual(outpointQueries[1], ['a:0', 'a:1'])
})

test('inputs that were missing are not queried again', async () => {
  const { chain, outpointQueries } = createRecordingChain({})
  await findInputStatuses([spendingTransaction('a', ['x:0'])], chain, 50)
  assert.deepEqual(outpointQueries, [['x:0'], ['a:0']])
})

test('one available input is enough to conclude that no block has the transaction', async () => {
  const unspent: Record<string, number | null> = { 'x:0': 7, 'y:0': 8 }
  const { chain, calls } = createChain({ unspent, mined: { a: 60 } })
  const catchUp = async () => void delete unspent['x:0']
  const [status] = await findInputStatuses(
    [spendingTransaction('a', ['x:0', 'y:0', 'z:0'])],
    { ...chain, catchUp },
    50,
  )
  assert.equal(status?.kind, 'unspendable')
  assert.ok(!calls.includes('searched'))
})

test("an unmined output doesn't tell the height, so the next one is queried", async () => {
  const { chain, calls } = createChain({ unspent: { 'a:0': null, 'a:1': 51 }, mined: { a: 51 } })
  const [status] = await findInputStatuses([spendingTransaction('a', ['x:0'], 2)], chain, 50)
  assert.equal(status?.kind, 'mined')
  assert.deepEqual(calls, ['caught up'])
})

test('if the block is gone, the transaction counts as unmined', async () => {
  const { chain } = createChain({ unspent: { 'a:0': 51 } })
  for (const block of [chain.network.getBlock, async () => null]) {
    const network = { ...chain.network, getBlock: block }
    const [status] = await findInputStatuses([spendingTransaction('a', ['x:0'])], { ...chain, network }, 50)
    assert.ok(status?.kind === 'unspendable' && status.error.code === 'tx_inputs_unknown')
  }
})

test('however many inputs of however many transactions are missing, the blocks are searched once', async () => {
  const inputs = Array.from({ length: 3_000 }, (_, index) => `x:${index}`)
  const invented = ['a', 'b', 'c'].map((id) =>
    spendingTransaction(
      id,
      inputs.map((name) => id + name),
    ),
  )
  const { chain, calls } = createChain({ spentInBlocks: ['ax:2999', 'bx:7'] })
  const statuses = await findInputStatuses(invented, chain, 50)
  assert.deepEqual(
    statuses.map((each) => each.kind === 'unspendable' && each.error.code),
    ['tx_inputs_spent', 'tx_inputs_unknown', 'tx_inputs_unknown'],
  )
  assert.equal(calls.filter((each) => each === 'looked for who spent them').length, 1)
})

test('querying inputs stops once some are missing: thousands of invented ones cost the node one round trip', async () => {
  const { chain, outpointQueries } = createRecordingChain({ unspent: { 'x:0': 7 } })
  const [status] = await findInputStatuses([spendingTransaction('a', ['x:0', ...invented(3_000)])], chain, 50)
  assert.ok(status?.kind === 'unspendable' && status.error.code === 'tx_inputs_unknown')
  assert.deepEqual(
    outpointQueries.map(({ length }) => length),
    [32, 1, 1],
  )
})

test('the inputs of the other transactions in a submission are still queried', async () => {
  const facts = { pooled: ['a'], spentInPool: invented(100), unspent: { 'x:0': 7, 'z:0': 7 } }
  const all = [
    spendingTransaction('a', invented(100)),
    spendingTransaction('b', ['x:0']),
    spendingTransaction('c', ['z:0']),
  ]
  assert.equal(await findStatuses(facts, all), 'pooled,fresh,fresh')
})

test('the node is asked for the outputs of a parent in the submission only if it has that parent', async () => {
  const family = [spendingTransaction('a', ['x:0'], 3_000), spendingTransaction('b', invented(3_000, 'a'))]
  const alone = createRecordingChain({ unspent: { 'x:0': 7 } })
  const statuses = await findInputStatuses(family, alone.chain, 50)
  assert.deepEqual(
    statuses.map(({ kind }) => kind),
    ['fresh', 'fresh'],
  )
  assert.deepEqual(alone.outpointQueries, [['x:0']])
  const unspent = Object.fromEntries(invented(3_000, 'a').map((name) => [name, null]))
  assert.equal(await findStatuses({ pooled: ['a'], unspent }, family), 'pooled,fresh')
})

test('the deadline is checked between two queries', async () => {
  const unspent = Object.fromEntries(invented(3_000).map((name) => [name, 7]))
  const { chain, outpointQueries } = createRecordingChain({ unspent })
  const checkDeadline = () => {
    if (outpointQueries.length === 3) throw new NetworkUnavailable('too late')
  }
  await assert.rejects(
    findInputStatuses([spendingTransaction('a', invented(3_000))], chain, 50, { checkDeadline }),
    NetworkUnavailable,
  )
  assert.equal(outpointQueries.length, 3)
})

test('the deadline is checked before each transaction, even if the node has all of them', async () => {
  const names = ['x:0', 'y:0', 'z:0']
  const { chain } = createChain({ pooled: ['a', 'b', 'c'], spentInPool: names })
  let lookups = 0
  const network: Network = {
    ...chain.network,
    findInMempool: (txids) => {
      lookups++
      return chain.network.findInMempool(txids)
    },
  }
  const checkDeadline = () => {
    if (lookups === 2) throw new NetworkUnavailable('too late')
  }
  const all = ['a', 'b', 'c'].map((id, index) => spendingTransaction(id, names.slice(index, index + 1)))
  await assert.rejects(
    findInputStatuses(all, { ...chain, network }, 50, { checkDeadline }),
    NetworkUnavailable,
  )
})

test('the blocks are searched for all missing inputs, queried or not, and for no other', async () => {
  const { chain } = createChain({ unspent: { 'x:0': 7 } })
  const searches: (readonly Outpoint[])[] = []
  const findSpendingBlock: PaymentChain['findSpendingBlock'] = async (outpoints) => {
    searches.push(outpoints)
    return null
  }
  const transaction = spendingTransaction('a', ['x:0', ...invented(40)])
  await findInputStatuses([transaction], { ...chain, findSpendingBlock }, 50)
  assert.deepEqual(searches, [transaction.inputs.slice(1)])
})

test('no blocks are searched if the first transaction that cannot be sent spends an input twice', async () => {
  const { chain, calls } = createChain({ unspent: { 'x:0': 7 }, spentInBlocks: ['y:0'] })
  const all = [
    spendingTransaction('a', ['x:0']),
    spendingTransaction('b', ['x:0']),
    spendingTransaction('c', ['y:0']),
  ]
  await findInputStatuses(all, chain, 50)
  assert.ok(!calls.includes('looked for who spent them'))
})

test('of many missing transactions, all inputs are read once to relate them, but only the first is explained', async () => {
  const queries = new Map<string, number>()
  const all = ['a', 'b', 'c', 'd'].map((id) => {
    const transaction = spendingTransaction(id, invented(3_000, `${id}x`))
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

test('thousands of inputs that spend one another are checked in turns, however they are distributed', async () => {
  const line = ['b', 'c', 'd', 'e', 'f', 'g'].map((id, index) =>
    spendingTransaction(id, invented(1_500, 'abcdef'[index]), 1_500),
  )
  const { chain } = createChain({ unspent: { 'x:0': 7 } })
  let steps = 0
  const run = createStepRunner()
  const runSteps: RunSteps = (work) => run(counted(work))
  const statuses = await findInputStatuses([spendingTransaction('a', ['x:0'], 1_500), ...line], chain, 50, {
    runSteps,
  })
  assert.ok(statuses.every(({ kind }) => kind === 'fresh'))
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
  const { chain } = createChain({ unspent: { 'old:0': 3 }, mined: { old: 3 } })
  const network = { ...chain.network, getBlock: () => assert.fail('the block is read') }
  const transactions = [spendingTransaction('old', ['gone:0']), spendingTransaction('pays', ['old:0'])]
  const statuses = await findInputStatuses(transactions, { ...chain, network }, 90)
  assert.deepEqual(
    statuses.map(({ kind }) => kind),
    ['mined', 'fresh'],
  )
})
