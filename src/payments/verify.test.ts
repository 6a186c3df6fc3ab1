import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Transaction } from '../coins/coin.ts'
import { coins } from '../coins/index.ts'
import { baseUnits } from '../kernel/money.ts'
import { feeOf, feeTooLow, isFinal, noWeight, requireFee, signalsReplacement, together } from './verify.ts'

const transaction = (lockTime: number, ...sequences: readonly number[]): Transaction => ({
  id: '',
  version: 1,
  lockTime,
  size: 100,
  virtualSize: 100,
  inputs: sequences.map((sequence, vout) => ({
    txid: '',
    vout,
    sequence,
    script: new Uint8Array(),
    witness: [],
  })),
  outputs: [{ script: new Uint8Array(), amount: baseUnits(700n) }],
})

const never = () => assert.fail('the median time does not matter')
const final = 0xffff_ffff

test('a lock time up to the height of the chain is final, one above is not', async () => {
  for (const [lockTime, expected] of [
    [0, true],
    [99, true],
    [100, true],
    [101, false],
    [499_999_999, false],
  ] as const) {
    assert.equal(
      await isFinal(transaction(lockTime, 0), 100, async () => never()),
      expected,
      String(lockTime),
    )
  }
})

test('from 500 000 000 on a lock time is seconds, and over when the median time is past it', async () => {
  const median = async () => 1_700_000_000
  assert.equal(await isFinal(transaction(500_000_000, 0), 100, median), true)
  assert.equal(await isFinal(transaction(1_699_999_999, 0), 100, median), true)
  assert.equal(await isFinal(transaction(1_700_000_000, 0), 100, median), false)
})

test('a lock time means nothing when all sequences are final, and counts when one is not', async () => {
  assert.equal(await isFinal(transaction(4_000_000_000, final, final), 1, async () => never()), true)
  assert.equal(await isFinal(transaction(101, final, final - 1), 100, async () => never()), false)
})

test('replacement is signalled below 0xfffffffe, where the coin’s nodes know it', () => {
  for (const [code, coin] of coins) {
    const knows = ['BTC', 'LTC', 'DOGE'].includes(code)
    assert.equal(signalsReplacement(coin, transaction(0, final, 0xffff_fffd)), knows, code)
    assert.equal(signalsReplacement(coin, transaction(0, final, 0xffff_fffe)), false, code)
  }
})

const fits = (feeRate: bigint, fee: bigint, size: number, forgiven = 0, above = noWeight): boolean => {
  try {
    requireFee(feeRate, { fee, size, forgiven }, { above })
    return true
  } catch {
    return false
  }
}

test('the fee is enough at exactly the rate, and not one base unit below; one byte an input is forgiven', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 50n, max: 100_000_000n }),
      fc.integer({ min: 60, max: 1_000_000 }),
      fc.integer({ min: 0, max: 50 }),
      (feeRate, size, forgiven) => {
        const least = (feeRate * BigInt(size - forgiven) + 999n) / 1_000n
        assert.ok(fits(feeRate, least, size, forgiven))
        assert.ok(!fits(feeRate, least - 1n, size, forgiven))
      },
    ),
  )
})

test('the rate over the unconfirmed ancestors counts as well; theirs cannot help it', () => {
  const poor = { fee: 0n, size: 200, forgiven: 0 }
  const rich = { fee: 1_000_000n, size: 200, forgiven: 0 }
  assert.ok(!fits(1_000n, 200n, 200, 0, poor))
  assert.ok(fits(1_000n, 400n, 200, 0, poor))
  assert.ok(!fits(1_000n, 199n, 200, 0, rich))
})

test('the refusal tells both rates, and never the same twice', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 50n, max: 10_000_000n }),
      fc.integer({ min: 60, max: 100_000 }),
      (feeRate, size) => {
        const fee = (feeRate * BigInt(size) + 999n) / 1_000n - 1n
        assert.throws(
          () => requireFee(feeRate, { fee, size, forgiven: 0 }, { above: noWeight }),
          (error) =>
            error instanceof Error &&
            'members' in error &&
            Number(Object(error.members).actual) < Number(Object(error.members).required),
        )
      },
    ),
  )
})

test('what is in the pool already is not told that nothing was sent', () => {
  assert.throws(
    () => requireFee(1_000n, { fee: 1n, size: 200, forgiven: 1 }, { above: noWeight, pooled: true }),
    /taken once it is mined/,
  )
  assert.throws(
    () => requireFee(1_000n, { fee: 1n, size: 200, forgiven: 1 }, { above: noWeight }),
    /Nothing was sent/,
  )
  assert.match(feeTooLow(1_000n, { fee: 1n, size: 200, forgiven: 1 }).message, /Nothing was sent/)
})

test('the rate of the refusal is the fee by the size, rounded down', () => {
  assert.deepEqual(feeTooLow(1_000n, { fee: 199n, size: 200, forgiven: 0 }).members, {
    required: '1',
    actual: '0.995',
  })
  assert.equal(feeTooLow(1_000n, { fee: 200n, size: 300, forgiven: 0 }).members.actual, '0.666')
})

test('what has no size has no rate', () => {
  assert.deepEqual(feeTooLow(1_000n, noWeight).members, { required: '1', actual: '0' })
})

test('the fee is what the inputs hold less the outputs; more outputs than inputs are refused', () => {
  assert.equal(feeOf(transaction(0, final), [500n, 250n]), 50n)
  assert.equal(feeOf(transaction(0, final), [700n]), 0n)
  assert.throws(() => feeOf(transaction(0, final), [699n]), { code: 'tx_outputs_exceed_inputs' })
})

test('weights add up', () => {
  const a = { fee: 1n, size: 2, forgiven: 3 }
  assert.deepEqual(together(a, { fee: 10n, size: 20, forgiven: 30 }), { fee: 11n, size: 22, forgiven: 33 })
  assert.deepEqual(together(a, noWeight), a)
})
