import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transaction } from '../coins/coin.ts'
import { createSomeInSteps } from '../kernel/some-in-steps.ts'
import { createStepRunner } from '../kernel/steps.ts'
import { requireAncestors } from './match.ts'

const transaction = { version: 1, lockTime: 0, size: 100, virtualSize: 100, inputs: [], outputs: [] }

function getCode(error: unknown): unknown {
  assert.ok(error instanceof Error && 'code' in error)
  return error.code
}

test('all transactions before the last one are its ancestors', async () => {
  const createSpends = (id: string, ...parents: string[]): Transaction => ({
    ...transaction,
    id,
    inputs: parents.map((txid) => ({ txid, vout: 0, script: new Uint8Array(), sequence: 0, witness: [] })),
  })
  const findVerdict = (...transactions: readonly Transaction[]) =>
    requireAncestors(transactions, createSomeInSteps(createStepRunner())).then(() => 'matched', getCode)
  const [a, b, c] = [createSpends('a', 'x'), createSpends('b', 'a'), createSpends('c', 'b')]
  assert.equal(await findVerdict(a), 'matched')
  assert.equal(await findVerdict(a, b, c), 'matched')
  assert.equal(
    await findVerdict(createSpends('a', 'x'), createSpends('b', 'y'), createSpends('c', 'a', 'b', 'z')),
    'matched',
  )
  assert.equal(
    await findVerdict(a, createSpends('l', 'a'), createSpends('r', 'a'), createSpends('p', 'l', 'r')),
    'matched',
  )
  // Even in the wrong order they are ancestors. Missing inputs are reported elsewhere.
  assert.equal(await findVerdict(b, a, c), 'matched')

  assert.equal(await findVerdict(a, createSpends('p', 'x')), 'tx_unrelated')
  assert.equal(await findVerdict(createSpends('u', 'y'), a, b, c), 'tx_unrelated')
  assert.equal(await findVerdict(a, createSpends('s', 'a'), b), 'tx_unrelated')
  assert.equal(await findVerdict(c, b, a), 'tx_unrelated')
  assert.equal(await findVerdict(a, c), 'tx_unrelated')
})

test('inputs are read only until all ancestors are identified', async () => {
  const from = (txid: string) => ({ txid, vout: 0, script: new Uint8Array(), sequence: 0, witness: [] })
  const a = { ...transaction, id: 'a', inputs: Array.from({ length: 1_000 }, () => from('x')) }
  const b = { ...transaction, id: 'b', inputs: [from('a'), ...a.inputs] }
  let reads = 0
  const some = createSomeInSteps(createStepRunner())
  await requireAncestors([a, b], (items, isSo) => some(items, (item) => reads++ < 0 || isSo(item)))
  assert.equal(reads, 1)
})
