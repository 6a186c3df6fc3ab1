import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { JsonError, readJson, readJsonBytes, readJsonInSteps } from './json.ts'

const assertRejects = (text: string, expectedMessage: RegExp) =>
  assert.throws(
    () => readJson(text),
    (error) => error instanceof JsonError && expectedMessage.test(error.message),
    text.slice(0, 60),
  )

test('everything that JSON.parse accepts is parsed identically', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      fc.pre(!text.includes('__proto__'))
      assert.deepEqual(readJson(text).value, JSON.parse(text))
    }),
  )
})

test('the text of each number in the top-level object is preserved', () => {
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

test('a number keeps its text after strings that look like structure', () => {
  const { numbers } = readJson(String.raw`{"a\"":"}{\\","b\\":1,"c:":"\\\"", "d":2}`)
  assert.deepEqual(
    [...numbers],
    [
      ['b\\', '1'],
      ['d', '2'],
    ],
  )
})

test('a duplicate key is rejected, in any escaping', () => {
  assertRejects('{"amount":1,"amount":2}', /"amount" appears twice/)
  assertRejects(String.raw`{"a":1,"\u0061":2}`, /"a" appears twice/)
  assertRejects('{"x":{"a":1,"b":2,"a":3}}', /appears twice/)
  assertRejects('[{"a":1,"a":1}]', /appears twice/)
  assert.deepEqual(readJson('{"a":{"a":1},"b":[{"a":1},{"a":2}]}').value, {
    a: { a: 1 },
    b: [{ a: 1 }, { a: 2 }],
  })
})

test('__proto__ is rejected, constructor is an ordinary key', () => {
  assertRejects('{"__proto__":{}}', /not allowed/)
  assertRejects(String.raw`{"a":{"\u005f_proto__":1}}`, /not allowed/)
  assert.deepEqual(readJson('{"constructor":1}').value, { constructor: 1 })
})

test('nesting is limited to 32 levels', () => {
  assert.ok(readJson('['.repeat(32) + ']'.repeat(32)))
  assertRejects('['.repeat(33) + ']'.repeat(33), /deeper than 32/)
  assertRejects('{"a":'.repeat(10_000), /deeper than 32/)
})

test('invalid JSON is rejected', () => {
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
    assertRejects(text, /./)
  }
})

test('a syntax error names the byte at which the text stops being JSON', () => {
  for (const [text, position] of [
    ['', 0],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['[1, x]', 4],
    ['["ä",01]', 6],
    ['{"a":1}x', 7],
  ] as const)
    assertRejects(text, new RegExp(`^invalid JSON syntax at byte ${position}$`))
})

test('valid JSON beyond a limit is not called invalid', () => {
  for (const text of [`[${'1'.repeat(1_001)}]`, `{"${'k'.repeat(999)}":1}`, `[${'1,'.repeat(100_000)}1]`])
    assertRejects(text, /^(?!invalid)/)
})

test('a text has at most 8 000 tokens, unless its reader sets another limit; the rest is not read', () => {
  const getText = (tokens: number) => `[${'1,'.repeat((tokens - 3) / 2)}1]`
  assert.ok(readJson(getText(7_999)))
  assertRejects(getText(8_001), /more than 8000 tokens/)
  assert.ok(readJson(getText(999), { maxTokens: 1_000 }))
  assert.throws(() => readJson(getText(1_001), { maxTokens: 1_000 }), /more than 1000 tokens/)
  assertRejects(`${getText(1_000_001)}not JSON`, /more than 8000 tokens/)
})

test('strings as long as a payment allows are parsed', () => {
  const hex = 'ab'.repeat(16_000_000)
  assert.deepEqual(readJson(JSON.stringify({ transactions: [hex] })).value, { transactions: [hex] })
})

test('malicious text is rejected in linear time', () => {
  // Each quote might begin an unterminated string. Rescanning from each of them takes hours.
  assertRejects('"\\'.repeat(2_000_000), /must be ASCII/)
  assertRejects(`{"a":"${'\\"'.repeat(2_000_000)}`, /must be ASCII/)
})

test('exactly what JSON.parse rejects is rejected', () => {
  const damaged = fc
    .tuple(fc.jsonValue({ maxDepth: 3 }), fc.nat(), fc.constantFrom(...'{}[],:"\\ 1ea\n\u0001', ''))
    .map(([value, index, sign]) => {
      const text = JSON.stringify(value)
      const at = index % (text.length + 1)
      return text.slice(0, at) + sign + text.slice(at + (index % 2))
    })
  fc.assert(
    fc.property(damaged, (text) => {
      fc.pre(!text.includes('__proto__'))
      const actual = findOutcome(() => readJson(text).value)
      const expected = findOutcome(() => JSON.parse(text))
      // JSON.parse accepts duplicate keys.
      if (!('value' in actual) && /appears twice/.test(actual.error)) return
      assert.deepEqual('value' in actual ? actual : null, 'value' in expected ? expected : null)
    }),
    { numRuns: 2_000 },
  )
})

function findOutcome(read: () => unknown): { readonly value: unknown } | { readonly error: string } {
  try {
    return { value: read() }
  } catch (error) {
    return { error: String(error) }
  }
}

test('numbers can be kept as text at any depth, with all of their digits', () => {
  const text = '{"a":[0.10,9007199254740993,1e2,-0],"b":"1.50","c":7,"d":null,"e":{"f":1.0}}'
  assert.deepEqual(readJson(text, { keepsNumbersAsText: true }).value, {
    a: ['0.10', '9007199254740993', '1e2', '-0'],
    b: '1.50',
    c: '7',
    d: null,
    e: { f: '1.0' },
  })
})

test('a large text is parsed in steps of at most 2 000 tokens or a few hundred kilobytes', () => {
  const long = 'a'.repeat(4_000_000)
  for (const [text, minSteps] of [
    [JSON.stringify([long]), 15],
    [`[${'1,'.repeat(40_000)}1]`, 40],
    [`{${Array.from({ length: 20_000 }, (_, at) => `"${at}":1`).join()}}`, 20],
    [`{${Array.from({ length: 4_000 }, (_, at) => `"${'k'.repeat(900)}${at}":1`).join()}}`, 14],
    [`[${`1,${' '.repeat(60_000)}`.repeat(60)}1]`, 12],
  ] as const) {
    const read = readJsonInSteps(Buffer.from(text), { maxTokens: 100_000 })
    let steps = 1
    while (!read.next().done) steps++
    assert(steps >= minSteps, `${steps} steps for ${text.slice(0, 40)}`)
  }
})

test('a key of more than 1 000 bytes is rejected, and whitespace of more than 1 MiB', () => {
  assert.deepEqual(readJson(`{"${'k'.repeat(998)}":1}`).value, { ['k'.repeat(998)]: 1 })
  assertRejects(`{"${'k'.repeat(999)}":1}`, /longer than 1000 bytes/)
  assert.deepEqual(readJson(`[1,${' '.repeat(1_048_576)}2]`).value, [1, 2])
  assertRejects(`[1,${' '.repeat(1_048_577)}2]`, /whitespace/)
})

test('of endless whitespace, only the first mebibyte is read', () => {
  let reads = 0
  const bytes = new Proxy(Buffer.alloc(8 * 1_048_576, ' '), {
    get: (target, name) => {
      reads++
      return Reflect.get(target, name)
    },
  })
  assert.throws(() => readJsonBytes(bytes), /whitespace/)
  assert.ok(reads < 1_050_000, `${reads} reads`)
})

test('a string beyond 64 KiB must be ASCII without escapes', () => {
  for (const piece of ['ä', '\\n', '\u0001', '\\"'])
    assertRejects(`["${piece}${'a'.repeat(65_536)}${piece}"]`, /must be ASCII/)
  const mixed = 'ä\n"\\'.repeat(8_000)
  assert.deepEqual(readJson(JSON.stringify([mixed])).value, [mixed])
})

test('a string full of escaped quotes is scanned in a single pass', (t) => {
  const value = Array.from({ length: 8 }, () => '"'.repeat(32_000))
  const bytes = Buffer.from(JSON.stringify(value))
  const searches = t.mock.method(bytes, 'indexOf')
  assert.deepEqual(readJsonBytes(bytes).value, value)
  assert.ok(searches.mock.callCount() <= value.length)
})

test('escapes around the 64 KiB limit end a string where JSON.parse ends it, or are rejected', () => {
  const endings = ['\\"', '\\\\', '\\u0022', 'x\\"', 'x\\\\']
  for (let length = 64 * 1024 - 12; length <= 64 * 1024 + 4; length++)
    for (const ending of endings) {
      const text = `["${'x'.repeat(length)}${ending}","y"]`
      const isShort = length + Buffer.byteLength(ending) + 2 <= 64 * 1024
      if (isShort) assert.deepEqual(readJson(text).value, JSON.parse(text))
      else assertRejects(text, /more than 65536 bytes/)
    }
})
