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

test('metadata may be 32 KiB of numbers', () => {
  const getText = (count: number) => `{"list":[${Array(count).fill(7)}]}`
  assert.equal(writeMetadata(readMetadata(getText(16_000)) ?? assert.fail()), getText(16_000))
  assert.throws(() => readMetadata(getText(16_400)), /metadata is too large/)
})
