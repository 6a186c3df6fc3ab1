import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { JsonInvalid, readJson } from './json.ts'

const refuses = (text: string, what: RegExp) =>
  assert.throws(
    () => readJson(text),
    (error) => error instanceof JsonInvalid && what.test(error.message),
    text.slice(0, 60),
  )

test('what JSON.parse reads is read the same', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      fc.pre(!text.includes('__proto__'))
      assert.deepEqual(readJson(text).value, JSON.parse(text))
    }),
  )
})

test('the text of each number directly in the outermost object is kept', () => {
  const text =
    '{"amount" : 12.50, "big":9007199254740993,"e":-1E+2 , "in":{"deep":3},"list":[4,{"x":5}],"text":"6","z":0}'
  assert.deepEqual(Object.fromEntries(readJson(text).numbers), {
    amount: '12.50',
    big: '9007199254740993',
    e: '-1E+2',
    z: '0',
  })
  assert.equal(readJson('[1]').numbers.size, 0)
  assert.equal(readJson('1').numbers.size, 0)
  assert.equal(readJson('{"a":[1,2],"b":{"a":1}}').numbers.size, 0)
})

test('a number keeps its text behind strings that look like structure', () => {
  const { numbers } = readJson(String.raw`{"a\"":"}{\\","b\\":1,"c:":"\\\"", "d":2}`)
  assert.deepEqual(
    [...numbers],
    [
      ['b\\', '1'],
      ['d', '2'],
    ],
  )
})

test('a key given twice is refused, however it is written', () => {
  refuses('{"amount":1,"amount":2}', /"amount" is given twice/)
  refuses(String.raw`{"a":1,"\u0061":2}`, /"a" is given twice/)
  refuses('{"x":{"a":1,"b":2,"a":3}}', /given twice/)
  refuses('[{"a":1,"a":1}]', /given twice/)
  assert.deepEqual(readJson('{"a":{"a":1},"b":[{"a":1},{"a":2}]}').value, {
    a: { a: 1 },
    b: [{ a: 1 }, { a: 2 }],
  })
})

test('__proto__ is refused, constructor is a key like any other', () => {
  refuses('{"__proto__":{}}', /not allowed/)
  refuses(String.raw`{"a":{"\u005f_proto__":1}}`, /not allowed/)
  assert.deepEqual(readJson('{"constructor":1}').value, { constructor: 1 })
})

test('nesting ends at 32 levels', () => {
  assert.ok(readJson('['.repeat(32) + ']'.repeat(32)))
  refuses('['.repeat(33) + ']'.repeat(33), /deeper than 32/)
  refuses('{"a":'.repeat(10_000), /deeper than 32/)
})

test('what is no JSON is refused', () => {
  const texts = [
    '',
    ' ',
    '{',
    '}',
    '{"a":1,}',
    '{"a" 1}',
    '{a:1}',
    "{'a':1}",
    '[1 2]',
    '{"a":1 2}',
    '{"a":01}',
    'NaN',
  ]
  for (const text of [
    ...texts,
    '\ufeff{}',
    '"\n"',
    '"open',
    '{"a":"open',
    '"\\',
    '{"a":1}x',
    '\u00a0{}',
    '{:1}',
  ]) {
    refuses(text, /./)
  }
})

test('a body of a million small parts is refused early', () => {
  refuses(`[${'1,'.repeat(1_000_000)}1]`, /more than 100000 parts/)
})

test('strings as long as a payment allows are read', () => {
  const hex = 'ab'.repeat(16_000_000)
  assert.deepEqual(readJson(JSON.stringify({ transactions: [hex] })).value, { transactions: [hex] })
})

test('hostile text is refused without reading it again and again', () => {
  // Each quote might begin a string that is never closed: read from every one of them anew, this takes hours.
  refuses('"\\'.repeat(2_000_000), /parsed/)
  refuses(`{"a":"${'\\"'.repeat(2_000_000)}`, /parsed/)
})
