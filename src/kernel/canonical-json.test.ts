import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toCanonicalJson } from './canonical-json.ts'
import { parseRawNumbers } from './exact-json.ts'

const canonical = (text: string): string => toCanonicalJson(JSON.parse(text))

/** The number with these IEEE 754 bits. */
function double(bits: string): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(`0x${bits}`))
  return view.getFloat64(0)
}

test('members are sorted by the UTF-16 code units of their names (RFC 8785, 3.2.3)', () => {
  const input = String.raw`{
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis"
  }`
  assert.deepEqual(
    [...canonical(input).matchAll(/:"([^"]+)"/g)].map(([, name]) => name),
    [
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ],
  )
})

test('numeric names are sorted as strings', () => {
  assert.equal(canonical('{"9":1,"10":2,"__proto__":3,"":4}'), '{"":4,"10":2,"9":1,"__proto__":3}')
})

test('the sample of RFC 8785, 3.2.2, matches byte for byte', () => {
  const input = String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`
  // Section 3.2.4.
  const output = `
    7b 22 6c 69 74 65 72 61 6c 73 22 3a 5b 6e 75 6c 6c 2c 74 72
    75 65 2c 66 61 6c 73 65 5d 2c 22 6e 75 6d 62 65 72 73 22 3a
    5b 33 33 33 33 33 33 33 33 33 2e 33 33 33 33 33 33 33 2c 31
    65 2b 33 30 2c 34 2e 35 2c 30 2e 30 30 32 2c 31 65 2d 32 37
    5d 2c 22 73 74 72 69 6e 67 22 3a 22 e2 82 ac 24 5c 75 30 30
    30 66 5c 6e 41 27 42 5c 22 5c 5c 5c 5c 5c 22 2f 22 7d`
  assert.equal(Buffer.from(canonical(input)).toString('hex'), output.replace(/\s/g, ''))
})

test('numbers are written as in ECMAScript (RFC 8785, appendix B)', () => {
  const samples: readonly (readonly [bits: string, text: string])[] = [
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ]
  for (const [bits, text] of samples) assert.equal(toCanonicalJson(double(bits)), text)
})

test('a value that JSON cannot represent throws', () => {
  for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, [undefined], { a: undefined }])
    assert.throws(() => toCanonicalJson(value), TypeError)
})

test('numbers stored as text stay unchanged', () => {
  const exact = parseRawNumbers('{"b":12.50,"a":9007199254740993}')
  assert.equal(toCanonicalJson(exact), '{"a":9007199254740993,"b":12.50}')
})

test('equal values have the same text, which parses back to them', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = toCanonicalJson(value)
      assert.equal(canonical(text), text)
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)))
    }),
  )
})
