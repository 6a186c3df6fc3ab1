import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runToEnd } from '../kernel/steps.ts'
import type { TransactionSpends } from '../networks/network.ts'
import { findDescendants, formatOutpoint, indexBlock, itemsPerStep } from './block-index.ts'

const createSpends = (txid: string, ...inputs: readonly string[]): TransactionSpends => ({
  txid,
  inputs: inputs.map((input) => {
    const [from = '', vout] = input.split(':')
    return { txid: from, vout: Number(vout) }
  }),
})

const descendants = (block: readonly TransactionSpends[], ...txids: readonly string[]): string[] =>
  [...runToEnd(findDescendants(runToEnd(indexBlock(block)), txids))].sort()

test('a transaction is found by its id, by its parents within the block and by what it spends, in any order', () => {
  const [child, parent, other] = [
    createSpends('c', 'p:0', 'p:1', 'x:7'),
    createSpends('p', 'x:0'),
    createSpends('o', 'y:0'),
  ]
  const { transactions, byTxid, childrenOf, spenders } = runToEnd(indexBlock([child, parent, other]))
  assert.deepEqual(transactions, [child, parent, other])
  assert.deepEqual([...byTxid], Object.entries({ c: child, p: parent, o: other }))
  assert.deepEqual([...childrenOf], [['p', ['c', 'c']]])
  assert.deepEqual(Object.fromEntries(spenders), { 'p:0': 0, 'p:1': 0, 'x:7': 0, 'x:0': 1, 'y:0': 2 })
})

test('outputs of one transaction have different keys', () => {
  assert.deepEqual(
    [
      formatOutpoint({ txid: 'a', vout: 1 }),
      formatOutpoint({ txid: 'a', vout: 11 }),
      formatOutpoint({ txid: 'a1', vout: 1 }),
    ],
    ['a:1', 'a:11', 'a1:1'],
  )
})

test('descendants are found over several steps, each once, together with the transactions themselves', () => {
  const block = [
    createSpends('d', 'b:0', 'c:0'),
    createSpends('c', 'a:1'),
    createSpends('b', 'a:0'),
    createSpends('a', 'outside:0'),
    createSpends('stranger', 'outside:1'),
  ]
  assert.deepEqual(descendants(block, 'a'), ['a', 'b', 'c', 'd'])
  assert.deepEqual(descendants(block, 'c', 'stranger'), ['c', 'd', 'stranger'])
  assert.deepEqual(descendants(block, 'd'), ['d'])
  assert.deepEqual(descendants(block, 'unknown'), ['unknown'])
  assert.deepEqual(descendants(block), [])
})

/** Transactions in a row, each spending the one before. */
const chain = (length: number): TransactionSpends[] =>
  Array.from({ length }, (_, index) => createSpends(`tx${index}`, `tx${index - 1}:0`))

test('an index counts transactions and inputs, and pauses after every few thousand of both', () => {
  const pauses = (length: number): number => [...indexBlock(chain(length))].length
  assert.equal(pauses(itemsPerStep / 2 - 1), 0)
  assert.equal(pauses(itemsPerStep / 2), 1)
  assert.equal(pauses(itemsPerStep), 2)
  // Transactions without inputs, and one with many.
  const wide = createSpends('wide', ...Array.from({ length: itemsPerStep }, (_, vout) => `outside:${vout}`))
  assert.equal([...indexBlock([wide])].length, 1)
  assert.equal(
    [...indexBlock(Array.from({ length: itemsPerStep }, (_, n) => createSpends(`tx${n}`)))].length,
    1,
  )
})

test('a search for descendants pauses after every few thousand', () => {
  const pauses = (length: number): number => {
    const index = runToEnd(indexBlock(chain(length)))
    return [...findDescendants(index, ['tx0'])].length
  }
  assert.equal(pauses(itemsPerStep), 0)
  assert.equal(pauses(itemsPerStep + 1), 1)
  assert.equal(pauses(2 * itemsPerStep + 1), 2)
})
