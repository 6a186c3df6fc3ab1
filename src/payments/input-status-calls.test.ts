import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createChain,
  createRecordingChain,
  createSpendingTransaction,
  findStatuses,
  inventOutpoints,
} from '../../test/helpers/input-status-chain.ts'
import { type Network, NetworkUnavailableError } from '../networks/network.ts'
import { findInputStatuses } from './input-status.ts'

test('up to a hundred outputs of an old transaction are queried', async () => {
  const { chain, outpointQueries } = createRecordingChain({})
  await findInputStatuses([createSpendingTransaction('a', ['x:0'], 150)], chain, 50)
  assert.deepEqual(
    outpointQueries.map((names) => names.length),
    [1, 100],
  )
})

test('the outputs of a large ancestor that the submission spends are queried first', async () => {
  const family = [
    createSpendingTransaction('a', ['x:0'], 3_000),
    createSpendingTransaction('b', ['a:2500', 'a:2999']),
  ]
  const { chain, outpointQueries } = createRecordingChain({
    outputHeights: { 'a:2500': 3, 'a:2999': 3 },
    mined: { a: 3 },
  })
  const statuses = await findInputStatuses(family, chain, 50)
  assert.deepEqual(
    statuses.map(({ kind }) => kind),
    ['mined', 'spendable'],
  )
  assert.deepEqual(outpointQueries[1]?.slice(0, 3), ['a:2500', 'a:2999', 'a:0'])
  assert.equal(outpointQueries[1]?.length, 100)
})

test('at most a hundred of the outputs that the submission spends are queried as well', async () => {
  const family = [
    createSpendingTransaction('a', ['x:0'], 3_000),
    createSpendingTransaction('b', inventOutpoints(3_000, 'a')),
  ]
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
    [createSpendingTransaction('a', ['x:0'], 2), createSpendingTransaction('b', ['a:2', 'a:7'])],
    chain,
    50,
  )
  assert.deepEqual(outpointQueries[1], ['a:0', 'a:1'])
})

test('inputs that were missing are not queried again', async () => {
  const { chain, outpointQueries } = createRecordingChain({})
  await findInputStatuses([createSpendingTransaction('a', ['x:0'])], chain, 50)
  assert.deepEqual(outpointQueries, [['x:0'], ['a:0']])
})

test('one available input is enough to conclude that no block has the transaction', async () => {
  const outputHeights: Record<string, number | null> = { 'x:0': 7, 'y:0': 8 }
  const { chain, calls } = createChain({ outputHeights, mined: { a: 60 } })
  const catchUp = async () => void delete outputHeights['x:0']
  const [status] = await findInputStatuses(
    [createSpendingTransaction('a', ['x:0', 'y:0', 'z:0'])],
    { ...chain, catchUp },
    50,
  )
  assert.equal(status?.kind, 'unspendable')
  assert.ok(!calls.includes('searched'))
})

test("an unmined output doesn't tell the height, so the next one is queried", async () => {
  const { chain, calls } = createChain({ outputHeights: { 'a:0': null, 'a:1': 51 }, mined: { a: 51 } })
  const [status] = await findInputStatuses([createSpendingTransaction('a', ['x:0'], 2)], chain, 50)
  assert.equal(status?.kind, 'mined')
  assert.deepEqual(calls, ['caught up'])
})

test('if the node no longer has the block, the transaction counts as unmined', async () => {
  const { chain } = createChain({ outputHeights: { 'a:0': 51 } })
  for (const block of [chain.network.getBlock, async () => null]) {
    const network = { ...chain.network, getBlock: block }
    const [status] = await findInputStatuses(
      [createSpendingTransaction('a', ['x:0'])],
      { ...chain, network },
      50,
    )
    assert.ok(status?.kind === 'unspendable' && status.error.code === 'tx_inputs_unknown')
  }
})

test('querying inputs stops once some are missing: thousands of made-up inputs cost the node one round trip', async () => {
  const { chain, outpointQueries } = createRecordingChain({ outputHeights: { 'x:0': 7 } })
  const [status] = await findInputStatuses(
    [createSpendingTransaction('a', ['x:0', ...inventOutpoints(3_000)])],
    chain,
    50,
  )
  assert.ok(status?.kind === 'unspendable' && status.error.code === 'tx_inputs_unknown')
  assert.deepEqual(
    outpointQueries.map(({ length }) => length),
    [32, 1, 1],
  )
})

test('the inputs of the other transactions in a submission are still queried', async () => {
  const facts = { inMempool: ['a'], spentInPool: inventOutpoints(100), outputHeights: { 'x:0': 7, 'z:0': 7 } }
  const all = [
    createSpendingTransaction('a', inventOutpoints(100)),
    createSpendingTransaction('b', ['x:0']),
    createSpendingTransaction('c', ['z:0']),
  ]
  assert.equal(await findStatuses(facts, all), 'inMempool,spendable,spendable')
})

test('the outputs of a parent in the submission are queried only if the node has that parent', async () => {
  const family = [
    createSpendingTransaction('a', ['x:0'], 3_000),
    createSpendingTransaction('b', inventOutpoints(3_000, 'a')),
  ]
  const alone = createRecordingChain({ outputHeights: { 'x:0': 7 } })
  const statuses = await findInputStatuses(family, alone.chain, 50)
  assert.deepEqual(
    statuses.map(({ kind }) => kind),
    ['spendable', 'spendable'],
  )
  assert.deepEqual(alone.outpointQueries, [['x:0']])
  const outputHeights = Object.fromEntries(inventOutpoints(3_000, 'a').map((name) => [name, null]))
  assert.equal(await findStatuses({ inMempool: ['a'], outputHeights }, family), 'inMempool,spendable')
})

test('the deadline is checked between two queries', async () => {
  const outputHeights = Object.fromEntries(inventOutpoints(3_000).map((name) => [name, 7]))
  const { chain, outpointQueries } = createRecordingChain({ outputHeights })
  const checkDeadline = () => {
    if (outpointQueries.length === 3) throw new NetworkUnavailableError('too late')
  }
  await assert.rejects(
    findInputStatuses([createSpendingTransaction('a', inventOutpoints(3_000))], chain, 50, { checkDeadline }),
    NetworkUnavailableError,
  )
  assert.equal(outpointQueries.length, 3)
})

test('the deadline is checked before each transaction, even if the node has all of them', async () => {
  const names = ['x:0', 'y:0', 'z:0']
  const { chain } = createChain({ inMempool: ['a', 'b', 'c'], spentInPool: names })
  let lookups = 0
  const network: Network = {
    ...chain.network,
    findInMempool: (txids) => {
      lookups++
      return chain.network.findInMempool(txids)
    },
  }
  const checkDeadline = () => {
    if (lookups === 2) throw new NetworkUnavailableError('too late')
  }
  const all = ['a', 'b', 'c'].map((id, index) => createSpendingTransaction(id, names.slice(index, index + 1)))
  await assert.rejects(
    findInputStatuses(all, { ...chain, network }, 50, { checkDeadline }),
    NetworkUnavailableError,
  )
})
