import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createP2pkhScript } from '../coins/codec/script.ts'
import { coins } from '../coins/index.ts'
import { toBaseUnits } from '../kernel/money.ts'
import {
  computeFee,
  computeSurcharge,
  createFeeTooLowError,
  emptyFeeBasis,
  requireFees,
  type UnminedTransaction,
} from './fee.ts'

const btc = coins.get('BTC') ?? assert.fail()
const doge = coins.get('DOGE') ?? assert.fail()

/** A transaction of 200 bytes. At 1 base unit per byte a fee of 200 is exactly enough. */
const one = (
  txid: string,
  parents: string,
  fee: bigint,
  more: Partial<UnminedTransaction> = {},
): UnminedTransaction => ({
  txid,
  parents: [...parents],
  fee,
  size: 200,
  exemptBytes: 0,
  surcharge: 0n,
  ...more,
})

/** The actual rate in the error at 1 base unit per byte, or null if the chain is accepted. */
function getActualRate(chain: readonly UnminedTransaction[], coin = btc): string | null {
  try {
    requireFees(chain, { coin, feeRate: 1_000n })
    return null
  } catch (error) {
    assert.ok(error instanceof Error && 'members' in error)
    return String(Object(error.members).actual)
  }
}

test('the fee is enough at exactly the rate and not one base unit below, with one exempt byte per input', () => {
  const isEnough = (feeRate: bigint, transaction: UnminedTransaction): boolean => {
    try {
      requireFees([transaction], { coin: btc, feeRate })
      return true
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(
      fc.bigInt({ min: 50n, max: 100_000_000n }),
      fc.integer({ min: 60, max: 1_000_000 }),
      fc.integer({ min: 0, max: 50 }),
      (feeRate, size, exemptBytes) => {
        const minFee = (feeRate * BigInt(size - exemptBytes) + 999n) / 1_000n
        assert.ok(isEnough(feeRate, one('a', '', minFee, { size, exemptBytes })))
        assert.ok(!isEnough(feeRate, one('a', '', minFee - 1n, { size, exemptBytes })))
      },
    ),
  )
})

test('a descendant can pay the missing fee of its ancestors, down to the base unit', () => {
  assert.equal(getActualRate([one('a', '', 0n), one('b', 'a', 400n)]), null)
  assert.equal(getActualRate([one('a', '', 0n), one('b', 'a', 399n)]), '0.997')
  assert.equal(getActualRate([one('a', '', 100n), one('b', 'a', 300n), one('c', 'b', 200n)]), null)
  assert.equal(getActualRate([one('a', '', 100n), one('b', 'a', 200n), one('c', 'b', 300n)]), null)
})

test("an ancestor's excess fee doesn't help its descendants", () => {
  assert.equal(getActualRate([one('a', '', 1_000_000n), one('b', 'a', 199n)]), '0.995')
  assert.equal(getActualRate([one('a', '', 1_000_000n), one('b', 'a', 0n), one('c', 'b', 399n)]), '0.997')
  assert.equal(getActualRate([one('a', '', 1_000_000n), one('b', 'a', 0n), one('c', 'b', 400n)]), null)
})

test('a sibling pays only for shared ancestors', () => {
  const chain = (left: bigint, right: bigint, last: bigint) => [
    one('a', '', 0n),
    one('l', 'a', left),
    one('r', 'a', right),
    one('p', 'lr', last),
  ]
  assert.equal(getActualRate(chain(400n, 200n, 200n)), null)
  assert.equal(getActualRate(chain(300n, 300n, 200n)), null)
  assert.equal(getActualRate(chain(200n, 200n, 400n)), null)
  assert.equal(getActualRate(chain(900n, 100n, 200n)), '0.75')
})

/** Brute force: every descendant-closed group of transactions meets the rate. */
function isPaidFor(chain: readonly UnminedTransaction[]): boolean {
  for (let chosen = 1; chosen < 2 ** chain.length; chosen++) {
    const group = chain.filter((_, position) => chosen & (2 ** position))
    const rest = chain.filter((each) => !group.includes(each))
    if (rest.some(({ parents }) => parents.some((parent) => group.some(({ txid }) => txid === parent))))
      continue
    const fee = group.reduce((sum, each) => sum + each.fee, 0n)
    if (fee < 200n * BigInt(group.length)) return false
  }
  return true
}

test('a descendant pays for its nearest ancestors first, and leaves those above to their other descendants', () => {
  const chain = [
    one('a', '', 150n),
    one('b', 'a', 150n),
    one('c', 'b', 250n),
    one('d', 'a', 250n),
    one('e', 'cd', 200n),
  ]
  assert.equal(getActualRate(chain), null)
})

test('a linear chain is accepted exactly when each of its tails meets the rate; no other chain with a missing fee is accepted', () => {
  const names = 'abcdefg'
  const chains = fc.integer({ min: 1, max: 7 }).chain((length) =>
    fc.record({
      isLine: fc.boolean(),
      fees: fc.array(fc.integer({ min: 0, max: 8 }), { minLength: length, maxLength: length }),
      picks: fc.array(fc.nat(), { minLength: length, maxLength: length }),
    }),
  )
  fc.assert(
    fc.property(chains, ({ isLine, fees, picks }) => {
      const last = fees.length - 1
      const chain = fees.map((fee, position) => {
        const before = names.slice(0, position)
        const some = [...before].filter((_, index) => (picks[position] ?? 0) & (2 ** index)).join('')
        const parents = isLine ? before.slice(-1) : position === last ? before : some
        return one(names[position] ?? '', parents, BigInt(fee) * 50n)
      })
      const isAccepted = getActualRate(chain) === null
      if (isLine) assert.equal(isAccepted, isPaidFor(chain))
      else assert.ok(!isAccepted || isPaidFor(chain))
    }),
    { numRuns: 2_000 },
  )
})

test('without package relay no transaction pays for another', () => {
  const chain = [one('a', '', 100n), one('b', 'a', 5_000n)]
  assert.equal(getActualRate(chain), null)
  assert.equal(getActualRate(chain, doge), '0.5')
  assert.equal(getActualRate([one('a', '', 200n), one('b', 'a', 200n)], doge), null)
  assert.equal(getActualRate([one('a', '', 5_000n), one('b', 'a', 199n)], doge), '0.995')
})

test('DOGE: a spendable output below 0.01 DOGE costs 0.01 DOGE more, and the error explains it', () => {
  const createOutput = (amount: bigint, script = createP2pkhScript(new Uint8Array(20))) => ({
    script,
    amount: toBaseUnits(amount),
  })
  const data = Uint8Array.of(0x6a, 1, 7)
  const outputs = [createOutput(999_999n), createOutput(1_000_000n), createOutput(0n), createOutput(0n, data)]
  assert.equal(computeSurcharge(doge, { outputs }), 2_000_000n)
  for (const coin of coins.values())
    if (coin !== doge) assert.equal(computeSurcharge(coin, { outputs }), 0n, coin.code)

  const surcharge = 2_000_000n
  assert.equal(getActualRate([one('a', '', 2_000_200n, { surcharge })], doge), null)
  assert.equal(getActualRate([one('a', '', 2_000_199n, { surcharge })], doge), '0.995')
  assert.equal(getActualRate([one('a', '', 1_000n, { surcharge })], doge), '0')
  const rule = { coin: doge, feeRate: 1_000n }
  assert.match(
    createFeeTooLowError({ ...emptyFeeBasis, size: 200, surcharge }, rule).message,
    /below 0\.01 DOGE costs 0\.01 DOGE more/,
  )
  assert.doesNotMatch(createFeeTooLowError({ ...emptyFeeBasis, size: 200 }, rule).message, /0\.01/)
})

test('the error states both rates, which always differ', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 50n, max: 10_000_000n }),
      fc.integer({ min: 60, max: 100_000 }),
      (feeRate, size) => {
        const fee = (feeRate * BigInt(size) + 999n) / 1_000n - 1n
        assert.throws(
          () => requireFees([one('a', '', fee, { size })], { coin: btc, feeRate }),
          (error) =>
            error instanceof Error &&
            'members' in error &&
            Number(Object(error.members).actual) < Number(Object(error.members).required),
        )
      },
    ),
  )
})

