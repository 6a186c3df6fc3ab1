import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfirmationCheck } from './confirmation-policy.ts'

const block = { height: 100, hash: 'ab' }
/** Whether a payment in block 100 is confirmed at this chain height and required number of confirmations. */
const isConfirmed = (
  tip: number | null,
  defaultConfirmations: number,
  { place = block, depth = null }: { place?: typeof block | null; depth?: number | null } = {},
) =>
  createConfirmationCheck({ getTipHeight: () => tip }, () => defaultConfirmations)(
    { coin: 'LTC', requiredConfirmations: depth },
    place,
  )

test("a payment is confirmed at its coin's required confirmations, counting its own block as the first", () => {
  assert.equal(isConfirmed(100, 1), true)
  assert.equal(isConfirmed(100, 2), false)
  assert.equal(isConfirmed(104, 6), false)
  assert.equal(isConfirmed(105, 6), true)
  assert.equal(isConfirmed(106, 6), true)
})

test('without a block a payment is confirmed only if no confirmations are required', () => {
  assert.equal(isConfirmed(100, 0, { place: null }), true)
  assert.equal(isConfirmed(100, 1, { place: null }), false)
})

test("while the chain height is unknown, the payment's block counts as the newest", () => {
  assert.equal(isConfirmed(null, 1), true)
  assert.equal(isConfirmed(null, 2), false)
})

test('a payment that requires no confirmations is confirmed in a block above the known chain height too', () => {
  assert.equal(isConfirmed(97, 0), true)
  assert.equal(isConfirmed(97, 1), false)
})

test('each coin has its own chain and its own policy', () => {
  const lookups: string[] = []
  const recordLookup = (coin: string): number => {
    lookups.push(coin)
    return 1
  }
  createConfirmationCheck({ getTipHeight: recordLookup }, recordLookup)(
    { coin: 'DOGE', requiredConfirmations: null },
    block,
  )
  assert.deepEqual(lookups, ['DOGE', 'DOGE'])
})

test("an account's confirmation setting overrides the coin's default", () => {
  assert.equal(isConfirmed(100, 1, { depth: 2 }), false)
  assert.equal(isConfirmed(101, 6, { depth: 2 }), true)
  assert.equal(isConfirmed(100, 1, { place: null, depth: 0 }), true)
})
