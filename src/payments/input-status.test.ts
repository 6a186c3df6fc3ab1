import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createChain,
  createSpendingTransaction,
  findStatuses,
} from '../../test/helpers/input-status-chain.ts'
import { findInputStatuses } from './input-status.ts'

test('a transaction whose inputs are all available is spendable, whether they are mined or in the mempool', async () => {
  const { chain } = createChain({ outputHeights: { 'x:0': 7, 'y:1': null } })
  const [status = assert.fail()] = await findInputStatuses(
    [createSpendingTransaction('a', ['x:0', 'y:1'])],
    chain,
    50,
  )
  assert.ok(status.kind === 'spendable')
  assert.deepEqual(
    status.prevouts.map(({ unconfirmed }) => unconfirmed),
    [null, 'mempool'],
  )
})

test('a transaction in the mempool has that status, although it spends its inputs itself', async () => {
  assert.equal(
    await findStatuses({ inMempool: ['a'], spentInPool: ['x:0'] }, [createSpendingTransaction('a', ['x:0'])]),
    'inMempool',
  )
})

test('a transaction mined since the address was issued is mined, however old the block, while an output is unspent', async () => {
  const facts = { outputHeights: { 'a:1': 51 }, mined: { a: 51 } }
  const { chain, calls } = createChain(facts)
  const [status] = await findInputStatuses([createSpendingTransaction('a', ['x:0'], 2)], chain, 50)
  assert.deepEqual(status, { kind: 'mined', block: { height: 51, hash: 'hash 51' } })
  assert.deepEqual(calls, ['caught up'])
})

test('with all outputs spent, the followed blocks are searched', async () => {
  assert.equal(await findStatuses({ mined: { a: 60 } }, [createSpendingTransaction('a', ['x:0'])]), 'mined')
  assert.equal(
    await findStatuses({ mined: { a: 50 } }, [createSpendingTransaction('a', ['x:0'])]),
    'tx_inputs_unknown',
  )
})

test('the blocks are not searched while an input is available: by the chain, by the mempool, or in the mempool', async () => {
  const facts = [
    { outputHeights: { 'x:0': 7 } },
    { spentInPool: ['x:0'] },
    { outputHeights: { 'x:0': null } },
  ]
  for (const fact of facts) {
    const { chain, calls } = createChain({ ...fact, mined: { a: 60 } })
    const [status] = await findInputStatuses([createSpendingTransaction('a', ['x:0', 'y:0'])], chain, 50)
    assert.equal(status?.kind, 'unspendable')
    const expectedQueries = 'spentInPool' in fact ? [] : ['searched for the spender']
    assert.deepEqual(calls, ['caught up', ...expectedQueries])
  }
})

test('missing inputs are queried again before they count as missing, in case the block has just arrived', async () => {
  const outputHeights: Record<string, number | null> = { 'x:0': 7 }
  const { chain, calls } = createChain({ outputHeights, mined: { a: 60 } })
  const catchUp = async () => void delete outputHeights['x:0']
  const [status] = await findInputStatuses(
    [createSpendingTransaction('a', ['x:0', 'y:0'])],
    { ...chain, catchUp },
    50,
  )
  assert.deepEqual(status, { kind: 'mined', block: { height: 60, hash: 'hash 60' } })
  assert.deepEqual(calls, ['searched'])
})

test('a transaction mined at or below that height is tx_too_old', async () => {
  for (const height of [50, 3]) {
    const { chain } = createChain({ outputHeights: { 'a:0': height }, mined: { a: height } })
    await assert.rejects(findInputStatuses([createSpendingTransaction('a', ['x:0'])], chain, 50), {
      code: 'tx_too_old',
    })
  }
})

test('only the last transaction must be mined above that height; its ancestors can be mined anywhere', async () => {
  const both = [createSpendingTransaction('a', ['x:0']), createSpendingTransaction('b', ['a:0'])]
  assert.equal(await findStatuses({ mined: { a: 3 }, outputHeights: { 'a:0': 3 } }, both), 'mined,spendable')
  assert.equal(
    await findStatuses({ mined: { a: 3 }, outputHeights: { 'a:0': 3, 'b:0': null } }, both),
    'mined,spendable',
  )
  const late = { mined: { a: 3, b: 60 }, outputHeights: { 'a:1': 3, 'b:0': 60 } }
  assert.equal(
    await findStatuses(late, [
      createSpendingTransaction('a', ['x:0'], 2),
      createSpendingTransaction('b', ['a:0']),
    ]),
    'mined,mined',
  )
  const early = { mined: { a: 3, b: 50 }, outputHeights: { 'b:0': 50 } }
  await assert.rejects(findStatuses(early, both), { code: 'tx_too_old' })
})

