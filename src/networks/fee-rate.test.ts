import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeRequiredFeeRate } from './fee-rate.ts'

const limits = { floor: 1_000n, ceiling: 500_000n }

test("the required fee rate is the node's estimate, clamped between floor and ceiling", () => {
  assert.equal(computeRequiredFeeRate(limits, { estimate: 12_345n, relay: 100n }), 12_345n)
  assert.equal(computeRequiredFeeRate(limits, { estimate: 10n, relay: 100n }), 1_000n)
  assert.equal(computeRequiredFeeRate(limits, { estimate: 900_000n, relay: 100n }), 500_000n)
})

test('without an estimate the fee rate is the floor', () => {
  assert.equal(computeRequiredFeeRate(limits, { estimate: null, relay: 0n }), 1_000n)
})

test("where the node's relay fee is the floor, the fee rate is 1% above it, rounded up", () => {
  assert.equal(computeRequiredFeeRate(limits, { estimate: null, relay: 1_000n }), 1_010n)
  assert.equal(computeRequiredFeeRate(limits, { estimate: null, relay: 1_001n }), 1_012n)
  assert.equal(computeRequiredFeeRate(limits, { estimate: 900_000n, relay: 600_000n }), 606_000n)
})
