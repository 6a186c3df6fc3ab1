import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runToEnd } from '../../kernel/steps.ts'
import { createByteBlocks } from './byte-blocks.ts'

test('a body of 100 000 one-byte chunks is buffered in at most 16 buffers', () => {
  const blocks = createByteBlocks()
  const part = Buffer.alloc(1)
  for (let index = 0; index < 100_000; index++) {
    part[0] = index % 256
    blocks.add(part)
  }
  assert.ok(blocks.count() <= 16, `${blocks.count()} buffers`)
  assert.deepEqual(
    runToEnd(blocks.join()),
    Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256)),
  )
})

test('chunks of any size are joined in order of arrival', () => {
  const sizes = [1, 1_023, 1, 70_000, 3, 16_384, 16_383, 2, 0, 500]
  const parts = sizes.map((size, index) => Buffer.alloc(size, index))
  const blocks = createByteBlocks()
  for (const part of parts) blocks.add(part)
  assert.deepEqual(runToEnd(blocks.join()), Buffer.concat(parts))
})

test('a short body uses one small buffer, and an empty one none', () => {
  const blocks = createByteBlocks()
  assert.equal(runToEnd(blocks.join()).length, 0)
  blocks.add(Buffer.from('{}'))
  assert.equal(blocks.count(), 1)
  const body = runToEnd(blocks.join())
  assert.equal(body.toString(), '{}')
})
