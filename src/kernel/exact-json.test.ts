import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNumbersAsText, parseRawNumbers, parseSafeIntegers } from './exact-json.ts'

const text = '{"a":[0.10,9007199254740993,1e2,-0],"b":"1.50","c":7,"d":null}'

test('raw numbers are written as they were parsed', () => {
  assert.equal(JSON.stringify(parseRawNumbers(text)), text)
})

test('numbers as text keep their digits, and other values stay as they are', () => {
  assert.deepEqual(parseNumbersAsText(text), {
    a: ['0.10', '9007199254740993', '1e2', '-0'],
    b: '1.50',
    c: '7',
    d: null,
  })
})

test('only integers that a number represents exactly stay numbers', () => {
  assert.equal(JSON.stringify(parseSafeIntegers(text)), text.replace('-0', '0'))
  const { a, c } = parseSafeIntegers(text) as { a: unknown[]; c: unknown }
  assert.deepEqual(a.slice(0, 3).map(JSON.isRawJSON), [true, true, true])
  assert.equal(c, 7)
})
