import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NodeResponseError } from '../rpc.ts'
import { readBytes } from './read-response.ts'

test('a block of any size is read as bytes', () => {
  const size = 8 * 1024 * 1024
  const bytes = readBytes('5a'.repeat(size))
  assert.equal(bytes.length, size)
  assert.equal(bytes.at(-1), 0x5a)
  assert.deepEqual(readBytes(''), new Uint8Array())
})

test('anything but complete bytes in lower-case hex is rejected', () => {
  for (const text of ['5', '5a5', 'zz', '5A', '5a ', ' 5a', '5a\n', '\u0135a', 90, null])
    assert.throws(() => readBytes(text), NodeResponseError, String(text))
})
