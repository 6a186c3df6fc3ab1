import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { minute, second } from '../kernel/clock.ts'
import { compareDecimals, createDecimal, type Decimal, formatDecimal, parseDecimal } from '../kernel/money.ts'
import { type AgreementLimits, findAgreement, formatNoRateReason, type Rate } from './rate.ts'

const now = Date.UTC(2026, 2, 1)
const limits: AgreementLimits = { maxAgeMs: 5 * minute, quorum: 2 }

/** Rates of BTC/USD from sources `a`, `b`, `c` …, each that many milliseconds old. */
function rates(values: readonly string[], ages: readonly number[] = []): Rate[] {
  return values.map((text, index) => {
    const value: Decimal = parseDecimal(text) ?? { digits: 0n, scale: 0 }
    const source = String.fromCharCode(97 + index)
    return { coin: 'BTC', currency: 'USD', value, source, observedAt: now - (ages[index] ?? 0) }
  })
}

/** The agreed rate as `value of sources`, or why there is none. */
function findOutcome(
  values: readonly string[],
  more: Partial<AgreementLimits> = {},
  ages: readonly number[] = [],
): string {
  const agreement = findAgreement(rates(values, ages), now, { ...limits, ...more })
  return agreement.isAgreed
    ? `${formatDecimal(agreement.value)} of ${agreement.sources.join('')}`
    : formatNoRateReason(agreement.reason)
}

test('the rate is the median of the sources', () => {
  assert.equal(findOutcome(['50000', '50100', '49900']), '50000 of abc')
  assert.equal(findOutcome(['50000', '50100', '49900', '50001', '50002']), '50001 of abcde')
})

test('the median of an even number is the exact mean of the middle two', () => {
  assert.equal(findOutcome(['50000.01', '50000.02']), '50000.015 of ab')
  assert.equal(findOutcome(['0.1', '0.10000000000000000001']), '0.100000000000000000005 of ab')
  assert.equal(findOutcome(['100', '101', '102', '103']), '101.5 of abcd')
})

test('a source ten times above or below the others is excluded', () => {
  assert.equal(findOutcome(['50000', '50100', '500000']), '50050 of ab')
  assert.equal(findOutcome(['5000', '50000', '50100']), '50050 of bc')
  assert.equal(findOutcome(['5000', '50000', '50100', '500000']), '50050 of bc')
})

test('a source counts as long as all agreeing sources are within 5% of one another', () => {
  assert.equal(findOutcome(['100', '105']), '102.5 of ab')
  assert.equal(findOutcome(['100', '105.00000001']), 'its sources disagree')
  assert.equal(findOutcome(['100', '101', '105.01']), '100.5 of ab')
  assert.equal(findOutcome(['100', '100.1', '101', '105.01']), '100.1 of abc')
  assert.equal(findOutcome(['95', '99.76', '99.8', '99.9']), '99.8 of bcd')
})

test('two sources against two don’t agree, nor one against one, whatever the quorum', () => {
  assert.equal(findOutcome(['100', '100', '1000', '1000']), 'its sources disagree')
  assert.equal(findOutcome(['100', '1000']), 'its sources disagree')
  assert.equal(findOutcome(['100', '1000'], { quorum: 1 }), 'its sources disagree')
  assert.equal(findOutcome(['100', '100', '100', '1000', '1000']), '100 of abc')
})

test('fewer sources than the quorum give no rate', () => {
  assert.equal(findOutcome(['50000']), 'only 1 of 2 required sources')
  assert.equal(findOutcome(['50000', '50000'], { quorum: 3 }), 'only 2 of 3 required sources')
  assert.equal(findOutcome(['100', '100', '500'], { quorum: 3 }), 'its sources disagree')
  assert.equal(findOutcome(['50000'], { quorum: 1 }), '50000 of a')
})

test('a source that reports zero is ignored', () => {
  assert.equal(findOutcome(['0', '50000']), 'only 1 of 2 required sources')
  assert.equal(findOutcome(['0', '0.0']), 'no source has a rate')
  assert.equal(findOutcome([]), 'no source has a rate')
})

test('a rate older than the limit is ignored', () => {
  const limit = limits.maxAgeMs
  assert.equal(findOutcome(['1', '1'], {}, [limit, limit]), '1 of ab')
  assert.equal(findOutcome(['1', '1', '1'], {}, [limit + 1, 0, 0]), '1 of bc')
  assert.equal(findOutcome(['1', '1'], {}, [limit + 1, 0]), 'only 1 of 2 required sources')
  assert.equal(findOutcome(['1', '1'], {}, [limit + 1, limit + 1]), 'its rates are too old')
})

test('a rate from the future is ignored, apart from a minute of clock skew', () => {
  assert.equal(findOutcome(['1', '1'], {}, [-minute, 0]), '1 of ab')
  assert.equal(findOutcome(['1', '1'], {}, [-minute - 1, 0]), 'only 1 of 2 required sources')
})

test('an agreed rate is as old as its oldest source, never younger than now', () => {
  const agreement = findAgreement(
    rates(['1', '1', '9'], [10 * second, 40 * second, 200 * second]),
    now,
    limits,
  )
  assert.ok(agreement.isAgreed)
  assert.deepEqual(
    [agreement.observedAt, agreement.validUntil],
    [now - 40 * second, now - 40 * second + limits.maxAgeMs],
  )
  const ahead = findAgreement(rates(['1', '1'], [-30 * second, -30 * second]), now, limits)
  assert.ok(ahead.isAgreed && ahead.observedAt === now)
})

test('a clock set forward or back leaves no rate rather than one of unknown age', () => {
  const hour = 60 * minute
  assert.ok(!findAgreement(rates(['1', '1']), now + hour, limits).isAgreed)
  assert.ok(!findAgreement(rates(['1', '1']), now - hour, limits).isAgreed)
})

const value = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, scale]) => formatDecimal(createDecimal(digits, scale)))

test('an agreed rate is within 5% of each named source, and those reach the quorum', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 6 }), fc.integer({ min: 1, max: 4 }), (values, quorum) => {
      const quotes = rates(values)
      const agreement = findAgreement(quotes, now, { ...limits, quorum })
      if (!agreement.isAgreed) return
      const named = quotes.filter(({ source }) => agreement.sources.includes(source))
      assert.ok(named.length >= quorum)
      for (const one of named) {
        const [low, high] = [one.value, agreement.value].sort(compareDecimals)
        assert.ok(
          low &&
            high &&
            high.digits * 100n * 10n ** BigInt(low.scale) <= low.digits * 105n * 10n ** BigInt(high.scale),
        )
      }
    }),
    { numRuns: 500 },
  )
})

test('the order in which sources respond is irrelevant', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(rates(['100', '101', '99', '1000', '7']), { minLength: 5 }),
      (shuffled) => {
        assert.deepEqual(
          findAgreement(shuffled, now, limits),
          findAgreement(rates(['100', '101', '99', '1000', '7']), now, limits),
        )
      },
    ),
  )
})

test('one wrong source moves the rate no further than the spread of the others', () => {
  fc.assert(
    fc.property(value, (wrongValue) => {
      const agreement = findAgreement(rates(['50000', '50010', '50020', wrongValue]), now, limits)
      assert.ok(agreement.isAgreed)
      assert.ok(compareDecimals(agreement.value, { digits: 50_000n, scale: 0 }) >= 0)
      assert.ok(compareDecimals(agreement.value, { digits: 50_020n, scale: 0 }) <= 0)
    }),
    { numRuns: 500 },
  )
})
