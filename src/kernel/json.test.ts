import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { JsonError, readJson, readJsonBytes, readJsonInSteps } from './json.ts'

const refuses = (text: string, what: RegExp) =>
  assert.throws(
    () => readJson(text),
    (error) => error instanceof JsonError && what.test(error.message),
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
  refuses('{"amount":1,"amount":2}', /"amount" appears twice/)
  refuses(String.raw`{"a":1,"\u0061":2}`, /"a" appears twice/)
  refuses('{"x":{"a":1,"b":2,"a":3}}', /appears twice/)
  refuses('[{"a":1,"a":1}]', /appears twice/)
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

test('what JSON.parse refuses is refused, and nothing else', () => {
  const spoilt = fc
    .tuple(fc.jsonValue({ maxDepth: 3 }), fc.nat(), fc.constantFrom(...'{}[],:"\\ 1ea\n\u0001', ''))
    .map(([value, place, sign]) => {
      const text = JSON.stringify(value)
      const at = place % (text.length + 1)
      return text.slice(0, at) + sign + text.slice(at + (place % 2))
    })
  fc.assert(
    fc.property(spoilt, (text) => {
      fc.pre(!text.includes('__proto__'))
      const ours = outcomeOf(() => readJson(text).value)
      const theirs = outcomeOf(() => JSON.parse(text))
      // A key given twice is no fault to JSON.parse.
      if (!('value' in ours) && /appears twice/.test(ours.error)) return
      assert.deepEqual('value' in ours ? ours : null, 'value' in theirs ? theirs : null)
    }),
    { numRuns: 2_000 },
  )
})

function outcomeOf(read: () => unknown): { readonly value: unknown } | { readonly error: string } {
  try {
    return { value: read() }
  } catch (error) {
    return { error: String(error) }
  }
}

test('a large text is read in steps: each of at most 2 000 parts or some hundred kilobytes', () => {
  const long = 'a'.repeat(4_000_000)
  for (const [text, least] of [
    [JSON.stringify([long]), 15],
    [`[${'1,'.repeat(40_000)}1]`, 40],
    [`{${Array.from({ length: 20_000 }, (_, at) => `"${at}":1`).join()}}`, 20],
    [`{${Array.from({ length: 4_000 }, (_, at) => `"${'k'.repeat(900)}${at}":1`).join()}}`, 14],
    [`[${`1,${' '.repeat(60_000)}`.repeat(60)}1]`, 12],
  ] as const) {
    const read = readJsonInSteps(Buffer.from(text))
    let steps = 1
    while (!read.next().done) steps++
    assert(steps >= least, `${steps} steps for ${text.slice(0, 40)}`)
  }
})

test('a key of more than 1 000 bytes is refused, and a gap of more than 4 MiB', () => {
  assert.deepEqual(readJson(`{"${'k'.repeat(998)}":1}`).value, { ['k'.repeat(998)]: 1 })
  refuses(`{"${'k'.repeat(999)}":1}`, /longer than 1000 bytes/)
  assert.deepEqual(readJson(`[1,${' '.repeat(4_194_304)}2]`).value, [1, 2])
  refuses(`[1,${' '.repeat(4_194_305)}2]`, /whitespace/)
})

test('a string beyond 64 KiB is ASCII without escapes', () => {
  for (const piece of ['ä', '\\n', '\u0001', '\\"'])
    refuses(`["${piece}${'a'.repeat(65_536)}${piece}"]`, /cannot be parsed/)
  const mixed = 'ä\n"\\'.repeat(8_000)
  assert.deepEqual(readJson(JSON.stringify([mixed])).value, [mixed])
})

test('a string full of escaped quotes is read in one pass, without a search for each of them', (t) => {
  const value = Array.from({ length: 8 }, () => '"'.repeat(32_000))
  const bytes = Buffer.from(JSON.stringify(value))
  const searches = t.mock.method(bytes, 'indexOf')
  assert.deepEqual(readJsonBytes(bytes).value, value)
  assert.ok(searches.mock.callCount() <= value.length)
})

test('escapes at the border of 64 KiB end a string where JSON.parse ends it, or are refused', () => {
  const endings = ['\\"', '\\\\', '\\u0022', 'x\\"', 'x\\\\']
  for (let length = 64 * 1024 - 12; length <= 64 * 1024 + 4; length++)
    for (const ending of endings) {
      const text = `["${'x'.repeat(length)}${ending}","y"]`
      const isShort = length + Buffer.byteLength(ending) + 2 <= 64 * 1024
      if (isShort) assert.deepEqual(readJson(text).value, JSON.parse(text))
      else refuses(text, /beyond 65536 bytes/)
    }
})
