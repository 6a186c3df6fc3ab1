import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addDecimals,
  clamp,
  compareDecimals,
  computeCoinAmount,
  computeCoinValue,
  createDecimal,
  type Decimal,
  formatCoins,
  formatDecimal,
  maxBaseUnits,
  parseCoins,
  parseDecimal,
  subtractDecimals,
  toBaseUnits,
} from './money.ts'

/** The decimal of a text. Fails the test if it is invalid. */
function read(text: string): Decimal {
  const value = parseDecimal(text)
  assert.ok(value, `${text} is a decimal`)
  return value
}

const positive = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.integer({ min: 0, max: 20 }))
  .map(([digits, scale]) => createDecimal(digits, scale))

test('the text of a JSON number is parsed exactly, including exponents', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['0', '0'],
    ['12.50', '12.5'],
    ['9007199254740993', '9007199254740993'],
    ['0.1', '0.1'],
    ['1.005', '1.005'],
    ['1e15', '1000000000000000'],
    ['1E+2', '100'],
    ['125e-1', '12.5'],
    ['1.25e2', '125'],
    ['1e-9', '0.000000001'],
    ['0e59', '0'],
    ['0.000', '0'],
  ]
  for (const [text, plain] of cases) assert.equal(formatDecimal(read(text)), plain, text)
})

test('text that is not a JSON number, negative or absurdly long is rejected', () => {
  const texts = [
    '',
    '-0',
    '-1',
    '+1',
    '.5',
    '1.',
    '1e',
    'NaN',
    'Infinity',
    '0x10',
    '1_000',
    '１０',
    ' 1',
    '1\n',
    '1,5',
  ]
  for (const text of [
    ...texts,
    '1e309',
    '1e999',
    '1e-400',
    '1e999999999',
    '1'.repeat(61),
    `0.${'1'.repeat(60)}`,
  ]) {
    assert.equal(parseDecimal(text), null, JSON.stringify(text))
  }
})

test('a decimal is formatted without exponent or trailing zeros', () => {
  assert.equal(formatDecimal({ digits: 1250n, scale: 2 }), '12.5')
  assert.equal(formatDecimal({ digits: 100n, scale: 2 }), '1')
  assert.equal(formatDecimal({ digits: 5n, scale: 9 }), '0.000000005')
  assert.equal(formatDecimal({ digits: 1_000n, scale: 0 }), '1000')
})

test('formatting and parsing a decimal is a round trip', () => {
  fc.assert(fc.property(positive, (value) => assert.deepEqual(read(formatDecimal(value)), value)))
})

test('equal decimals are deeply equal, however they were written', () => {
  assert.deepEqual(read('1.50'), read('15e-1'))
  assert.deepEqual(createDecimal(0n, 7), { digits: 0n, scale: 0 })
  assert.throws(() => createDecimal(-1n, 0))
})

test('decimals compare by value', () => {
  assert.equal(Math.sign(compareDecimals(read('0.1'), read('0.09'))), 1)
  assert.equal(compareDecimals({ digits: 10n, scale: 1 }, { digits: 1n, scale: 0 }), 0)
  fc.assert(
    fc.property(positive, positive, (a, b) => {
      assert.equal(compareDecimals(a, b) + compareDecimals(b, a), 0)
      assert.ok(compareDecimals(a, { digits: a.digits + 1n, scale: a.scale }) < 0)
    }),
  )
})

test('coin amounts are decimal strings without trailing zeros', () => {
  assert.equal(formatCoins(toBaseUnits(60_800n)), '0.000608')
  assert.equal(formatCoins(toBaseUnits(150_000_000n)), '1.5')
  assert.equal(formatCoins(toBaseUnits(1n)), '0.00000001')
  assert.equal(formatCoins(toBaseUnits(0n)), '0')
  assert.equal(formatCoins(maxBaseUnits), '90071992.54740991')
})

test('a coin amount with more than eight decimals is rejected', () => {
  assert.equal(parseCoins('0.00000001'), 1n)
  assert.equal(parseCoins('0.000000010'), 1n)
  assert.equal(parseCoins('0.000000001'), null)
  assert.equal(parseCoins('-1'), null)
})

test('coin amounts survive a round trip', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (amount) => {
      assert.equal(parseCoins(formatCoins(toBaseUnits(amount))), amount)
    }),
  )
})

