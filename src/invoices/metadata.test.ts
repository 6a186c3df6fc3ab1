import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listMetadataTexts, parseMetadata, readMetadata, writeMetadata } from './metadata.ts'

const numbers = [
  '0',
  '-0',
  '1',
  '1.0',
  '0.10',
  '1e5',
  '1E-7',
  '1e-7',
  '1e400',
  '9007199254740993',
  '0.1000000000000000055',
]

test('stored metadata is written as it was sent, whatever its numbers', () => {
  for (const number of numbers)
    for (const text of [`{"a":${number}}`, `{"a":{"b":[1,${number},"1.0"]},"c":${number}}`]) {
      const stored = writeMetadata(readMetadata(text) ?? assert.fail())
      assert.equal(stored, text)
      assert.equal(writeMetadata(parseMetadata(stored)), text)
    }
})

test('stored metadata has the search texts that it had when it was sent', () => {
  for (const number of numbers) {
    const sent = readMetadata(`{"a":[${number},"order 7",true,null]}`)
    const stored = parseMetadata(writeMetadata(sent ?? assert.fail()))
    assert.deepEqual([...listMetadataTexts(sent)], [number, 'order 7'])
    assert.deepEqual([...listMetadataTexts(stored)], [number, 'order 7'])
  }
})

test('metadata has at most 32 KiB and 1 000 values, at any depth; beyond that, no number is parsed', (t) => {
  const rawJson = t.mock.method(JSON, 'rawJSON')
  for (const [text, numbers] of [
    [`{"list":[${Array(999).fill(7)}]}`, 999],
    [`{${Array.from({ length: 1_000 }, (_, index) => `"${index}":7`)}}`, 1_000],
    [`{"list":[${Array(499).fill('{"n":7}')}]}`, 499],
    [`{"text":"${'x'.repeat(32 * 1024 - '{"text":""}'.length)}"}`, 0],
  ] as const) {
    rawJson.mock.resetCalls()
    assert.equal(writeMetadata(readMetadata(text) ?? assert.fail()), text)
    assert.equal(rawJson.mock.callCount(), numbers)
  }
  rawJson.mock.resetCalls()
  for (const text of [
    `{"list":[${Array(1_000).fill(7)}]}`,
    `{"list":[${Array(16_000).fill(7)}]}`,
    `{"list":[${Array(500).fill('{"n":7}')}]}`,
    `{"text":"${'x'.repeat(32 * 1024)}"}`,
  ])
    assert.throws(() => readMetadata(text), {
      code: 'body_invalid',
      message: 'metadata is too large: send at most 32768 bytes of JSON with at most 1000 values.',
    })
  assert.equal(rawJson.mock.callCount(), 0)
})