test("the error for a transaction in the mempool doesn't say that nothing was sent", () => {
  const low = [one('a', '', 1n)]
  const rule = { coin: btc, feeRate: 1_000n }
  assert.throws(() => requireFees(low, { ...rule, isInMempool: true }), /accepted once it is mined/)
  assert.throws(() => requireFees(low, rule), /Nothing was sent/)
  assert.match(
    createFeeTooLowError({ ...emptyFeeBasis, fee: 1n, size: 200 }, rule).message,
    /Nothing was sent/,
  )
  assert.match(
    createFeeTooLowError({ ...emptyFeeBasis, fee: 1n, size: 200 }, rule, true).message,
    /The transactions before it were sent/,
  )
})

test('the actual rate is fee by size, rounded down', () => {
  const rule = { coin: btc, feeRate: 1_000n }
  assert.deepEqual(createFeeTooLowError({ ...emptyFeeBasis, fee: 199n, size: 200 }, rule).members, {
    required: '1',
    actual: '0.995',
  })
  assert.equal(createFeeTooLowError({ ...emptyFeeBasis, fee: 200n, size: 300 }, rule).members.actual, '0.666')
})

test('without a size the actual rate is 0', () => {
  assert.deepEqual(createFeeTooLowError(emptyFeeBasis, { coin: btc, feeRate: 1_000n }).members, {
    required: '1',
    actual: '0',
  })
})

test('the fee is inputs minus outputs, and outputs above the inputs are rejected', () => {
  const paying = { outputs: [{ script: new Uint8Array(), amount: toBaseUnits(700n) }] }
  assert.equal(computeFee(paying, [500n, 250n]), 50n)
  assert.equal(computeFee(paying, [700n]), 0n)
  assert.equal(computeFee({ ...paying, mwebFee: toBaseUnits(30n) }, [700n]), 30n)
  assert.throws(() => computeFee(paying, [699n]), { code: 'tx_outputs_exceed_inputs' })
})