test('a fully spent ancestor counts as mined if the network has its descendant', async () => {
  const line = [
    createSpendingTransaction('a', ['x:0']),
    createSpendingTransaction('b', ['a:0']),
    createSpendingTransaction('c', ['b:0']),
  ]
  assert.equal(await findStatuses({ inMempool: ['c'], spentInPool: ['b:0'] }, line), 'mined,mined,inMempool')
  assert.equal(
    await findStatuses({ mined: { a: 1, b: 2, c: 60 }, outputHeights: { 'c:0': 60 } }, line),
    'mined,mined,mined',
  )
  assert.equal(await findStatuses({ inMempool: ['b', 'c'] }, line), 'mined,inMempool,inMempool')
  assert.equal(
    await findStatuses({ mined: { b: 2 }, outputHeights: { 'b:0': 2 } }, line),
    'mined,mined,spendable',
  )

  const unknown = 'tx_inputs_unknown'
  assert.equal(await findStatuses({}, line), `${unknown},${unknown},${unknown}`)
  // The mempool has one that isn't its descendant.
  const strangers = [
    createSpendingTransaction('a', ['x:0']),
    createSpendingTransaction('b', ['y:0']),
    createSpendingTransaction('c', ['z:0']),
  ]
  assert.equal(await findStatuses({ inMempool: ['c'] }, strangers), `${unknown},${unknown},inMempool`)
  assert.equal(await findStatuses({ inMempool: ['a'] }, line), `inMempool,${unknown},${unknown}`)
})

test('inputs spent by another transaction, in the mempool or a followed block, are tx_inputs_spent', async () => {
  assert.equal(
    await findStatuses({ spentInPool: ['x:0'] }, [createSpendingTransaction('a', ['x:0'])]),
    'tx_inputs_spent',
  )
  assert.equal(
    await findStatuses({ spentInBlocks: ['x:0'] }, [createSpendingTransaction('a', ['x:0'])]),
    'tx_inputs_spent',
  )
  assert.equal(
    await findStatuses({ outputHeights: { 'x:0': 1 } }, [createSpendingTransaction('a', ['x:0', 'y:0'])]),
    'tx_inputs_unknown',
  )
})

test('an earlier transaction of the submission is a parent unless the network has it', async () => {
  const chain = [
    createSpendingTransaction('a', ['x:0']),
    createSpendingTransaction('b', ['a:0']),
    createSpendingTransaction('c', ['b:0']),
  ]
  assert.equal(await findStatuses({ outputHeights: { 'x:0': 1 } }, chain), 'spendable,spendable,spendable')
  assert.equal(
    await findStatuses({ outputHeights: { 'x:0': 1 } }, chain.toReversed()),
    'tx_inputs_unknown,tx_inputs_unknown,spendable',
  )
  assert.equal(
    await findStatuses({ outputHeights: { 'x:0': 1 } }, [
      createSpendingTransaction('a', ['x:0']),
      createSpendingTransaction('b', ['a:1']),
    ]),
    'spendable,tx_inputs_unknown',
  )
})

test('the outputs of a parent in the submission are the inputs of its child', async () => {
  const { chain } = createChain({ outputHeights: { 'x:0': 1 } })
  const [, child] = await findInputStatuses(
    [createSpendingTransaction('a', ['x:0']), createSpendingTransaction('b', ['a:0'])],
    chain,
    50,
  )
  const prevout = {
    script: Uint8Array.of(2),
    amount: 3n,
    height: null,
    coinbaseHeight: null,
    unconfirmed: 'submission',
  }
  assert.deepEqual(child, { kind: 'spendable', prevouts: [prevout] })
})

test('if the network has the parent, it also decides whether the input of the child exists', async () => {
  const chain = [createSpendingTransaction('a', ['x:0']), createSpendingTransaction('b', ['a:0'])]
  assert.equal(
    await findStatuses({ inMempool: ['a'], outputHeights: { 'a:0': null } }, chain),
    'inMempool,spendable',
  )
  assert.equal(
    await findStatuses({ inMempool: ['a', 'b'], spentInPool: ['a:0'] }, chain),
    'inMempool,inMempool',
  )
  assert.equal(
    await findStatuses({ mined: { a: 60 }, outputHeights: { 'a:0': 60 } }, chain),
    'mined,spendable',
  )
  assert.equal(
    await findStatuses({ mined: { a: 60, b: 61 }, outputHeights: { 'b:0': 61 } }, chain),
    'mined,mined',
  )
  assert.equal(await findStatuses({ mined: { a: 60 }, spentInPool: ['a:0'] }, chain), 'mined,tx_inputs_spent')
})

test('if two transactions of a submission spend the same input, the later one is tx_inputs_spent', async () => {
  const both = [createSpendingTransaction('a', ['x:0']), createSpendingTransaction('b', ['x:0'])]
  assert.equal(await findStatuses({ outputHeights: { 'x:0': 1 } }, both), 'spendable,tx_inputs_spent')
  const more = [createSpendingTransaction('a', ['x:0']), createSpendingTransaction('b', ['x:0', 'y:0'])]
  assert.equal(
    await findStatuses({ outputHeights: { 'x:0': 1, 'y:0': 1 } }, more),
    'spendable,tx_inputs_spent',
  )
})

test('the blocks are searched for the first transaction with missing inputs, even after one without', async () => {
  const both = [createSpendingTransaction('a', ['x:0']), createSpendingTransaction('b', ['y:0'])]
  assert.equal(
    await findStatuses({ outputHeights: { 'x:0': 1 }, spentInBlocks: ['y:0'] }, both),
    'spendable,tx_inputs_spent',
  )
})