test('base units are never negative', () => {
  assert.throws(() => toBaseUnits(-1n))
})

test('the coin amount is fiat / rate, rounded up to one base unit', () => {
  assert.equal(computeCoinAmount(read('12.5'), read('50000')), 25_000n)
  assert.equal(computeCoinAmount(read('10'), read('3')), 333_333_334n)
  assert.equal(computeCoinAmount(read('0.01'), read('1e14')), 1n, 'never 0')
  assert.equal(computeCoinAmount(read('1e15'), read('0.0001')), 10n ** 27n, 'no overflow')
  assert.throws(() => computeCoinAmount(read('1'), read('0')))
})

test('the coin amount is never a base unit too low, nor one too high', () => {
  fc.assert(
    fc.property(positive, positive, (fiat, rate) => {
      const amount = computeCoinAmount(fiat, rate)
      const worth = (units: bigint): Decimal => ({ digits: units * rate.digits, scale: rate.scale + 8 })
      assert.ok(compareDecimals(worth(amount), fiat) >= 0, '0 <= coin * rate - fiat')
      assert.ok(compareDecimals(worth(amount - 1n), fiat) < 0, 'coin * rate - fiat < one base unit * rate')
    }),
    { numRuns: 1_000 },
  )
})

test('the coin amount is the same from decimal text and from minor units', () => {
  const minorUnits = fc.bigInt({ min: 1n, max: 10n ** 17n })
  fc.assert(
    fc.property(minorUnits, fc.constantFrom(0, 2, 3, 4), positive, (units, places, rate) => {
      const text = formatDecimal({ digits: units, scale: places })
      const dividend = units * 10n ** BigInt(8 + rate.scale)
      const divisor = rate.digits * 10n ** BigInt(places)
      const rounded = dividend / divisor + (dividend % divisor === 0n ? 0n : 1n)
      assert.equal(computeCoinAmount(read(text), rate), rounded)
    }),
  )
})

test('a value is clamped between its limits', () => {
  assert.deepEqual([clamp(1n, 2n, 4n), clamp(3n, 2n, 4n), clamp(5n, 2n, 4n)], [2n, 3n, 4n])
})

test('a number has up to 60 characters, and an exponent of up to 60', () => {
  assert.equal(formatDecimal(read('9'.repeat(60))), '9'.repeat(60))
  assert.equal(parseDecimal('9'.repeat(61)), null)
  assert.deepEqual(read('1e60'), { digits: 10n ** 60n, scale: 0 })
  assert.deepEqual(read('1e-60'), { digits: 1n, scale: 60 })
  for (const text of ['1e61', '1e-61']) assert.equal(parseDecimal(text), null, text)
})

test('a decimal never has a negative scale, and a rate is never zero', () => {
  assert.throws(() => createDecimal(1n, -1), { name: 'AssertionError' })
  assert.throws(() => computeCoinAmount(read('1'), read('0')), { name: 'AssertionError' })
})

test('a sum and a difference are exact, and a difference is never negative', () => {
  const sum = (a: string, b: string) => formatDecimal(addDecimals(read(a), read(b)))
  const difference = (a: string, b: string) => formatDecimal(subtractDecimals(read(a), read(b)))
  assert.equal(sum('0.1', '0.2'), '0.3')
  assert.equal(sum('9.995', '0.005'), '10')
  assert.equal(sum('12', '0.034'), '12.034')
  assert.equal(sum('0.034', '12'), '12.034')
  assert.equal(difference('10', '0.0000001'), '9.9999999')
  assert.equal(difference('0.3', '0.1'), '0.2')
  assert.equal(difference('1.25', '1'), '0.25')
  assert.equal(difference('100.5', '20'), '80.5')
  assert.equal(difference('1', '1.01'), '0')
})

test('the value of a coin amount is exact, and never below the price that it was rounded up from', () => {
  assert.equal(
    formatDecimal(computeCoinValue(toBaseUnits(60_800n), read('65789.123456789'))),
    '39.999787061727712',
  )
  fc.assert(
    fc.property(positive, positive, (fiat, rate) => {
      const amount = computeCoinAmount(fiat, rate)
      assert.ok(compareDecimals(computeCoinValue(amount, rate), fiat) >= 0)
      if (amount > 0n) assert.ok(compareDecimals(computeCoinValue(toBaseUnits(amount - 1n), rate), fiat) < 0)
    }),
  )
})
