import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromHex, toHex } from './hex.ts'

test('bytes survive a round trip through hex, even as part of a larger buffer, and come back as a plain Uint8Array', () => {
  const bytes = Uint8Array.of(9, 0, 171, 255, 9).subarray(1, 4)
  assert.equal(toHex(bytes), '00abff')
  assert.equal(toHex(Buffer.from(bytes)), '00abff')
  assert.deepEqual(fromHex('00ABff'), Uint8Array.of(0, 171, 255))
  assert.deepEqual(fromHex(''), new Uint8Array())
})
