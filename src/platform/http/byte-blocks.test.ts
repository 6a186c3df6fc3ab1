import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runToEnd } from '../../kernel/steps.ts'
import { createByteBlocks } from './byte-blocks.ts'

test('a body of 100 000 parts of one byte is held in no more than 16 buffers', () => {
  const blocks = createByteBlocks()
  const part = Buffer.alloc(1)
  for (let place = 0; place < 100_000; place++) {
    part[0] = place % 256
    blocks.add(part)
  }
  assert.ok(blocks.count() <= 16, `${blocks.count()} buffers`)
  assert.deepEqual(
    runToEnd(blocks.join()),
    Buffer.from(Array.from({ length: 100_000 }, (_, place) => place % 256)),
  )
})

test('parts of any size are joined in the order in which they came', () => {
  const sizes = [1, 1_023, 1, 70_000, 3, 16_384, 16_383, 2, 0, 500]
  const parts = sizes.map((size, place) => Buffer.alloc(size, place))
  const blocks = createByteBlocks()
  for (const part of parts) blocks.add(part)
  assert.deepEqual(runToEnd(blocks.join()), Buffer.concat(parts))
})

test('a short body takes one short buffer, and none takes none', () => {
  const blocks = createByteBlocks()
  assert.equal(runToEnd(blocks.join()).length, 0)
  blocks.add(Buffer.from('{}'))
  assert.equal(blocks.count(), 1)
  const body = runToEnd(blocks.join())
  assert.equal(body.toString(), '{}')
})
