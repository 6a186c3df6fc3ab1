import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfirmationCheck } from './confirmation-policy.ts'

const block = { height: 100, hash: 'ab' }
/** Is a payment in block 100 confirmed when the chain is so high, and the coin asks for so many? */
const isConfirmed = (
  tip: number | null,
  usual: number,
  { place = block, depth = null }: { place?: typeof block | null; depth?: number | null } = {},
) =>
  createConfirmationCheck({ tipHeight: () => tip }, () => usual)(
    { coin: 'LTC', requiredConfirmations: depth },
    place,
  )

test('a payment is confirmed from the depth on that its coin asks for, its own block being the first', () => {
  assert.equal(isConfirmed(100, 1), true)
  assert.equal(isConfirmed(100, 2), false)
  assert.equal(isConfirmed(104, 6), false)
  assert.equal(isConfirmed(105, 6), true)
  assert.equal(isConfirmed(106, 6), true)
})

test('without a block it is confirmed where none is asked for, and nowhere else', () => {
  assert.equal(isConfirmed(100, 0, { place: null }), true)
  assert.equal(isConfirmed(100, 1, { place: null }), false)
})

test('while the height of the chain is not known, its block is the newest', () => {
  assert.equal(isConfirmed(null, 1), true)
  assert.equal(isConfirmed(null, 2), false)
})

test('each coin has its own chain and its own policy', () => {
  const asked: string[] = []
  const note = (coin: string): number => {
    asked.push(coin)
    return 1
  }
  createConfirmationCheck({ tipHeight: note }, note)({ coin: 'DOGE', requiredConfirmations: null }, block)
  assert.deepEqual(asked, ['DOGE', 'DOGE'])
})

test('what the account of a payment asked for goes before what is usual for its coin', () => {
  assert.equal(isConfirmed(100, 1, { depth: 2 }), false)
  assert.equal(isConfirmed(101, 6, { depth: 2 }), true)
  assert.equal(isConfirmed(100, 1, { place: null, depth: 0 }), true)
})
